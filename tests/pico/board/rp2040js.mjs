// The package rp2040js, from NODE_PATH or build/node_modules: npm install --prefix build rp2040js
import fs from "node:fs";
import path from "node:path";
import { createRequire } from "node:module";

const folders = [...(process.env.NODE_PATH ?? "").split(":").filter(Boolean), path.resolve("build/node_modules")];
const found = folders.find((folder) => fs.existsSync(path.join(folder, "rp2040js")));
if (!found) {
  console.error(`rp2040js is not in ${folders.join(" or ")}`);
  process.exit(1);
}
export const { RP2040, USBCDC, ConsoleLogger, LogLevel } = createRequire(path.join(found, "rp2040js/"))("rp2040js");
