// What lies in MicroPython's heap: whose functions, classes and names, objects by their types, the largest blocks.
import { BLOCK, Heap } from "./heap.mjs";

const [HEAD, TAIL] = [1, 2];
const FUNCTIONS = ["fun_bc", "gen_wrap", "fun_native", "fun_viper", "native_gen_wrap"];
const QSTR = 2; // how objects that are one end, 3 bits

export class Objects extends Heap {
  constructor(chip, symbols) {
    super(chip, symbols);
    const types = Object.entries(symbols).filter(([name]) => name.startsWith("mp_type_"));
    this.types = new Map(types.map(([name, address]) => [address, name.slice(8)]));
  }

  // ---------------------------------------------------------------- names

  // The text of a qstr. A pool (py/qstr.h): the one before, how many there are before, room, number, hashes, lengths, texts.
  text(qstr) {
    let pool = this.word(this.lastPool());
    while (pool && qstr < (this.word(pool + 4) & 0x7fffffff)) pool = this.word(pool);
    let at = this.word(pool + 24 + 4 * (qstr - (this.word(pool + 4) & 0x7fffffff)));
    let out = "";
    for (;;) {
      const byte = (this.word(at & ~3) >>> (8 * (at & 3))) & 0xff;
      if (!byte || out.length > 80) return out;
      out += String.fromCharCode(byte);
      at++;
    }
  }
  lastPool() {
    const { mp_state_ctx: state, mp_qstr_const_pool: a, mp_qstr_frozen_const_pool: b } = this.symbols;
    const known = (pool, depth = 0) => pool === a || pool === b || (depth < 8 && pool >= 0x20000000 && known(this.word(pool), depth + 1));
    if (this.pools === undefined) for (this.pools = state; !known(this.word(this.pools)); ) this.pools += 4;
    return this.pools;
  }
  // How many names there are in the heap's pools, and for how many there is room in them.
  names() {
    let [known, room] = [0, 0];
    const { mp_qstr_const_pool: a, mp_qstr_frozen_const_pool: b } = this.symbols;
    for (let pool = this.word(this.lastPool()); pool !== a && pool !== b; pool = this.word(pool)) {
      room += this.word(pool + 8);
      known += this.word(pool + 12);
    }
    return { known, room };
  }
  // A dict as [[key, value], ...], of those keys that are names.
  items(dict) {
    const [room, table] = [this.word(dict + 8), this.word(dict + 12)];
    const out = [];
    for (let k = 0; k < Math.min(room, 4096); k++) {
      const key = this.word(table + 8 * k);
      if (key > 7 && (key & 7) === QSTR) out.push([this.text(key >>> 3), this.word(table + 8 * k + 4)]);
    }
    return out;
  }
  // sys.modules: [[name, module], ...]
  loaded({ state, roots }) {
    const { mp_type_dict: dict, mp_type_module: module } = this.symbols;
    for (let at = state; at < roots; at += 4) {
      const items = this.word(at) === dict ? this.items(at).filter(([, value]) => this.word(value) === module) : [];
      if (items.length > 1) return items;
    }
    return [];
  }
  kind(address) {
    const type = this.word(address);
    if (this.types.has(type)) return this.types.get(type);
    return this.word(type) === this.symbols.mp_type_type ? `class ${this.text(this.word(type + 4) >>> 16)}` : "?";
  }

  // ---------------------------------------------------------------- blocks

