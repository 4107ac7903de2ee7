// Runs the core of an rp2040js chip two to three times as fast as its executeInstruction() does, with the same cycles:
// what programs mostly consist of is done here, on the RAM and the flash themselves; the rest is left to rp2040js.
// compare.mjs holds both equal. One loop with everything in it: a call for each instruction would cost what it saves.
const RAM = 0x20000000, RAM_END = RAM + 264 * 1024, FLASH = 0x10000000, FLASH_END = FLASH + 0x1000000;

const bits = new Uint8Array(256);
for (let k = 1; k < 256; k++) bits[k] = bits[k >> 1] + (k & 1);

export class Core {
  // trapped: Uint8Array, a byte for (address >>> 1 & 0x7fff); trap(address) is called there.
  constructor(mcu, trapped, trap) {
    Object.assign(this, { mcu, trapped, trap });
    this.core = mcu.core;
    this.clock = mcu.clock;
    this.ram8 = mcu.sram;
    this.ram16 = new Uint16Array(mcu.sram.buffer);
    this.ram32 = new Uint32Array(mcu.sram.buffer);
    this.flash8 = mcu.flash;
    this.flash16 = new Uint16Array(mcu.flash.buffer);
    this.flash32 = new Uint32Array(mcu.flash.buffer);
  }

