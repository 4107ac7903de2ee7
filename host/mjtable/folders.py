"""Where mjtable keeps things on the laptop. MJTABLE_HOME puts everything into one folder (tests, a USB stick).

Each function only says where: a folder that is not there is an empty one. Whoever writes into it has it made().
"""

import os
from pathlib import Path

import platformdirs

from mjtable.errors import BadFolder


def _folder(kind: str, default: Path) -> Path:
    home = os.environ.get("MJTABLE_HOME")
    return Path(home) / kind if home else default


def made(path: Path) -> Path:
    """The folder, which is there now. BadFolder."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as e:
        raise BadFolder(folder=str(path), why=e.strerror or str(e)) from e
    return path


def config() -> Path:
    """Remembered tables."""
    return _folder("config", platformdirs.user_config_path("mjtable", appauthor=False))


def data() -> Path:
    """The history and the flash images of simulated tables."""
    return _folder("data", platformdirs.user_data_path("mjtable", appauthor=False))


def cache() -> Path:
    """Compiled firmware, and what a sync has fetched so far; may be deleted at any time."""
    return _folder("cache", platformdirs.user_cache_path("mjtable", appauthor=False))


def runtime() -> Path:
    """Files of running simulators."""
    return _folder("run", platformdirs.user_cache_path("mjtable", appauthor=False) / "run")
