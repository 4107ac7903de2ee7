"""The hardware's self-test, of the firmware that lies there: it prints what it sees, until a Ctrl-C."""

import gc

gc.collect()
__import__("firmware.selftest").selftest.run()
