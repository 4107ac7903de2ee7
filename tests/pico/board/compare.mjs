// Holds core.mjs against rp2040js: the same image, from the start, in both; after each thousand instructions registers,
// flags and clock are the same, and the RAM at the end.
//   node compare.mjs IMAGE PINS BOOTROM [THOUSANDS]
import fs from "node:fs";
import { Chip } from "./chip.mjs";
import { Table } from "./parts.mjs";

const STEPS = 1000;
const [image, pins, rom, thousands = "3000"] = process.argv.slice(2);

function made() {
  const flash = new Uint8Array(16 * 1024 * 1024).fill(0xff);
  flash.set(fs.readFileSync(image));
  const table = new Table(JSON.parse(fs.readFileSync(pins, "utf8")));
  const bootrom = new Uint32Array(new Uint8Array(fs.readFileSync(rom)).buffer);
  let n = 0;
  const noise = () => (n = (n + 0.618034) % 1);
  return new Chip({ flash, bootrom, noise, changed() {}, connect: (mcu) => table.connect(mcu) });
}
function run({ mcu: { core, clock } }, some) {
  let left = STEPS;
  while (left > 0) {
    if (core.waiting) {
      clock.tick(clock.nextAlarm ? Math.max(0, clock.nanosToNextAlarm) : 1e6);
      if (core.interruptsUpdated && core.checkForInterrupts()) core.waiting = false;
    } else left = some(left);
  }
}
function one({ mcu: { core, clock } }, left) {
  if (clock.nextAlarm && clock.nextAlarm.nanos <= clock.nanos) clock.tick(0);
  const cycles = core.executeInstruction(); // which may move the clock by itself
  clock.nanosCounter += 8 * cycles;
  return left - 1;
}
function state({ mcu: { core, clock } }) {
  const registers = [...core.registers].map((value, k) => (k === 15 ? value & ~1 : value) >>> 0);
  return JSON.stringify([registers.map((value) => value.toString(16)), core.N, core.Z, core.C, core.V, clock.nanos]);
}

const [theirs, ours] = [made(), made()];
for (let k = 0; k < Number(thousands); k++) {
  const before = state(ours);
  run(theirs, (left) => one(theirs, left));
  run(ours, (left) => Math.max(0, ours.core.run(Infinity, left)));
  if (state(theirs) !== state(ours)) {
    console.log(`differs after ${k * STEPS} instructions\nbefore ${before}\ntheirs ${state(theirs)}\nours   ${state(ours)}`);
    process.exit(1);
  }
}
const same = !Buffer.compare(Buffer.from(theirs.mcu.sram), Buffer.from(ours.mcu.sram));
console.log(same ? "the same" : "the RAM differs");
process.exit(same ? 0 : 1);
