// What hangs on the wires of a table, by its pin map (/pins.json as the controller has it, hardware/boards/README.md).
const BITS = 9; // of a byte on I2C
const COLUMNS = { sh1106: 132, ssd1306: 128, ssd1309: 128 };
const WITH_ARGUMENT = [0x20, 0x81, 0x8d, 0xa8, 0xad, 0xd3, 0xd5, 0xd9, 0xda, 0xdb, 0xfd];

// An OLED: what lies in its memory.
export class Oled {
  constructor(columns) {
    this.columns = columns; // 132: the picture begins at the third
    this.memory = new Uint8Array(columns * 8);
    this.written = 0; // bytes, ever
    this.power();
  }
  power() {
    this.memory.fill(0x55); // noise
    this.on = false;
    this.row = this.column = this.argument = 0;
  }
  start() {
    this.first = true;
  }
  write(byte) {
    if (this.first) this.data = byte === 0x40;
    else if (this.data) {
      if (this.column < this.columns) this.memory[this.row * this.columns + this.column] = byte;
      this.column++;
      this.written++;
    } else this.command(byte);
    this.first = false;
  }
  read() {
    return 0;
  }
  command(byte) {
    if (this.argument) this.argument = 0;
    else if (WITH_ARGUMENT.includes(byte)) this.argument = byte;
    else if (byte < 0x10) this.column = (this.column & 0xf0) | byte;
    else if (byte < 0x20) this.column = (this.column & 0x0f) | ((byte & 15) << 4);
    else if ((byte & 0xf8) === 0xb0) this.row = byte & 7;
    else if (byte === 0xae || byte === 0xaf) this.on = byte === 0xaf;
  }
  // The picture: 1024 bytes MONO_VLSB, as the firmware's pages.
  page() {
    const first = this.columns - 128 ? 2 : 0;
    const rows = [0, 1, 2, 3, 4, 5, 6, 7].map((row) => row * this.columns + first);
    return Buffer.concat(rows.map((at) => this.memory.subarray(at, at + 128)));
  }
}

// Sixteen inputs, pulled up: `down` has a bit for each that is drawn to ground. Registers as with IOCON.BANK = 0.
export class Mcp23017 {
  constructor() {
    this.registers = new Uint8Array(22);
    this.down = 0;
    this.power();
  }
  power() {
    this.registers.fill(0).fill(0xff, 0, 2);
  }
  start() {
    this.first = true;
  }
  write(byte) {
    if (!this.first) this.registers[this.at] = byte;
    this.at = (this.first ? byte : this.at + 1) % 22;
    this.first = false;
  }
  set(down) {
    const changed = this.down ^ down;
    this.down = down;
    for (const port of [0, 1]) {
      const [flags, captured] = [0x0e + port, 0x10 + port];
      const caught = (changed >> (8 * port)) & this.registers[0x04 + port]; // GPINTEN
      if (!caught || this.registers[flags]) continue;
      this.registers[flags] = caught;
      this.registers[captured] = ~down >> (8 * port);
    }
  }
  read() {
    const { at } = this;
    const port = at & 1;
    this.at = (at + 1) % 22;
    if (at < 0x10 || at > 0x13) return this.registers[at];
    this.registers[0x0e + port] = 0; // INTCAP or GPIO was read
    return at < 0x12 ? this.registers[at] : (~this.down >> (8 * port)) & 0xff;
  }
}

// A chain of 74HC165, whose load and clock pins others may share: `down` has a bit for each input, the first is the lowest.
class Chain {
  constructor(data) {
    this.data = data;
    this.down = 0;
  }
  connect({ gpio }, { clock, load }) {
    let held = 0;
    const take = (value) => {
      held = value;
      gpio[this.data].setInputValue(!(held & 1));
    };
    gpio[load].addListener((level) => level === 1 && take(this.down));
    gpio[clock].addListener((level) => level === 1 && take(held >>> 1));
  }
}

