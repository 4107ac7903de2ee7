"""`python -m mjtable` is the command `mjtable`."""

from mjtable.cli import main

if __name__ == "__main__":
    main()
