// An RP2040 of rp2040js with what that leaves out: flash that can be written, the noise of the ring oscillator, the reset
// of core 1, a watchdog that bites, and USB that waits for data as a computer does.
import { Core } from "./core.mjs";
import { Registers, Ssi } from "./flash.mjs";
import { RP2040, USBCDC, ConsoleLogger, LogLevel } from "./rp2040js.mjs";

const FLASH = 0x10000000;
const [PSM_FRCE_OFF, PROC1] = [0x4, 1 << 16];
const [FIFO_ST, FIFO_WR, FIFO_RD] = [0x50, 0x54, 0x58]; // between the cores
const WARM = 876; // what the sensor on the chip gives at 27 degrees

// USB CDC whose reads wait until there is something: rp2040js answers at once, with nothing.
class Cable extends USBCDC {
  constructor(usb) {
    super(usb);
    this.queue = [];
    this.wanted = 0; // bytes that the chip would take
    const others = usb.onEndpointRead;
    usb.onEndpointRead = (endpoint, size) => {
      if (endpoint !== this.outEndpoint) return others(endpoint, size);
      this.wanted = size;
      this.give();
    };
  }
  send(bytes) {
    for (const byte of bytes) this.queue.push(byte);
    this.give();
  }
  give() {
    if (!this.wanted || !this.queue.length) return;
    const piece = Uint8Array.from(this.queue.splice(0, Math.min(this.wanted, 63)));
    this.wanted = 0;
    this.usb.endpointReadDone(this.outEndpoint, piece);
  }
  // Does somebody have the port open?
  opened(open) {
    if (this.initialized) this.cdcSetControlLineState(open ? 3 : 0);
  }
}

export class Chip {
  // flash: 16 MB, of which 2 are there; bootrom: words; changed(address, n): the flash was; noise(): 0 <= x < 1;
  // connect(mcu): at each start, the parts round it; volts: of the ADC's channels.
  constructor({ flash, bootrom, changed, noise, connect, volts = {} }) {
    Object.assign(this, { flash, bootrom, changed, noise, connect, volts });
    this.counters = { written: 0, resets: 0 };
    this.onSerial = () => {};
    this.onReset = () => {};
    this.traps = new Map(); // address -> function (registers), called when it gets there
    this.trapped = new Uint8Array(0x8000); // which ends of addresses are worth a look
    this.before = 0; // nanoseconds until the last reset
    this.power();
  }
  get ms() {
    return (this.before + this.mcu.clock.nanos) / 1e6;
  }
  trap(address, what) {
    this.traps.set(address & ~1, what);
    this.trapped[(address >>> 1) & 0x7fff] = 1;
  }

  // The chip begins; kept: what a reset leaves {sram, scratch, reason}, null when it is switched on.
  power(kept = null) {
    const mcu = (this.mcu = new RP2040());
    mcu.logger = new ConsoleLogger(LogLevel.Error, false);
    mcu.loadBootrom(this.bootrom);
    mcu.flash = this.flash;
    mcu.flash16 = new Uint16Array(this.flash.buffer);
    mcu.flashView = new DataView(this.flash.buffer);
    if (kept) mcu.sram.set(kept.sram);
    this.core = new Core(mcu, this.trapped, (pc) => this.traps.get(pc)?.(mcu.core.registers));
    this.registers(mcu, kept);
    this.secondCore(mcu);
    this.watchdog(mcu, kept);
    for (const pin of mcu.gpio) pin.setInputValue(true); // pulled up
    this.measures(mcu);
    for (const i2c of mcu.i2c) {
      const abort = i2c.abort.bind(i2c);
      i2c.abort = (why) => {
        abort(why);
        i2c.setInterrupts(1 << 4); // TX_EMPTY: what was to be sent is gone
      };
    }
    this.cable = new Cable(mcu.usbCtrl);
    this.cable.onSerialData = (bytes) => this.onSerial(bytes);
    this.connect(mcu);
    mcu.core.PC = FLASH; // what the boot ROM would come to
    this.restart = false;
  }
  registers(mcu, kept) {
    const told = (address, n) => {
      this.counters.written++;
      this.changed(address, n);
    };
    const ssi = new Ssi(this.flash, () => mcu.clock, told);
    Object.assign(mcu.peripherals, {
      0x18000: ssi,
      0x14000: new Registers({ 4: () => 0, 8: () => 6 }), // XIP_CTRL: FLUSH, STAT
      0x40018: new Registers({}, { 0x0c: (ctrl) => ssi.select([null, null, true, false][(ctrl >>> 8) & 3]) }), // IO_QSPI
      0x40060: new Registers({ 0x18: () => 0x80001000, 0x1c: () => (this.noise() < 0.5 ? 0 : 1) }), // ROSC
      0x40064: new Registers({ 8: () => (kept ? 0 : 0x100) }), // CHIP_RESET: HAD_POR
    });
  }
  // There is none, but who resets it waits for the word that it says then.
  secondCore(mcu) {
    const psm = mcu.peripherals[0x40010];
    const { sio } = mcu;
    const [off, read, write] = [psm.writeUint32.bind(psm), sio.readUint32.bind(sio), sio.writeUint32.bind(sio)];
    let said = false;
    psm.writeUint32 = (offset, value) => {
      const was = psm.frceOff & PROC1;
      off(offset, value);
      if (offset === PSM_FRCE_OFF && was && !(psm.frceOff & PROC1)) said = true;
    };
    sio.readUint32 = (offset) => {
      if (offset === FIFO_ST) return said ? 3 : 2;
      if (offset !== FIFO_RD) return read(offset);
      said = false;
      return 0;
    };
    sio.writeUint32 = (offset, value) => {
      if (offset !== FIFO_ST && offset !== FIFO_WR) write(offset, value);
    };
  }
  watchdog(mcu, kept) {
    const dog = mcu.peripherals[0x40058];
    if (kept) {
      dog.scratchData.set(kept.scratch);
      dog.reason = kept.reason;
    }
    dog.onWatchdogTrigger = () => (this.restart = this.core.halt = true);
  }
  measures({ adc }) {
    adc.onADCRead = (channel) => {
      const value = channel === 4 ? WARM : ((this.volts[channel] ?? 1.65) / 3.3) * 4095;
      adc.currentChannel = channel;
      adc.channelValues[channel] = Math.round(value + 8 * this.noise() - 4);
      adc.sampleAlarm.schedule(2000);
    };
  }

  // Off and on again.
  cut() {
    this.before += this.mcu.clock.nanos;
    this.onReset();
    this.power();
  }
  reset() {
    const { sram, clock, peripherals } = this.mcu;
    const { scratchData: scratch, reason } = peripherals[0x40058];
    this.counters.resets++;
    this.before += clock.nanos;
    this.onReset();
    this.power({ sram, scratch, reason });
  }

  // Runs for so many nanoseconds of its own time, or `steps` instructions. Gives how many of these were left.
  run(nanos, steps = 1e6) {
    const { core, clock } = this.mcu;
    const until = clock.nanos + nanos;
    while (steps > 0 && clock.nanos < until && !this.restart) {
      if (core.waiting) {
        const rest = until - clock.nanos;
        clock.tick(clock.nextAlarm ? Math.max(0, Math.min(clock.nanosToNextAlarm, rest)) : rest);
        if (core.interruptsUpdated && core.checkForInterrupts()) core.waiting = false;
      } else steps = this.core.run(until, steps);
    }
    if (this.restart) this.reset();
    return steps;
  }
}