  // All that is live: address -> bytes.
  all() {
    const area = this.find();
    const kinds = this.kinds(area);
    const live = this.live(area, kinds);
    const sizes = new Map();
    for (let block = 0; block < area.blocks; block++) {
      if (!(kinds[block] & HEAD) || !live[block]) continue;
      let n = 1;
      while (kinds[block + n] === TAIL) n++;
      sizes.set(area.pool + block * BLOCK, n * BLOCK);
    }
    return { area, sizes };
  }
  *pointers(address, size, sizes) {
    for (let k = 0; k < size; k += 4) {
      const to = this.word(address + k);
      if (sizes.has(to)) yield to;
    }
  }
  // Whose functions and classes are: address -> module. A function has its module's context, a class functions.
  owners(sizes, modules) {
    const owners = new Map(modules.map(([, module]) => [module, module]));
    const functions = new Set(FUNCTIONS.map((name) => this.symbols[`mp_type_${name}`]));
    for (const address of sizes.keys())
      if (functions.has(this.word(address))) owners.set(address, this.word(address + 4));
    for (const [address, size] of sizes) {
      if (this.word(address) !== this.symbols.mp_type_type) continue;
      const held = [...this.pointers(address, size, sizes)].filter((to) => this.word(to) === this.symbols.mp_type_dict);
      const owner = held.flatMap((dict) => this.items(dict)).map(([, value]) => owners.get(value)).find(Boolean);
      if (owner) owners.set(address, owner);
    }
    return owners;
  }
  // What is reached from a module and what is its own, not by way of other modules' things or of instances.
  reached(module, owners, sizes) {
    const todo = [...owners].filter(([, owner]) => owner === module).map(([address]) => address);
    const seen = new Set();
    while (todo.length) {
      const address = todo.pop();
      if (seen.has(address) || this.kind(address).startsWith("class ")) continue;
      seen.add(address);
      for (const to of this.pointers(address, sizes.get(address), sizes))
        if ((owners.get(to) ?? module) === module) todo.push(to);
    }
    return seen;
  }
  // [[bytes, module], ...]: live code, names and constants of each, largest first; then (several): what more than one of
  // them holds, (the rest): what the program has made, (all).
  modules() {
    const { area, sizes } = this.all();
    const modules = this.loaded(area).filter(([, module]) => sizes.has(module));
    const owners = this.owners(sizes, modules);
    const whose = new Map();
    for (const [name, module] of modules)
      for (const address of this.reached(module, owners, sizes))
        whose.set(address, whose.has(address) ? "(several)" : name);
    const sums = new Map(modules.map(([name]) => [name, 0]));
    let all = 0;
    for (const [address, size] of sizes) {
      const name = whose.get(address) ?? "(the rest)";
      sums.set(name, (sums.get(name) ?? 0) + size);
      all += size;
    }
    const rows = [...sums].map(([name, size]) => [size, name]);
    const own = rows.filter(([, name]) => name[0] !== "(").sort((a, b) => b[0] - a[0]);
    return [...own, ...rows.filter(([, name]) => name[0] === "("), [all, "(all)"]];
  }
  // [[bytes, number, type], ...]; "?": no object.
  census() {
    const sums = new Map();
    for (const [address, size] of this.all().sizes) {
      let kind = this.kind(address);
      if (kind === "?") kind = size > 512 ? "? > 512" : `? ${size}`;
      const [bytes, n] = sums.get(kind) ?? [0, 0];
      sums.set(kind, [bytes + size, n + 1]);
    }
    return [...sums].map(([kind, [bytes, n]]) => [bytes, n, kind]).sort((a, b) => b[0] - a[0]);
  }
  // [[bytes, address, type, first bytes, [who holds it]], ...], the n largest.
  largest(n = 30) {
    const { area, sizes } = this.all();
    const wanted = [...sizes].sort((a, b) => b[1] - a[1]).slice(0, n);
    const holders = new Map(wanted.map(([address]) => [address, []]));
    for (const [address, size] of sizes)
      for (const to of this.pointers(address, size, sizes))
        holders.get(to)?.push(`${this.kind(address)} ${address.toString(16)}`);
    for (let at = area.state; at < area.roots; at += 4) holders.get(this.word(at))?.push(`root ${at - area.state}`);
    return wanted.map(([address, size]) => {
      const bytes = Buffer.alloc(24);
      for (let k = 0; k < 24; k += 4) bytes.writeUInt32LE(this.word(address + k), k);
      const text = bytes.toString("latin1").replace(/[^ -~]/g, ".");
      return [size, address.toString(16), this.kind(address), text, holders.get(address).slice(0, 4)];
    });
  }
}
