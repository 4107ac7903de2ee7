"""The heap of a controller: when it is collected, and modules that come and go."""

import gc
import sys

from engine_core.seldom import let_go_seldom

FEW = 5  # memory is short when what is in use is more than so many times what is free
CORE = "engine_core."
REGIONS = CORE + "regions."
FIRMWARE = __name__[: __name__.find(".") + 1]
# Names of modules are one text, with spaces between: each by itself takes 48 bytes.
SCORING = "hand check settle rules shapes patterns record course"
FAMILY = " kongs blood_patterns blood"  # where suits are put aside
CHECKS = " blood_kongs blood_checks"  # what its hands need at the end
BLOOD = CORE + "blood"  # what the regions of one family share
HEAP = gc.mem_free() + gc.mem_alloc() if hasattr(gc, "mem_free") else 0  # on a PC it is not asked
MACHINE_CODE = "_native"  # how modules end whose memory is never given back: they stay


def collect_often() -> None:
    """Collected often, what lives stays close together: flash and displays need a kilobyte in one piece."""
    gc.collect()
    gc.threshold(gc.mem_free() // 4)


def collect_seldom() -> int:
    """Before what makes much, keeps little and loads nothing: collected when the heap is full, else a hand that takes
    long would take more than twice as long. How often it was, for collect_again(). It does not call that by itself:
    what is called so lies 300 bytes deeper, of a controller's 8 KB."""
    if not HEAP:
        return 0
    often: int = gc.threshold()
    gc.threshold(-1)
    return often


def collect_again(often: int) -> None:
    """As often as before collect_seldom()."""
    if HEAP:
        gc.threshold(often)


def short() -> bool:
    """Is little free: modules go that soon will be needed again.

    To be asked once in a while only: it looks at the whole heap, 8 ms of a Pico, and where it seems to be full of what
    was not collected yet 32 more.
    """
    if gc.mem_free() * (FEW + 1) >= HEAP:
        return False
    gc.collect()
    return gc.mem_free() * (FEW + 1) < HEAP


def bring_scoring(more: str = "") -> None:
    """Load what scores, that which others need first: one within the other they go deeper than a Pico's stack."""
    for name in (SCORING + more).split():
        __import__(CORE + name)


def bring_region(region: str) -> None:
    """The same, with a region that may not be the table's yet; one that is not here is told of by who asks for it."""
    bring_scoring()
    try:
        __import__(REGIONS + region)
    except ImportError:
        pass


def bring_rules(table, checks: str = "") -> None:  # type: ignore[no-untyped-def]
    """The same, with what the table's region needs, and its `checks` at the end of a hand."""
    if table.region is None:
        return
    bring_scoring(FAMILY + checks if "void" in table.ruleset.course() else "")
    if CORE + "facts" in sys.modules:
        from engine_core import facts

        facts.restored(table)


def let_go(*names: str) -> None:
    """Modules that are loaded again when they are needed."""
    for name in names:
        if sys.modules.pop(name, None):
            package, _, module = name.rpartition(".")
            delattr(sys.modules[package], module)


def let_go_of(names: str, package: str = FIRMWARE) -> None:
    """The same of one package: a text of their names."""
    let_go(*[package + name for name in names.split()])


def let_regions_go(but: "str | None") -> None:
    """The modules of all regions but one."""
    let_go(*[name for name in sys.modules if name.startswith(REGIONS) and name != REGIONS + str(but)])


def let_other_regions_go(table) -> None:  # type: ignore[no-untyped-def]
    """There is room for the rules of one region only: after a change of the region the modules of others go."""
    let_go_seldom()
    let_regions_go(table.region)
    blood = sys.modules.get(BLOOD)
    if blood and not isinstance(table.rules, blood.Blood):
        let_go(*[name for name in sys.modules if name.startswith(BLOOD)])
    gc.collect()


def let_go_since(before: set) -> None:
    """Modules of the core that were not there before, those that are in a package before the package: another region's
    rules have no room beside the table's."""
    loaded = [name for name in sys.modules if name.startswith(CORE) and name not in before]
    let_go_seldom()
    let_go(*[name for name in sorted(loaded, reverse=True) if not name.endswith(MACHINE_CODE)])
