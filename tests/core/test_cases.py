"""Every case of tests/cases is answered as it expects, balances, and can be told in both languages."""

from samples import cases

from engine_core.score import explain, score


def test_every_case():
    count = 0
    for case in cases():
        have = score(case["record"])
        want = case["expect"]
        for key in want:
            if key != "wins":
                assert have[key] == want[key], (case["id"], key, have[key], want[key])
        assert len(have["wins"]) == len(want["wins"]), case["id"]
        for h, w in zip(have["wins"], want["wins"]):
            for key in w:
                assert h.get(key) == w[key], (case["id"], key, h.get(key), w[key])
        assert sum(have["delta"]) == 0, case["id"]
        count += 1
    assert count >= 26


def test_every_case_can_be_explained():
    for case in cases():
        for lang in ("zh", "en"):
            for line in explain(case["record"], lang):
                assert line and "{" not in line, (case["id"], line)
                for key in ("pattern.", "reason.", "why.", "formula.", "line.", "word."):
                    assert key not in line, (case["id"], line)
