// How deep MicroPython's stack goes, and who is on it then.
const MARK = 0xa5a5a5a5;
const RAM = 0x20000000;
// What lies deepest: the heap, flash, and what is looked up. Those of a build that there are.
const LEAVES = [
  "gc_alloc", "gc_collect_start", "lfs2_bd_read", "mp_map_lookup", "mp_obj_get_type", "mp_obj_equal_not_equal",
  "mp_raise_recursion_depth",
];

export class Stack {
  constructor(chip, heap) {
    Object.assign(this, { chip, heap, frames: [], least: null });
    const { __StackTop: top, __StackBottom: bottom } = heap.symbols;
    Object.assign(this, { top, bottom });
  }
  get view() {
    return this.chip.mcu.sramView;
  }
  // Bytes that it had at most since this was asked last. There are 8,192; nobody is told when they are over.
  deepest() {
    let at = this.bottom;
    while (at < this.top && this.view.getUint32(at - RAM, true) === MARK) at += 4;
    for (let to = this.bottom; to < this.chip.mcu.core.registers[13] - 16; to += 4) this.view.setUint32(to - RAM, MARK, true);
    return this.top - at;
  }
  // From now on who() knows. It takes time of this computer, none of the board.
  watch() {
    const { symbols } = this.heap;
    const look = (sp) => {
      while (this.frames.length && this.frames.at(-1)[0] < sp) this.frames.pop();
      if (!this.least || sp < this.least.sp) this.least = { sp, frames: this.frames.map(([at, name]) => [this.top - at, name]) };
    };
    this.chip.trap(symbols.mp_execute_bytecode, (r) => {
      while (this.frames.length && this.frames.at(-1)[0] <= r[13]) this.frames.pop();
      this.frames.push([r[13], this.name(r[0])]);
      look(r[13]);
    });
    for (const leaf of LEAVES) if (symbols[leaf]) this.chip.trap(symbols[leaf], (r) => look(r[13]));
    return null;
  }
  // The Python functions on it when it was deepest since this was asked last, and how deep each began: [[bytes, name], ...].
  who() {
    const { frames } = this.least ?? { frames: [] };
    this.least = null;
    return frames;
  }
  // The name of the function that a mp_code_state_t runs: the first number behind two of its bytecode's head (py/bc.h).
  name(state) {
    const { heap } = this;
    const byte = (at) => (heap.word(at & ~3) >>> (8 * (at & 3))) & 0xff;
    const fun = heap.word(state);
    let at = heap.word(fun + 12);
    for (let k = 0; k < 2; k++) while (byte(at++) & 0x80);
    let number = 0;
    for (;;) {
      const one = byte(at++);
      number = (number << 7) | (one & 0x7f);
      if (!(one & 0x80)) break;
    }
    const place = heap.word(heap.word(fun + 4) + 8) + 2 * number; // of the module's names
    return heap.text(byte(place) | (byte(place + 1) << 8));
  }
}