class Mux {
  constructor() {
    this.open = 0;
  }
  power() {
    this.open = 0;
  }
  start() {}
  write(byte) {
    this.open = byte;
  }
  read() {
    return this.open;
  }
}

// The wires of an I2C block, and the parts on them; each byte takes its time.
class Wires {
  constructor({ id, khz, mux }) {
    this.block = id;
    this.byte = (BITS * 1e6) / khz;
    this.parts = []; // {channel, address, part, gone}; channel null: before the multiplexer
    this.mux = mux === undefined ? null : this.add(null, mux, new Mux());
  }
  add(channel, address, part) {
    this.parts.push({ channel: channel ?? null, address, part, gone: false });
    return part;
  }
  at(address) {
    const open = ({ channel }) => channel === null || (this.mux.open >> channel) & 1;
    return this.parts.filter((one) => one.address === address && !one.gone && open(one)).map((one) => one.part);
  }
  connect({ i2c, clock }) {
    const bus = i2c[this.block];
    let [there, next] = [[], null];
    const alarm = clock.createAlarm(() => next());
    const later = (what) => {
      next = what;
      alarm.schedule(this.byte);
    };
    bus.onConnect = (address) => {
      there = this.at(address);
      for (const part of there) part.start();
      later(() => bus.completeConnect(there.length > 0));
    };
    bus.onWriteByte = (byte) =>
      later(() => {
        for (const part of there) part.write(byte);
        bus.completeWrite(there.length > 0);
      });
    bus.onReadByte = () => later(() => bus.completeRead(there[0].read()));
  }
}

// All parts of a pin map: `displays[place]`, `inputs` name -> function (down), `wires` by their names, `volts` of the
// ADC's channels. Kinds that are not here do not answer.
export class Table {
  constructor(pins) {
    this.pins = pins;
    this.displays = [];
    this.inputs = new Map();
    this.chains = [];
    this.volts = {};
    const blocks = Object.entries(pins.i2c ?? {}).filter(([, bus]) => "id" in bus);
    this.wires = Object.fromEntries(blocks.map(([name, bus]) => [name, new Wires(bus)]));
    for (const { place, kind, i2c, channel, address } of pins.display ?? [])
      if (this.wires[i2c]) this.displays[place] = this.wires[i2c].add(channel, address, new Oled(COLUMNS[kind]));
    for (const input of pins.inputs ?? []) this.input(input);
    if (pins.supply) this.volts[pins.supply.pin - 26] = 5 / pins.supply.ratio;
  }
  input({ kind, names, pins, i2c, channel, address, shift, data }) {
    let press = (bit, down) => this.gpio[pins[bit]].setInputValue(!down);
    if (kind === "mcp23017") {
      const panel = this.wires[i2c].add(channel, address, new Mcp23017());
      press = (bit, down) => panel.set(down ? panel.down | (1 << bit) : panel.down & ~(1 << bit));
    } else if (kind === "hc165") {
      const chain = new Chain(data);
      this.chains.push([chain, this.pins.shift[shift]]);
      press = (bit, down) => (chain.down = down ? chain.down | (1 << bit) : chain.down & ~(1 << bit));
    }
    expanded(names).forEach((name, bit) => this.inputs.set(name, (down) => press(bit, down)));
  }
  parts() {
    return Object.values(this.wires).flatMap((bus) => bus.parts.map(({ part }) => part));
  }
  // The chip has started.
  connect(mcu) {
    this.gpio = mcu.gpio;
    for (const bus of Object.values(this.wires)) bus.connect(mcu);
    for (const [chain, pins] of this.chains) chain.connect(mcu, pins);
  }
  // All are switched on.
  power() {
    for (const part of this.parts()) part.power();
  }
}

function expanded(names) {
  return names.flatMap((name) => {
    const range = /^(.*) (\d+)\.\.(\d+)$/.exec(name);
    if (!range) return [name];
    return Array.from({ length: range[3] - range[2] + 1 }, (_, k) => `${range[1]} ${Number(range[2]) + k}`);
  });
}
