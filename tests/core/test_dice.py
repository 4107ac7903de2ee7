"""Dice: byte to face, commitment, health tests, mixing.

The cut-offs follow from SP 800-90B 4.4 at a false alarm rate of 2^-20.
"""

from check import raises

from engine_core import dice

SECRET = bytes(range(32))


def unhex(text):
    return bytes([int(text[i : i + 2], 16) for i in range(0, len(text), 2)])


# ---------------------------------------------------------------- faces


def test_every_byte_below_252_gives_a_face_and_every_face_has_42_bytes():
    seen = [0] * 7
    for byte in range(256):
        seen[dice.face(byte)] += 1
    assert seen == [4, 42, 42, 42, 42, 42, 42]
    assert [dice.face(b) for b in (0, 1, 2, 3, 4, 5, 6, 251)] == [1, 2, 3, 4, 5, 6, 1, 6]
    assert [dice.face(b) for b in (252, 253, 254, 255)] == [0, 0, 0, 0]


def test_hmac_gives_the_vectors_of_rfc_4231():
    for key, message, want in (
        (b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        (b"Jefe", b"what do ya want for nothing?", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        (b"\xaa" * 20, b"\xdd" * 50, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
        (bytes(range(1, 26)), b"\xcd" * 50, "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    ):
        assert dice.hmac(key, message) == unhex(want)
    raises(ValueError, dice.hmac, bytes(65), b"")


# The vectors below were made with hashlib and hmac of CPython, not with this code.


def test_the_published_vector():
    assert dice.seal(SECRET) == unhex("f3807a7bd5b4cad221e6c37a014e90b4a2d6d3ab3592c01fe09e9d2728354472")
    assert dice.faces(SECRET, b"mjtable", 10) == bytes([5, 2, 6, 3, 1, 6, 4, 2, 5, 5])


def test_faces_go_on_in_further_blocks():
    assert dice.faces(SECRET, b"", 40) == bytes([int(c) for c in "1566366116543135143166453343446646216255"])
    want = "3451465316465316434161124213466552233261352345343235235651664335256542"
    assert dice.faces(b"\xff" * 32, b"\x00\x01", 70) == bytes([int(c) for c in want])


def test_a_byte_of_252_or_more_is_left_out():
    # The first block begins fc 7f 07 49 for the press "17", fd a2 f2 for "70".
    assert dice.faces(SECRET, b"17", 4) == bytes([2, 2, 2, 4])
    assert dice.faces(SECRET, b"70", 4) == bytes([1, 3, 5, 2])


def test_a_throw_of_fewer_dice_is_the_beginning_of_a_longer_one():
    longer = dice.faces(SECRET, b"x", 100)
    assert [dice.faces(SECRET, b"x", n) == longer[:n] for n in (0, 1, 2, 31, 32, 33, 64)] == [True] * 7


def test_a_secret_has_32_bytes():
    for secret in (b"", bytes(31), bytes(33)):
        raises(ValueError, dice.seal, secret)
        raises(ValueError, dice.faces, secret, b"", 2)


# ---------------------------------------------------------------- commit and reveal


def test_verify_accepts_the_throw_and_nothing_else():
    sealed = dice.seal(SECRET)
    thrown = dice.faces(SECRET, b"press", 2)
    assert dice.verify(sealed, SECRET, b"press", thrown)
    assert dice.verify(sealed, SECRET, b"press", list(thrown))
    other = bytes([thrown[0], thrown[1] % 6 + 1])
    assert not dice.verify(sealed, SECRET, b"press", other)
    assert not dice.verify(sealed, SECRET, b"Press", thrown)
    assert not dice.verify(bytes(32), SECRET, b"press", thrown)
    assert not dice.verify(sealed, SECRET[:31], b"press", thrown)
    assert not dice.verify(dice.seal(bytes(32)), SECRET, b"press", thrown)


# ---------------------------------------------------------------- health tests


def passed(limits, samples):
    """How many samples go through before the first fault."""
    health = dice.Health(limits)
    for n, sample in enumerate(samples):
        if not health.feed(bytes([sample])):
            return n
    return len(samples)


def test_repetition_count_fails_exactly_at_its_cut_off():
    # 1 + 20 / H for H = 8, 1, 1/2, 1/4 bits a sample, rounded up
    for limits, cut_off in ((dice.BYTES, 4), (dice.BITS, 21), (dice.HALF_BITS, 41), (dice.QUARTER_BITS, 81)):
        assert passed(limits, b"\x07" * (cut_off - 1)) == cut_off - 1
        assert passed(limits, b"\x07" * cut_off) == cut_off - 1
        assert passed(limits, b"\x09" + b"\x07" * cut_off) == cut_off
        assert passed(limits, b"\x07" * (cut_off - 1) + b"\x09" + b"\x07" * (cut_off - 1)) == 2 * cut_off - 1


def test_repetition_count_goes_on_from_one_piece_to_the_next():
    health = dice.Health(dice.BYTES)
    assert health.feed(b"\x01\x05\x05")
    assert not health.feed(b"\x05\x05\x06")
    assert health.fault == "one value 4 times in a row"


def other(n):
    """Samples that are not 7, no two neighbours alike."""
    return 100 + n % 100


def spread(pattern, count):
    """`count` samples: 7 where the pattern, repeated, has "x", else other ones."""
    return bytes([7 if pattern[i % len(pattern)] == "x" else other(i) for i in range(count)])


def test_adaptive_proportion_fails_exactly_at_its_cut_off():
    # Of the window's samples the first and its equals count: the 13th in "x." comes as sample 2 x 12 + 1, the 589th in
    # "xx." as 3 x 294 + 1, the 793rd in "xxxx." as 5 x 198 + 1. The one before it passes.
    for limits, pattern, at in ((dice.BYTES, "x.", 25), (dice.BITS, "xx.", 883), (dice.HALF_BITS, "xxxx.", 991)):
        assert passed(limits, spread(pattern, 1024)) == at - 1


def test_adaptive_proportion_counts_only_the_first_sample_of_the_window():
    assert passed(dice.BYTES, b"\x01" + spread("x.", 511)) == 512
    assert passed(dice.BYTES, b"\x01" + spread("x.", 511) + spread("x.", 512)) == 512 + 24


def test_adaptive_proportion_starts_anew_at_the_end_of_the_window():
    twelve = spread("x.", 24) + bytes([other(n) for n in range(488)])
    assert passed(dice.BYTES, twelve * 3) == 3 * 512
    # The 512th sample still belongs to the window, the 513th to the next one.
    assert passed(dice.BYTES, twelve[:511] + b"\x07") == 511
    assert passed(dice.BYTES, twelve + b"\x07") == 513


def tail(window, cut_off, num, den):
    """den^window times the chance that `cut_off` or more of `window` samples are the one of chance num/den."""
    rest = den - num
    term = num**window
    total = 0
    for k in range(window, cut_off - 1, -1):
        total += term
        term = term * k * rest // ((window - k + 1) * num)
    return total


def test_the_cut_offs_of_adaptive_proportion_follow_from_the_binomial_distribution():
    # 2^-1/2 lies between two fractions, and so does 2^-1/4; both give the same cut-off.
    half, quarter = dice.HALF_BITS, dice.QUARTER_BITS
    for limits, num, den in (
        (dice.BYTES, 1, 256), (dice.BITS, 1, 2), (half, 7071, 10000), (half, 70711, 100000),
        (quarter, 8408, 10000), (quarter, 8409, 10000),
    ):  # fmt: skip
        _, cut_off, window, _ = limits
        whole = den**window
        assert tail(window, cut_off, num, den) << 20 <= whole
        assert tail(window, cut_off - 1, num, den) << 20 > whole


def test_each_source_alone_gives_512_bits_at_its_claimed_rate():
    for limits, quarters in ((dice.BYTES, 32), (dice.BITS, 4), (dice.HALF_BITS, 2), (dice.QUARTER_BITS, 1)):
        assert limits[3] * quarters == 4 * 512 and limits[3] % dice.PIECE == 0


def test_a_fault_stays_until_reset():
    health = dice.Health(dice.BYTES)
    health.feed(b"\x05" * 4)
    assert not health.feed(b"\x01")
    health.reset()
    assert health.fault == "" and health.feed(b"\x05" * 3)


# ---------------------------------------------------------------- sources and mixing


class Fake:
    """A source for tests: a small generator that can be made to fail."""

    def __init__(self, seed=1):
        self.state = seed
        self.reads = 0
        self.stuck = self.short = self.broken = False
        self.biased = 0  # of 256 samples so many are 9, whatever the generator says

    def read(self, n):
        self.reads += 1
        if self.broken:
            raise OSError(5)
        if self.stuck:
            return bytes(n)
        out = bytearray(n - self.short)
        for i in range(len(out)):
            self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
            out[i] = self.state >> 16 & 255
            if self.state >> 8 & 255 < self.biased:
                out[i] = 9
        return bytes(out)


def test_a_secret_has_32_bytes_and_comes_after_a_start_up_test_of_1024_samples():
    fake = Fake()
    mixer = dice.Mixer([dice.Source("fake", fake.read)])
    assert len(mixer.secret()) == 32
    assert fake.reads * dice.PIECE == 1024 + 64
    mixer.secret()
    assert fake.reads * dice.PIECE == 1024 + 64 + 64


def test_a_stuck_source_is_caught_and_named():
    good, bad = Fake(), Fake()
    mixer = dice.Mixer([dice.Source("good", good.read), dice.Source("timer", bad.read, dice.HALF_BITS)])
    bad.stuck = True
    assert str(raises(dice.EntropyError, mixer.secret)) == "dice: source timer: one value 41 times in a row"


def test_a_source_that_gets_stuck_later_is_caught():
    fake = Fake()
    mixer = dice.Mixer([dice.Source("fake", fake.read)])
    mixer.secret()
    fake.stuck = True
    raises(dice.EntropyError, mixer.secret)
    raises(dice.EntropyError, mixer.secret)


def test_a_biased_source_is_caught_and_one_as_even_as_it_claims_is_not():
    # (limits, of 256 samples so many alike that the claim still holds, and so many that it does not by far)
    for limits, fair, biased in ((dice.BYTES, 0, 40), (dice.BITS, 120, 200), (dice.HALF_BITS, 170, 240)):
        fake = Fake()
        fake.biased = fair
        mixer = dice.Mixer([dice.Source("fake", fake.read, limits)])
        for _ in range(20):
            mixer.secret()
        fake.biased = biased
        error = raises(dice.EntropyError, lambda mixer=mixer: [mixer.secret() for _ in range(60)])
        assert str(error).startswith("dice: source fake: one value ")


def test_a_false_alarm_costs_no_throw():
    fake = Fake()
    mixer = dice.Mixer([dice.Source("fake", fake.read)])
    mixer.secret()

    def stuck_once(n):
        fake.stuck = fake.reads == 0
        return fake.read(n)

    fake.reads = 0
    mixer = dice.Mixer([dice.Source("fake", stuck_once)])
    assert len(mixer.secret()) == 32
    assert fake.reads * dice.PIECE == 64 + 1024 + 64
    assert mixer.sources[0].fault == ""


def test_a_source_says_what_is_wrong_with_it_until_it_is_well_again():
    good, bad = Fake(), Fake()
    mixer = dice.Mixer([dice.Source("good", good.read), dice.Source("bad", bad.read)])
    assert [source.fault for source in mixer.sources] == ["", ""]
    bad.stuck = True
    raises(dice.EntropyError, mixer.secret)
    assert [source.fault for source in mixer.sources] == ["", "one value 4 times in a row"]
    bad.stuck, bad.short = False, True
    raises(dice.EntropyError, mixer.secret)
    assert mixer.sources[1].fault == "not the 64 samples asked for"
    bad.short = False
    mixer.secret()
    assert [source.fault for source in mixer.sources] == ["", ""]


def test_after_a_failure_the_start_up_test_must_pass_again():
    fake = Fake()
    mixer = dice.Mixer([dice.Source("fake", fake.read)])
    fake.stuck = True
    raises(dice.EntropyError, mixer.secret)
    fake.stuck = False
    fake.reads = 0
    assert len(mixer.secret()) == 32
    assert fake.reads * dice.PIECE == 1024 + 64


def test_a_source_that_does_not_answer_is_named():
    fake = Fake()
    mixer = dice.Mixer([dice.Source("fake", fake.read)])
    fake.broken = True
    assert str(raises(dice.EntropyError, mixer.secret)).startswith("dice: source fake: no answer")
    fake.broken = False
    fake.short = True
    assert str(raises(dice.EntropyError, mixer.secret)) == "dice: source fake: not the 64 samples asked for"
    for answer in (None, "x" * 64, [1] * 64):
        mixer = dice.Mixer([dice.Source("fake", lambda n, answer=answer: answer)])
        raises(dice.EntropyError, mixer.secret)


def test_every_source_changes_the_secret():
    def secret(first, second):
        return dice.Mixer([dice.Source("a", Fake(first).read), dice.Source("b", Fake(second).read)]).secret()

    assert secret(1, 2) == secret(1, 2)
    assert len({secret(1, 2), secret(1, 3), secret(4, 2), secret(2, 1)}) == 4


def test_what_was_mixed_before_goes_into_the_next_secret():
    # Two sources that give the same samples at the second call, after different ones at the first.
    a, b = Fake(1), Fake(2)
    one, two = dice.Mixer([dice.Source("a", a.read)]), dice.Mixer([dice.Source("b", b.read)])
    one.secret()
    two.secret()
    a.state = b.state = 5
    assert one.secret() != two.secret()


def test_a_mixer_needs_a_source():
    raises(ValueError, dice.Mixer, [])
