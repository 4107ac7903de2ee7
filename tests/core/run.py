"""Runs the core's tests without a test framework: on MicroPython the files that pytest runs on CPython.

micropython -X heapsize=256k tests/core/run.py FILE ... [--region R] [--core FOLDER]
every function test_* of each file; exit code 1 on a failure. With --region only the cases of that region are read;
FOLDER has engine_core as it lies on a controller, compiled.
"""

import gc
import sys


def run(path):
    """(passed, failed) of one file."""
    folder, name = path.rsplit("/", 1)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    module = __import__(name.split(".")[0])
    passed = failed = 0
    for test in sorted(dir(module)):
        if test.startswith("test_"):
            gc.collect()
            try:
                getattr(module, test)()
                passed += 1
            except Exception as e:
                failed += 1
                print("FAILED %s %s" % (name, test))
                sys.print_exception(e)
    return passed, failed


def main(paths):
    here = __file__.rsplit("/", 1)[0]
    sys.path.insert(0, here)
    sys.path.insert(0, here + "/../..")
    if "--core" in paths:
        at = paths.index("--core")
        sys.path.insert(0, paths[at + 1])
        paths = paths[:at] + paths[at + 2 :]
    if "--region" in paths:
        import samples

        at = paths.index("--region")
        samples.ONLY.append(paths[at + 1])
        paths = paths[:at] + paths[at + 2 :]
    passed = failed = 0
    for path in paths:
        p, f = run(path)
        passed += p
        failed += f
    print("%d passed, %d failed" % (passed, failed))
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
