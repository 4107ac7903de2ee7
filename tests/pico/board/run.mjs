// A Raspberry Pi Pico on this computer, with the parts of its pin map.
//   node run.mjs IMAGE PINS BOOTROM [SYMBOLS]     IMAGE: 2 MB of flash, written through; PINS: the pin map in JSON
// The first line it prints is {"port": N}: of the cable, at 127.0.0.1. From then on each line that it reads is a JavaScript
// expression of the names below, and is answered with {"ok": value} or {"error": text}. It ends with what it reads.
import fs from "node:fs";
import net from "node:net";
import readline from "node:readline";
import { Chip } from "./chip.mjs";
import { FLASH_SIZE } from "./flash.mjs";
import { Objects } from "./objects.mjs";
import { Table } from "./parts.mjs";
import { Stack } from "./stack.mjs";

const SLICE = 20; // ms of the chip between two looks at the rest
const IDLE = 5; // ms that this computer rests when the chip did for a slice
const MOST = 4096; // bytes of the cable that wait; then whoever sends them does
const LEAVES = 500; // ms that a laptop has to leave when another one comes
const LINES = 2000; // that are kept of what is said

const [image, pins, bootrom, symbolsFile] = process.argv.slice(2);
const file = fs.openSync(image, "r+");
const flash = new Uint8Array(16 * 1024 * 1024).fill(0xff);
fs.readSync(file, flash, 0, FLASH_SIZE, 0);
const rom = new Uint8Array(fs.readFileSync(bootrom));
const table = new Table(JSON.parse(fs.readFileSync(pins, "utf8")));

let seed = 1; // xorshift: each run is the same
function noise() {
  seed ^= seed << 13;
  seed ^= seed >>> 17;
  seed ^= seed << 5;
  return (seed >>> 0) / 2 ** 32;
}

const first = { on: 0 }; // ms of the last start, and how many it took until flash was written, and a page was there
const chip = new Chip({
  flash,
  bootrom: new Uint32Array(rom.buffer),
  noise,
  changed: (address, n) => {
    first.written ??= Math.round(chip.ms - first.on);
    fs.writeSync(file, flash, address, n, address);
  },
  connect: (mcu) => table.connect(mcu),
  volts: table.volts,
});
const symbols = {};
for (const line of symbolsFile ? fs.readFileSync(symbolsFile, "utf8").split("\n") : []) {
  const [address, , name] = line.split(" ");
  if (name) symbols[name] = parseInt(address, 16);
}
const heap = new Objects(chip, symbols);
const stack = new Stack(chip, heap);
const noMemory = []; // [ms, bytes asked for]: each MemoryError, whoever catches it
if (symbols.m_malloc_fail) chip.trap(symbols.m_malloc_fail, ([bytes]) => noMemory.push([Math.round(chip.ms), bytes]));

// ---------------------------------------------------------------- the cable

const said = []; // lines that are no frames: what is printed, tracebacks
let [laptop, begun] = [null, ""];
chip.onSerial = (bytes) => {
  laptop?.write(Buffer.from(bytes));
  const lines = (begun + Buffer.from(bytes).toString("latin1")).split(/\r?\n/);
  begun = lines.pop().slice(-5000);
  said.push(...lines.filter((line) => line && !line.startsWith("~")));
  said.splice(0, Math.max(0, said.length - LINES));
};
chip.onReset = () => {
  laptop?.destroy();
  laptop = null;
};
function plugged(socket) {
  laptop = socket;
  socket.setNoDelay(true);
  chip.cable.opened(true);
  socket.on("data", (data) => {
    chip.cable.send(data);
    if (chip.cable.queue.length > MOST) socket.pause();
  });
  socket.on("close", () => {
    if (socket !== laptop) return;
    laptop = null;
    chip.cable.opened(false);
  });
  socket.resume();
}
const cable = net.createServer((socket) => {
  socket.on("error", () => {});
  const before = laptop;
  if (!before) return plugged(socket);
  socket.pause(); // until all is here that the one before wrote last
  before.once("close", () => plugged(socket));
  before.end();
  setTimeout(() => before.destroy(), LEAVES);
});

// ---------------------------------------------------------------- what may be asked

const waiting = []; // {until, done}
const lowest = { every: 0, next: 0 };
const drawn = { bytes: 0, at: 0 }; // on the displays, and when the last
const api = {
  chip,
  table,
  heap,
  stack,
  noMemory,
  said,
  first,
  lowest, // {spare, piece}: heap.look() when there was least of each, and its ms
  ms: () => Math.round(chip.ms),
  memory: () => heap.look(),
  low: (every) => Object.assign(lowest, { every, next: chip.ms, spare: null, piece: null }) && null,
  wait: (ms) => new Promise((done) => waiting.push({ until: chip.ms + ms, done })),
  key: (name, down) => table.inputs.get(name)(down),
  press: async (name, ms = 120, after = 250) => {
    api.key(name, true);
    await api.wait(ms);
    api.key(name, false);
    await api.wait(after);
  },
  // Since when nothing was drawn, ms; null as long as a display is dark.
  still: () => (table.displays.every((one) => one.on) ? Math.round(drawn.at) : null),
  page: (place) => table.displays[place].page().toString("base64"),
  cut: () => {
    table.power();
    chip.cut();
    first.on = chip.ms;
    delete first.written, delete first.page;
  },
  reset: () => {
    chip.restart = chip.core.halt = true;
  },
};
const lines = readline.createInterface({ input: process.stdin });
let last = Promise.resolve();
async function answer(line) {
  try {
    return { ok: (await new Function("api", `with (api) { return (${line}); }`)(api)) ?? null };
  } catch (error) {
    return { error: String(error.stack) };
  }
}
lines.on("line", (line) => {
  last = last.then(async () => console.log(JSON.stringify(await answer(line)))); // one after the other
});
lines.on("close", () => last.then(() => process.exit(0)));

// ---------------------------------------------------------------- it runs

function sample() {
  const now = { ms: Math.round(chip.ms), ...heap.look() };
  for (const what of ["spare", "piece"]) if (!(lowest[what]?.[what] <= now[what])) lowest[what] = now;
  lowest.next = chip.ms + lowest.every;
}

function slice() {
  const begin = chip.ms;
  const left = chip.run((lowest.every || SLICE) * 1e6);
  if (lowest.every && chip.ms >= lowest.next) sample();
  const bytes = table.displays.reduce((n, one) => n + one.written, 0);
  if (bytes !== drawn.bytes) first.page ??= Math.round(chip.ms - first.on);
  if (bytes !== drawn.bytes) Object.assign(drawn, { bytes, at: chip.ms });
  if (chip.cable.queue.length < MOST / 4) laptop?.resume();
  for (const one of waiting.filter(({ until }) => until <= chip.ms)) {
    waiting.splice(waiting.indexOf(one), 1);
    one.done();
  }
  const rests = 1e6 - left < (chip.ms - begin) * 100 && !waiting.length;
  if (rests) setTimeout(slice, IDLE);
  else setImmediate(slice);
}

cable.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ port: cable.address().port }));
  slice();
});
