// How much heap there is taken on a 32-bit MicroPython with a Pico's heap, after each step of a module's `steps`.
//   node wasm.mjs                                  does nothing: is the package there?
//   node wasm.mjs PAD ROOT FOLDER MODULE [ARGUMENT...]  PAD: bytes at the heap's begin that nothing is in; ROOT: the
//                                                  compiled core and firmware; FOLDER: where the module is
// The package is looked for in NODE_PATH and in build/node_modules:
//   npm install --prefix build @micropython/micropython-webassembly-pyscript
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const HEAP = 245888; // bytes, as on a Pico
const MODULE = "@micropython/micropython-webassembly-pyscript/micropython.mjs";

function copied(board, from, to) {
  board.FS.mkdir(to);
  for (const name of fs.readdirSync(from)) {
    const file = path.join(from, name);
    if (fs.statSync(file).isDirectory()) copied(board, file, `${to}/${name}`);
    else board.FS.writeFile(`${to}/${name}`, fs.readFileSync(file));
  }
}

const folders = [...(process.env.NODE_PATH ?? "").split(":").filter(Boolean), path.resolve("build/node_modules")];
const found = folders.map((folder) => path.join(folder, MODULE)).find((file) => fs.existsSync(file));
if (!found) {
  console.error(`${MODULE} is not in ${folders.join(" or ")}`);
  process.exit(1);
}
const [pad, root, folder, module, ...args] = process.argv.slice(2);
if (pad) {
  const { loadMicroPython } = await import(pathToFileURL(found));
  let said = "";
  const stdout = (line) => (said = line);
  const board = await loadMicroPython({ heapsize: HEAP, stdout, stderr: console.error, linebuffer: true });
  copied(board, root, "/table");
  copied(board, folder, "/bench");
  const given = args.map((a) => JSON.stringify(a)).join(", ");
  board.runPython(`import gc, sys\npad = bytearray(${pad})\nsys.path[:0] = ["/table", "/bench"]\nat = __import__("${module}").steps(${given})`);
  const taken = [];
  for (;;) {
    board.runPython('print(next(at, ""))');
    const name = said;
    if (!name) break;
    // WebAssembly cannot look at its own stack: garbage is collected when nothing runs.
    // Before, what it has left on its stack is written over: an address there would keep a whole module alive.
    board.runPython("def deep(n):\n    return [n, deep(n - 1) if n else 0]\ndeep(20)");
    for (let i = 0; i < 3; i++) board.runPython("gc.collect()");
    board.runPython("print(gc.mem_alloc())");
    taken.push([name, Number(said)]);
  }
  console.log(JSON.stringify(taken));
}
