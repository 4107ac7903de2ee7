"""The wall cases of tests/walls: every file's records through `opening` or `script`, as the file expects."""

from samples import cases

from engine_core.wall import RecordError, opening, script


def differs(want, have):
    """What `have` says otherwise than `want`, or None. A step of which nothing is expected must not be refused."""
    for key in want:
        if key != "steps" and have[key] != want[key]:
            return "%s is %r, want %r" % (key, have[key], want[key])
    if "steps" not in want:
        return None
    if len(want["steps"]) != len(have["steps"]):
        return "%d steps, want %d" % (len(have["steps"]), len(want["steps"]))
    for n, step in enumerate(want["steps"]):
        if have["steps"][n].get("refused", False) != (step or {}).get("refused", False):
            return "step %d: refused or not" % n
        why = differs(step or {}, have["steps"][n])
        if why:
            return "step %d: %s" % (n, why)
    return None


def outcome(record, want):
    try:
        have = script(record) if "events" in record else opening(record)
    except RecordError as error:
        if "error" in want and str(error).startswith(want["error"]):
            return None
        return "RecordError %s" % error
    return "no error" if "error" in want else differs(want, have)


def test_every_case():
    count = 0
    for case in cases("walls"):
        why = outcome(case["record"], case["expect"])
        assert why is None, "%s: %s" % (case["id"], why)
        count += 1
    assert count >= 16
