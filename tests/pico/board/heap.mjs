// MicroPython's heap, read from the RAM of the chip: nothing is disturbed, and there is no laptop that needs some of it.
const RAM = 0x20000000;
const RAM_END = RAM + 264 * 1024;
export const BLOCK = 16; // bytes
const STATE = 2048; // more than mp_state_ctx takes
const [FREE, HEAD, TAIL] = [0, 1, 2]; // of a block, py/gc.c; 3: a head that is marked

export class Heap {
  // symbols: name -> address, of firmware.elf
  constructor(chip, symbols) {
    this.chip = chip;
    this.symbols = symbols;
  }
  word(address) {
    const { mcu } = this.chip;
    if (address >= RAM && address + 4 <= RAM_END) return mcu.sramView.getUint32(address - RAM, true);
    if (address >= 0x10000000 && address < 0x10200000) return mcu.flashView.getUint32(address - 0x10000000, true);
    return 0;
  }
  // Where it is: the roots begin with mp_state_ctx and end before the area, which begins with its table (py/mpstate.h).
  // null: not yet set up.
  find() {
    const { mp_state_ctx: state, __GcHeapStart: start } = this.symbols;
    for (let at = state; at < state + STATE; at += 4) {
      const [table, length, , pool, end] = [0, 4, 8, 12, 16].map((k) => this.word(at + k));
      if (table - start < BLOCK && pool > table + length && end > pool && end <= RAM_END && table >= start)
        return { state, roots: at, table, pool, blocks: Math.floor((end - pool) / BLOCK) };
    }
    return null;
  }
  // The kind of each block.
  kinds({ table, blocks }) {
    const out = new Uint8Array(blocks);
    const { sram } = this.chip.mcu;
    for (let k = 0; k < blocks; k++) out[k] = (sram[table - RAM + (k >> 2)] >> (2 * (k & 3))) & 3;
    return out;
  }
  // Which blocks a collection would leave: found from the roots, the registers and the stack, as it does it.
  live(area, kinds) {
    const { registers } = this.chip.mcu.core;
    const live = new Uint8Array(area.blocks);
    const todo = [];
    const look = (value) => {
      const block = (value - area.pool) / BLOCK;
      if (block < 0 || block >= area.blocks || value & (BLOCK - 1)) return;
      if (!(kinds[block] & HEAD) || live[block]) return;
      live[block] = 1;
      todo.push(block);
    };
    for (let at = area.state; at < area.roots; at += 4) look(this.word(at));
    for (let at = registers[13]; at < RAM_END; at += 4) look(this.word(at));
    for (const value of registers) look(value);
    while (todo.length) {
      let block = todo.pop();
      do {
        live[block] = 1;
        for (let k = 0; k < BLOCK; k += 4) look(this.word(area.pool + block * BLOCK + k));
        block++;
      } while (kinds[block] === TAIL);
    }
    return live;
  }
  // Bytes. As it is: {total, used, free, largest}; as a collection would leave it: {live, spare, piece}.
  look() {
    const area = this.find();
    if (!area) return null;
    const kinds = this.kinds(area);
    const total = area.blocks * BLOCK;
    const [free, largest] = room(kinds);
    const [spare, piece] = room(this.live(area, kinds));
    return { total, used: total - free, free, largest, live: total - spare, spare, piece };
  }
}

// Bytes that are free, and those of the largest piece.
function room(blocks) {
  let [free, run, largest] = [0, 0, 0];
  for (const kind of blocks) {
    run = kind === FREE ? run + 1 : 0;
    free += kind === FREE;
    if (run > largest) largest = run;
  }
  return [free * BLOCK, largest * BLOCK];
}
