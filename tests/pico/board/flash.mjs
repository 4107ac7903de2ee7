// The flash chip on the QSPI wires of an RP2040, and the SSI by which the boot ROM speaks to it in frames of 8 bits.
// rp2040js reads programs from memory and knows no more of it than that it is never busy.
export const FLASH_SIZE = 2 * 1024 * 1024;
const MS = 1e6; // nanoseconds
const TAKES = { 0x20: 45 * MS, 0xd8: 150 * MS, 0x02: 0.4 * MS }; // W25Q16JV data sheet 9.6, typical
const SIZES = { 0x20: 4096, 0xd8: 65536 };
const [WRITE_ENABLE, WRITE_DISABLE, STATUS, STATUS_2, IDENT, READ, UNIQUE] = [0x06, 0x04, 0x05, 0x35, 0x9f, 0x03, 0x4b];
const ID = [0xe6, 0x61, 0x41, 0x04, 0x03, 0x5c, 0x2a, 0x21];

// A peripheral of some registers: get[offset]() is read, set[offset](value) told; others keep what is written.
export class Registers {
  constructor(get = {}, set = {}) {
    this.kept = new Map();
    this.get = get;
    this.set = set;
  }
  readUint32(offset) {
    offset &= 0xfff;
    const get = this.get[offset];
    return (get ? get() : this.kept.get(offset) ?? 0) >>> 0;
  }
  writeUint32Atomic(offset, value, how) {
    const old = how ? this.kept.get(offset) ?? 0 : 0;
    const made = [value, old ^ value, old | value, old & ~value][how] >>> 0;
    this.kept.set(offset, made);
    this.set[offset]?.(made);
  }
}

export class Ssi extends Registers {
  // bytes: the flash; clock(): of the chip; changed(address, n): tells what was erased or written.
  constructor(bytes, clock, changed) {
    super();
    Object.assign(this, { bytes, clock, changed });
    this.received = [];
    this.sent = []; // since the chip was selected
    this.forced = null; // how the pin of the chip select is overridden: true low, false high, null: the SSI selects
    this.latch = false; // may it be written?
    this.ready = 0; // when what it does is done
    Object.assign(this.get, {
      0x20: () => 0, // TXFLR
      0x24: () => this.received.length, // RXFLR
      0x28: () => 0x6 | (this.received.length ? 8 : 0), // SR
      0x60: () => this.taken(),
    });
    Object.assign(this.set, {
      0x08: (on) => {
        if (!on) this.released();
        this.received.length = 0;
      },
      0x60: (value) => this.shifted(value),
    });
  }
  select(forced) {
    if (this.forced && !forced) this.released();
    if (!this.forced && forced) this.sent.length = 0;
    this.forced = forced;
  }
  taken() {
    const value = this.received.shift() ?? 0;
    if (!this.received.length && this.forced === null) this.released();
    return value;
  }
  shifted(value) {
    const byte = ((this.kept.get(0) >>> 16) & 31) === 7;
    if (!byte) this.received.push(0); // boot2 begins to read by address
    else this.received.push(this.answer(this.sent.push(value & 0xff) - 1));
  }
  answer(at) {
    const [command, a, b, c] = this.sent;
    switch (command) {
      case STATUS: {
        const left = this.ready - this.clock().nanos;
        if (at && left > 0) this.clock().tick(left); // whoever asks does nothing but ask
        return this.latch ? 2 : 0;
      }
      case STATUS_2:
        return 2; // four wires are in use
      case IDENT:
        return at ? [0xef, 0x40, 0x15][(at - 1) % 3] : 0;
      case UNIQUE:
        return at > 4 ? ID[(at - 5) % 8] : 0;
      case READ:
        return at > 3 ? this.bytes[(((a << 16) | (b << 8) | c) + at - 4) % FLASH_SIZE] : 0;
    }
    return 0xff;
  }
  released() {
    const [command, a, b, c] = this.sent;
    if (command === WRITE_ENABLE) this.latch = true;
    else if (command === WRITE_DISABLE) this.latch = false;
    else if (this.latch && command in TAKES && this.sent.length > 3) {
      const address = ((a << 16) | (b << 8) | c) % FLASH_SIZE;
      if (command in SIZES) this.erase(address, SIZES[command]);
      else this.program(address, this.sent.slice(4));
      this.ready = this.clock().nanos + TAKES[command];
      this.latch = false;
    }
    this.sent.length = 0;
  }
  erase(address, n) {
    const first = address - (address % n);
    this.bytes.fill(0xff, first, first + n);
    this.changed(first, n);
  }
  program(address, data) {
    const page = address - (address % 256);
    data.forEach((byte, k) => (this.bytes[page + ((address + k) % 256)] &= byte));
    this.changed(page, 256);
  }
}