  // Until `until` (nanoseconds of the clock), a wait, or so many instructions.
  run(until, steps) {
    const { mcu, core, clock, trapped, ram8, ram16, ram32, flash8, flash16, flash32 } = this;
    const r = core.registers;
    let pc = r[15] & ~1, nanos = clock.nanosCounter;
    let next = clock.nextAlarm === null ? Infinity : clock.nextAlarm.nanos;
    let nz = core.Z ? 0 : core.N ? -1 : 1, c = core.C ? 1 : 0, v = core.V;
    let stop = next < until ? next : until;

    while (steps-- > 0) {
      if (nanos >= stop) {
        if (nanos >= next) {
          clock.nanosCounter = nanos;
          clock.tick(0);
          nanos = clock.nanosCounter;
          next = clock.nextAlarm === null ? Infinity : clock.nextAlarm.nanos;
        }
        stop = next < until ? next : until;
        if (nanos >= until) break;
      }
      if (trapped[pc >>> 1 & 0x7fff]) { r[15] = pc; this.trap(pc); }
      let slow = core.interruptsUpdated, cycles = 1, op = 0, io = 0, away = 0;
      if (!slow) {
        if (pc >= RAM && pc < RAM_END) op = ram16[pc - RAM >>> 1];
        else if (pc >= FLASH && pc < FLASH_END) op = flash16[pc - FLASH >>> 1];
        else slow = true;
      }
      if (!slow) {
        switch (op >>> 8) {
          case 0x00: case 0x01: case 0x02: case 0x03: case 0x04: case 0x05: case 0x06: case 0x07: { // LSLS
            const n = op >> 6 & 31, x = r[op >> 3 & 7];
            if (n) c = x >>> 32 - n & 1;
            nz = x << n;
            r[op & 7] = nz;
            break;
          }
          case 0x08: case 0x09: case 0x0a: case 0x0b: case 0x0c: case 0x0d: case 0x0e: case 0x0f: { // LSRS
            const n = op >> 6 & 31, x = r[op >> 3 & 7];
            c = x >>> (n ? n - 1 : 31) & 1;
            nz = n ? x >>> n | 0 : 0;
            r[op & 7] = nz;
            break;
          }
          case 0x10: case 0x11: case 0x12: case 0x13: case 0x14: case 0x15: case 0x16: case 0x17: { // ASRS
            const n = op >> 6 & 31, x = r[op >> 3 & 7] | 0;
            c = x >>> (n ? n - 1 : 31) & 1;
            nz = x >> (n || 31);
            r[op & 7] = nz;
            break;
          }
          case 0x18: case 0x19: case 0x1c: case 0x1d: { // ADDS
            const a = r[op >> 3 & 7], b = op & 0x400 ? op >> 6 & 7 : r[op >> 6 & 7], s = a + b;
            nz = s | 0;
            c = s > 0xffffffff ? 1 : 0;
            v = ((a ^ nz) & (b ^ nz)) < 0;
            r[op & 7] = nz;
            break;
          }
          case 0x1a: case 0x1b: case 0x1e: case 0x1f: { // SUBS
            const a = r[op >> 3 & 7], b = op & 0x400 ? op >> 6 & 7 : r[op >> 6 & 7];
            nz = a - b | 0;
            c = a >= b ? 1 : 0;
            v = ((a ^ b) & (a ^ nz)) < 0;
            r[op & 7] = nz;
            break;
          }
          case 0x20: case 0x21: case 0x22: case 0x23: case 0x24: case 0x25: case 0x26: case 0x27: // MOVS
            nz = op & 0xff;
            r[op >> 8 & 7] = nz;
            break;
          case 0x28: case 0x29: case 0x2a: case 0x2b: case 0x2c: case 0x2d: case 0x2e: case 0x2f: { // CMP
            const a = r[op >> 8 & 7], b = op & 0xff;
            nz = a - b | 0;
            c = a >= b ? 1 : 0;
            v = (a & (a ^ nz)) < 0;
            break;
          }
          case 0x30: case 0x31: case 0x32: case 0x33: case 0x34: case 0x35: case 0x36: case 0x37: { // ADDS
            const a = r[op >> 8 & 7], s = a + (op & 0xff);
            nz = s | 0;
            c = s > 0xffffffff ? 1 : 0;
            v = (~a & nz) < 0 && a < 0x80000000;
            r[op >> 8 & 7] = nz;
            break;
          }
          case 0x38: case 0x39: case 0x3a: case 0x3b: case 0x3c: case 0x3d: case 0x3e: case 0x3f: { // SUBS
            const a = r[op >> 8 & 7], b = op & 0xff;
            nz = a - b | 0;
            c = a >= b ? 1 : 0;
            v = (a & (a ^ nz)) < 0;
            r[op >> 8 & 7] = nz;
            break;
          }
          case 0x40: case 0x41: case 0x42: case 0x43: {
            const m = r[op >> 3 & 7], d = r[op & 7];
            switch (op >> 6 & 15) {
              case 0: r[op & 7] = nz = d & m; break;
              case 1: r[op & 7] = nz = d ^ m; break;
              case 2: { // LSLS
                const n = m & 0xff;
                if (n) c = n <= 32 ? d >>> 32 - n & 1 : 0;
                r[op & 7] = nz = n < 32 ? d << n : 0;
                break;
              }
              case 3: { // LSRS
                const n = m & 0xff;
                if (n) c = n <= 32 ? d >>> n - 1 & 1 : 0;
                r[op & 7] = nz = n < 32 ? d >>> n | 0 : 0;
                break;
              }
              case 4: { // ASRS
                const n = m & 0xff;
                if (n) c = n < 32 ? d >>> n - 1 & 1 : d >>> 31;
                r[op & 7] = nz = n < 32 ? d >> n : d >> 31;
                break;
              }
              case 5: { // ADCS
                const s = d + m + c;
                nz = s | 0;
                c = s > 0xffffffff ? 1 : 0;
                v = ((d ^ nz) & (m ^ nz)) < 0;
                r[op & 7] = nz;
                break;
              }
              case 6: { // SBCS
                const s = d - m - 1 + c;
                nz = s | 0;
                c = s >= 0 ? 1 : 0;
                v = ((d ^ m) & (d ^ nz)) < 0;
                r[op & 7] = nz;
                break;
              }
              case 7: { // RORS
                const n = m & 31;
                nz = n ? d >>> n | d << 32 - n : d | 0;
                if (m & 0xff) c = nz >>> 31;
                r[op & 7] = nz;
                break;
              }
              case 8: nz = d & m; break;
              case 9: // RSBS
                nz = -m | 0;
                c = m === 0 ? 1 : 0;
                v = (m & nz) < 0;
                r[op & 7] = nz;
                break;
              case 10: // CMP
                nz = d - m | 0;
                c = d >= m ? 1 : 0;
                v = ((d ^ m) & (d ^ nz)) < 0;
                break;
              case 11: { // CMN
                const s = d + m;
                nz = s | 0;
                c = s > 0xffffffff ? 1 : 0;
                v = ((d ^ nz) & (m ^ nz)) < 0;
                break;
              }
              case 12: r[op & 7] = nz = d | m; break;
              case 13: r[op & 7] = nz = Math.imul(d, m); break;
              case 14: r[op & 7] = nz = d & ~m; break;
              default: r[op & 7] = nz = ~m; break;
            }
            break;
          }
          case 0x44: { // ADD
            const m = op >> 3 & 15, d = op >> 4 & 8 | op & 7;
            if (d === 15) { slow = true; break; }
            const s = r[d] + (m === 15 ? pc + 4 : r[m]);
            r[d] = d === 13 ? s & ~3 : s;
            break;
          }
          case 0x45: { // CMP
            const a = r[op >> 4 & 8 | op & 7], b = r[op >> 3 & 15];
            if ((op >> 3 & 15) === 15) { slow = true; break; }
            nz = a - b | 0;
            c = a >= b ? 1 : 0;
            v = ((a ^ b) & (a ^ nz)) < 0;
            break;
          }
          case 0x46: { // MOV
            const m = op >> 3 & 15, d = op >> 4 & 8 | op & 7, x = m === 15 ? pc + 4 : r[m];
            if (d === 15) { pc = (x & ~1) - 2; cycles = 2; } else r[d] = d === 13 ? x & ~3 : x;
            break;
          }
          case 0x47: { // BX, BLX
            const to = r[op >> 3 & 15];
            if (to >>> 28 === 15) { slow = true; break; }
            if (op & 0x80) r[14] = pc + 2 | 1;
            pc = (to & ~1) - 2;
            cycles = 2;
            break;
          }
          case 0x48: case 0x49: case 0x4a: case 0x4b: case 0x4c: case 0x4d: case 0x4e: case 0x4f: { // LDR literal
            const a = (pc + 4 & ~3) + ((op & 0xff) << 2);
            if (a >= FLASH && a < FLASH_END) r[op >> 8 & 7] = flash32[a - FLASH >>> 2];
            else if (a >= RAM && a < RAM_END) r[op >> 8 & 7] = ram32[a - RAM >>> 2];
            else { slow = true; break; }
            cycles = 2;
            break;
          }
          case 0x50: case 0x51: // STR
            away = r[op >> 3 & 7] + r[op >> 6 & 7] >>> 0;
            if (away >= RAM && away < RAM_END && !(away & 3)) { ram32[away - RAM >>> 2] = r[op & 7]; cycles = 2; }
            else io = 1;
            break;
          case 0x60: case 0x61: case 0x62: case 0x63: case 0x64: case 0x65: case 0x66: case 0x67:
            away = r[op >> 3 & 7] + (op >> 4 & 0x7c) >>> 0;
            if (away >= RAM && away < RAM_END && !(away & 3)) { ram32[away - RAM >>> 2] = r[op & 7]; cycles = 2; }
            else io = 1;
            break;
          case 0x90: case 0x91: case 0x92: case 0x93: case 0x94: case 0x95: case 0x96: case 0x97: // STR sp
            away = r[13] + ((op & 0xff) << 2) >>> 0;
            if (away >= RAM && away < RAM_END) { ram32[away - RAM >>> 2] = r[op >> 8 & 7]; cycles = 2; }
            else slow = true;
            break;
          case 0x52: case 0x53: // STRH
            away = r[op >> 3 & 7] + r[op >> 6 & 7] >>> 0;
            if (away >= RAM && away < RAM_END && !(away & 1)) { ram16[away - RAM >>> 1] = r[op & 7]; cycles = 2; }
            else slow = true;
            break;
          case 0x80: case 0x81: case 0x82: case 0x83: case 0x84: case 0x85: case 0x86: case 0x87:
            away = r[op >> 3 & 7] + (op >> 5 & 0x3e) >>> 0;
            if (away >= RAM && away < RAM_END && !(away & 1)) { ram16[away - RAM >>> 1] = r[op & 7]; cycles = 2; }
            else slow = true;
            break;
          case 0x54: case 0x55: // STRB
            away = r[op >> 3 & 7] + r[op >> 6 & 7] >>> 0;
            if (away >= RAM && away < RAM_END) { ram8[away - RAM] = r[op & 7]; cycles = 2; } else slow = true;
            break;
          case 0x70: case 0x71: case 0x72: case 0x73: case 0x74: case 0x75: case 0x76: case 0x77:
            away = r[op >> 3 & 7] + (op >> 6 & 31) >>> 0;
            if (away >= RAM && away < RAM_END) { ram8[away - RAM] = r[op & 7]; cycles = 2; } else slow = true;
            break;
          case 0x58: case 0x59: // LDR
            away = r[op >> 3 & 7] + r[op >> 6 & 7] >>> 0;
            if (away & 3) { slow = true; break; }
            if (away >= RAM && away < RAM_END) { r[op & 7] = ram32[away - RAM >>> 2]; cycles = 2; }
            else if (away >= FLASH && away < FLASH_END) { r[op & 7] = flash32[away - FLASH >>> 2]; cycles = 2; }
            else io = 2;
            break;
          case 0x68: case 0x69: case 0x6a: case 0x6b: case 0x6c: case 0x6d: case 0x6e: case 0x6f:
            away = r[op >> 3 & 7] + (op >> 4 & 0x7c) >>> 0;
            if (away & 3) { slow = true; break; }
            if (away >= RAM && away < RAM_END) { r[op & 7] = ram32[away - RAM >>> 2]; cycles = 2; }
            else if (away >= FLASH && away < FLASH_END) { r[op & 7] = flash32[away - FLASH >>> 2]; cycles = 2; }
            else io = 2;
            break;
          case 0x98: case 0x99: case 0x9a: case 0x9b: case 0x9c: case 0x9d: case 0x9e: case 0x9f: // LDR sp
            away = r[13] + ((op & 0xff) << 2) >>> 0;
            if (away >= RAM && away < RAM_END) { r[op >> 8 & 7] = ram32[away - RAM >>> 2]; cycles = 2; } else slow = true;
            break;
          case 0x5a: case 0x5b: // LDRH
            away = r[op >> 3 & 7] + r[op >> 6 & 7] >>> 0;
            if (away & 1) { slow = true; break; }
            if (away >= RAM && away < RAM_END) { r[op & 7] = ram16[away - RAM >>> 1]; cycles = 2; }
            else if (away >= FLASH && away < FLASH_END) { r[op & 7] = flash16[away - FLASH >>> 1]; cycles = 2; }
            else slow = true;
            break;
          case 0x88: case 0x89: case 0x8a: case 0x8b: case 0x8c: case 0x8d: case 0x8e: case 0x8f:
            away = r[op >> 3 & 7] + (op >> 5 & 0x3e) >>> 0;
            if (away & 1) { slow = true; break; }
            if (away >= RAM && away < RAM_END) { r[op & 7] = ram16[away - RAM >>> 1]; cycles = 2; }
            else if (away >= FLASH && away < FLASH_END) { r[op & 7] = flash16[away - FLASH >>> 1]; cycles = 2; }
            else slow = true;
            break;
          case 0x5e: case 0x5f: // LDRSH
            away = r[op >> 3 & 7] + r[op >> 6 & 7] >>> 0;
            if (away & 1) { slow = true; break; }
            if (away >= RAM && away < RAM_END) { r[op & 7] = ram16[away - RAM >>> 1] << 16 >> 16; cycles = 2; }
            else if (away >= FLASH && away < FLASH_END) { r[op & 7] = flash16[away - FLASH >>> 1] << 16 >> 16; cycles = 2; }
            else slow = true;
            break;
          case 0x5c: case 0x5d: // LDRB
            away = r[op >> 3 & 7] + r[op >> 6 & 7] >>> 0;
            if (away >= RAM && away < RAM_END) { r[op & 7] = ram8[away - RAM]; cycles = 2; }
            else if (away >= FLASH && away < FLASH_END) { r[op & 7] = flash8[away - FLASH]; cycles = 2; }
            else slow = true;
            break;
          case 0x78: case 0x79: case 0x7a: case 0x7b: case 0x7c: case 0x7d: case 0x7e: case 0x7f:
            away = r[op >> 3 & 7] + (op >> 6 & 31) >>> 0;
            if (away >= RAM && away < RAM_END) { r[op & 7] = ram8[away - RAM]; cycles = 2; }
            else if (away >= FLASH && away < FLASH_END) { r[op & 7] = flash8[away - FLASH]; cycles = 2; }
            else slow = true;
            break;
          case 0x56: case 0x57: // LDRSB
            away = r[op >> 3 & 7] + r[op >> 6 & 7] >>> 0;
            if (away >= RAM && away < RAM_END) { r[op & 7] = ram8[away - RAM] << 24 >> 24; cycles = 2; }
            else if (away >= FLASH && away < FLASH_END) { r[op & 7] = flash8[away - FLASH] << 24 >> 24; cycles = 2; }
            else slow = true;
            break;
          case 0xa0: case 0xa1: case 0xa2: case 0xa3: case 0xa4: case 0xa5: case 0xa6: case 0xa7: // ADR
            r[op >> 8 & 7] = (pc & ~3) + 4 + ((op & 0xff) << 2);
            break;
          case 0xa8: case 0xa9: case 0xaa: case 0xab: case 0xac: case 0xad: case 0xae: case 0xaf: // ADD sp
            r[op >> 8 & 7] = r[13] + ((op & 0xff) << 2);
            break;
          case 0xb0: // ADD, SUB sp
            r[13] += op & 0x80 ? -((op & 0x7f) << 2) : (op & 0x7f) << 2;
            break;
          case 0xb2: { // extensions
            const x = r[op >> 3 & 7];
            switch (op >> 6 & 3) {
              case 0: r[op & 7] = x << 16 >> 16; break;
              case 1: r[op & 7] = x << 24 >> 24; break;
              case 2: r[op & 7] = x & 0xffff; break;
              default: r[op & 7] = x & 0xff;
            }
            break;
          }
          case 0xb4: case 0xb5: { // PUSH
            const low = bits[op & 0xff], n = low + (op >> 8 & 1), a = r[13] - 4 * n;
            if (a < RAM || a >= RAM_END) { slow = true; break; }
            let at = a - RAM >>> 2;
            for (let k = 0, list = op & 0xff; list; k++, list >>= 1) if (list & 1) ram32[at++] = r[k];
            if (op & 0x100) ram32[at] = r[14];
            r[13] = a;
            cycles = 1 + low;
            break;
          }
          case 0xbc: case 0xbd: { // POP
            const low = bits[op & 0xff], a = r[13];
            if (a < RAM || a + 4 * low >= RAM_END) { slow = true; break; }
            let at = a - RAM >>> 2;
            if (op & 0x100) {
              const to = ram32[at + low];
              if (to >>> 28 === 15) { slow = true; break; }
              for (let k = 0, list = op & 0xff; list; k++, list >>= 1) if (list & 1) r[k] = ram32[at++];
              r[13] = a + 4 * low + 4;
              pc = (to & ~1) - 2;
              cycles = 3 + low;
            } else {
              for (let k = 0, list = op & 0xff; list; k++, list >>= 1) if (list & 1) r[k] = ram32[at++];
              r[13] = a + 4 * low;
              cycles = 1 + low;
            }
            break;
          }
          case 0xc0: case 0xc1: case 0xc2: case 0xc3: case 0xc4: case 0xc5: case 0xc6: case 0xc7: { // STM
            const n = op >> 8 & 7, low = bits[op & 0xff], a = r[n];
            if (op >> n & 1 || a < RAM || a + 4 * low > RAM_END || a & 3) { slow = true; break; }
            let at = a - RAM >>> 2;
            for (let k = 0, list = op & 0xff; list; k++, list >>= 1) if (list & 1) ram32[at++] = r[k];
            r[n] = a + 4 * low;
            cycles = 1 + low;
            break;
          }
          case 0xc8: case 0xc9: case 0xca: case 0xcb: case 0xcc: case 0xcd: case 0xce: case 0xcf: { // LDM
            const n = op >> 8 & 7, low = bits[op & 0xff], a = r[n];
            if (a & 3) { slow = true; break; }
            let at, from;
            if (a >= RAM && a + 4 * low <= RAM_END) { at = a - RAM >>> 2; from = ram32; }
            else if (a >= FLASH && a + 4 * low <= FLASH_END) { at = a - FLASH >>> 2; from = flash32; }
            else { slow = true; break; }
            for (let k = 0, list = op & 0xff; list; k++, list >>= 1) if (list & 1) r[k] = from[at++];
            if (!(op >> n & 1)) r[n] = a + 4 * low;
            cycles = 1 + low;
            break;
          }
          case 0xd0: if (nz === 0) { pc += (op << 24 >> 23) + 2; cycles = 2; } break;
          case 0xd1: if (nz !== 0) { pc += (op << 24 >> 23) + 2; cycles = 2; } break;
          case 0xd2: if (c) { pc += (op << 24 >> 23) + 2; cycles = 2; } break;
          case 0xd3: if (!c) { pc += (op << 24 >> 23) + 2; cycles = 2; } break;
          case 0xd4: if (nz < 0) { pc += (op << 24 >> 23) + 2; cycles = 2; } break;
          case 0xd5: if (nz >= 0) { pc += (op << 24 >> 23) + 2; cycles = 2; } break;
          case 0xd6: if (v) { pc += (op << 24 >> 23) + 2; cycles = 2; } break;
          case 0xd7: if (!v) { pc += (op << 24 >> 23) + 2; cycles = 2; } break;
          case 0xd8: if (c && nz !== 0) { pc += (op << 24 >> 23) + 2; cycles = 2; } break;
          case 0xd9: if (!c || nz === 0) { pc += (op << 24 >> 23) + 2; cycles = 2; } break;
          case 0xda: if (nz < 0 === v) { pc += (op << 24 >> 23) + 2; cycles = 2; } break;
          case 0xdb: if (nz < 0 !== v) { pc += (op << 24 >> 23) + 2; cycles = 2; } break;
          case 0xdc: if (nz !== 0 && nz < 0 === v) { pc += (op << 24 >> 23) + 2; cycles = 2; } break;
          case 0xdd: if (nz === 0 || nz < 0 !== v) { pc += (op << 24 >> 23) + 2; cycles = 2; } break;
          case 0xe0: case 0xe1: case 0xe2: case 0xe3: case 0xe4: case 0xe5: case 0xe6: case 0xe7: // B
            pc += (op << 21 >> 20) + 2;
            cycles = 2;
            break;
          case 0xf0: case 0xf1: case 0xf2: case 0xf3: case 0xf4: case 0xf5: case 0xf6: case 0xf7: { // BL
            const at = pc + 2, low = at >= RAM && at < RAM_END ? ram16[at - RAM >>> 1] : at < FLASH_END ? flash16[at - FLASH >>> 1] : 0;
            if ((low & 0xd000) !== 0xd000) { slow = true; break; }
            const s = op >> 10 & 1, i1 = 1 - (s ^ low >> 13 & 1), i2 = 1 - (s ^ low >> 11 & 1);
            r[14] = pc + 4 | 1;
            pc += 2 + ((s ? 0xff000000 : 0) | i1 << 23 | i2 << 22 | (op & 0x3ff) << 12 | (low & 0x7ff) << 1);
            cycles = 3;
            break;
          }
          default: slow = true;
        }
      }
      if (io) { // a register of a peripheral
        r[15] = pc + 2;
        clock.nanosCounter = nanos;
        const long = away >= 0xd0000000 && away < 0xe0000000 ? 0 : away >= 0x40000000 && away < 0x50000000 ? 3 : 1;
        if (io === 1) {
          mcu.writeUint32(away, r[op & 7]);
          cycles = 1 + long + (long === 3 ? 1 : 0);
        } else {
          r[op & 7] = mcu.readUint32(away);
          cycles = 1 + long;
        }
        nanos = clock.nanosCounter + 8 * cycles;
        pc += 2;
        next = clock.nextAlarm === null ? Infinity : clock.nextAlarm.nanos;
        stop = next < until ? next : until;
        if (core.waiting || this.halt) break;
        continue;
      }
      if (slow) {
        r[15] = pc;
        core.Z = nz === 0;
        core.N = nz < 0;
        core.C = c === 1;
        core.V = v;
        clock.nanosCounter = nanos;
        cycles = core.executeInstruction();
        nanos = clock.nanosCounter + 8 * cycles;
        nz = core.Z ? 0 : core.N ? -1 : 1;
        c = core.C ? 1 : 0;
        v = core.V;
        pc = r[15] & ~1;
        next = clock.nextAlarm === null ? Infinity : clock.nextAlarm.nanos;
        stop = next < until ? next : until;
        if (core.waiting || this.halt) break;
        continue;
      }
      pc += 2;
      nanos += 8 * cycles;
    }
    r[15] = pc;
    core.Z = nz === 0;
    core.N = nz < 0;
    core.C = c === 1;
    core.V = v;
    clock.nanosCounter = nanos;
    return steps;
  }
}
