"""Fair dice: raw entropy in, faces out, and a commitment that lets anyone check a throw afterwards.

Before a throw the table publishes seal(secret). The player's press adds bytes that the table cannot choose, and
after the throw the secret is revealed: verify(seal, secret, press, dice) then shows that the dice were fixed by
the two together. It shows no more than that: against a table that could foresee the press the seal proves nothing.

    seal    = SHA-256(b"mjtable dice 1" + secret)                     secret: 32 bytes
    block i = HMAC-SHA256(key secret, press + i as 4 bytes big endian)  i = 0, 1, 2 ...
    faces   = the bytes of block 0, 1, ... in order, 252..255 left out, each byte % 6 + 1

For secret 00 01 02 .. 1f and press b"mjtable" the seal is
f3807a7bd5b4cad221e6c37a014e90b4a2d6d3ab3592c01fe09e9d2728354472 and the first ten faces are 5 2 6 3 1 6 4 2 5 5.

No I/O here: whoever builds a Mixer hands in the functions that read its sources. Such a function gets a number n and
returns n raw samples, a byte each; os.urandom is one as it stands.
"""

import hashlib

SECRET = 32  # bytes of a secret, and of a seal
PIECE = 64  # samples read at a time: a controller has no room for a thousand at once
START_UP = 1024  # samples that a source must pass before it is used (SP 800-90B 4.3)

# What a source is held to, by the entropy claimed for a sample: (cut-off of the repetition count test, cut-off and
# window of the adaptive proportion test, samples taken for a secret). Cut-offs for a false alarm rate of 2^-20 a sample
# or window; the samples hold 512 bits at the claimed rate, so each source would do alone if its claim is right.
BYTES = (4, 13, 512, 64)  # 8 bits: a conditioned generator
BITS = (21, 589, 1024, 512)  # 1 bit
HALF_BITS = (41, 793, 1024, 1024)  # 1/2 bit: timer jitter,
QUARTER_BITS = (81, 915, 1024, 2048)  # 1/4 bit: ... of a timer that is seldom late


class EntropyError(Exception):
    """No secret could be made: a source is stuck, too uneven or did not answer. The message names it.

    "dice: source timer: one value 81 times in a row"
    """


def face(byte: int) -> int:
    """The face 1..6 that a random byte shows, 0 = throw the byte away.

    252 = 6 x 42: of the bytes below it every face has 42. Taking all 256 would favour the faces 1 to 4.
    """
    return byte % 6 + 1 if byte < 252 else 0


# seldom: throwing
def hmac(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256 (RFC 2104) with a key of at most 64 bytes. MicroPython has no hmac module."""
    if len(key) > 64:
        raise ValueError("hmac: a key of %d bytes, at most 64" % len(key))
    key = key + bytes(64 - len(key))
    inner = hashlib.sha256(bytes(b ^ 0x36 for b in key) + message).digest()
    return hashlib.sha256(bytes(b ^ 0x5C for b in key) + inner).digest()


def seal(secret: bytes) -> bytes:
    """The commitment to a secret, 32 bytes. ValueError when the secret is not 32 bytes."""
    _check(secret)
    return hashlib.sha256(b"mjtable dice 1" + secret).digest()


# seldom: throwing
def faces(secret: bytes, press: bytes, n: int) -> bytes:
    """The n faces (each 1..6) that secret and press give together. ValueError when the secret is not 32 bytes."""
    _check(secret)
    shown = bytearray()
    block = 0
    while len(shown) < n:
        for byte in hmac(secret, press + block.to_bytes(4, "big")):
            value = face(byte)
            if value and len(shown) < n:
                shown.append(value)
        block += 1
    return bytes(shown)


# seldom: throwing
def verify(sealed: bytes, secret: bytes, press: bytes, dice: bytes) -> bool:
    """Whether `dice` are the faces that the secret committed to by `sealed` gives with `press`."""
    if len(secret) != SECRET or seal(secret) != sealed:
        return False
    return list(faces(secret, press, len(dice))) == list(dice)


def _check(secret: bytes) -> None:
    if len(secret) != SECRET:
        raise ValueError("secret: %d bytes, not %d" % (len(secret), SECRET))


class Health:
    """The two continuous tests of NIST SP 800-90B 4.4 on the raw samples of one source.

    They catch a source that is stuck or very uneven, no more: a generator that is merely predictable passes.
    """

    def __init__(self, limits: tuple[int, int, int, int]) -> None:
        self.repeats, self.common, self.window, self.need = limits
        self.reset()

    def reset(self) -> None:
        """Forget all samples and any fault."""
        self.fault = ""
        # Repetition count: the last sample, and how often it came in a row.
        self._last = -1
        self._run = 0
        # Adaptive proportion: the window's first sample, how often it came (itself included), samples in the window.
        self._base = -1
        self._same = 0
        self._seen = 0

    def feed(self, samples: bytes) -> bool:
        """Test more samples. False, and `fault` says which test, from the first failure on until reset()."""
        last, run, base, same, seen = self._last, self._run, self._base, self._same, self._seen
        for sample in b"" if self.fault else samples:
            if sample == last:
                run += 1
                if run == self.repeats:
                    self.fault = "one value %d times in a row" % run
                    break
            else:
                last = sample
                run = 1
            if seen == 0:
                base = sample
                same = 0
            seen += 1
            if sample == base:
                same += 1
                if same == self.common:
                    self.fault = "one value %d times in %d" % (same, seen)
                    break
            if seen == self.window:
                seen = 0
        self._last, self._run, self._base, self._same, self._seen = last, run, base, same, seen
        return not self.fault


class Source:
    """One source of raw samples: a name for messages, read(n) -> n bytes, and the limits that its samples must keep.

    `fault` says what is wrong with it, "" while it has passed all its tests: from a failure until it is well again.
    """

    def __init__(self, name: str, read, limits: tuple[int, int, int, int] = BYTES) -> None:  # type: ignore[no-untyped-def]
        self.name = name
        self.health = Health(limits)
        self.fault = ""
        self._read = read
        self._started = False

    def start(self) -> None:
        """Run the start-up test if it is due: before the first use, and again after a failure.

        EntropyError when it fails.
        """
        if not self._started:
            self.health.reset()
            for _ in range(START_UP // PIECE):
                self.piece()
            self._started = True
            self.fault = ""

    def piece(self) -> bytes:
        """The next PIECE samples. EntropyError when the source does not answer or its samples fail the tests."""
        try:
            samples = self._read(PIECE)
        except OSError as error:
            self._fail("no answer (%s)" % error)
        if not isinstance(samples, (bytes, bytearray)) or len(samples) != PIECE:
            self._fail("not the %d samples asked for" % PIECE)
        if not self.health.feed(samples):
            self._fail(self.health.fault)
        return samples

    # seldom: throwing
    def collect(self, mix) -> None:  # type: ignore[no-untyped-def]
        """Put the samples of one secret into the hash `mix`. EntropyError when they fail the tests twice in a row.

        One source in some ten thousand that is well fails once, by chance: nobody's throw shall wait for that. One
        that is ill fails the start-up test that follows, too.
        """
        try:
            self._collect(mix)
        except EntropyError:
            self._collect(mix)

    def _collect(self, mix) -> None:  # type: ignore[no-untyped-def]
        self.start()
        for _ in range(self.health.need // PIECE):
            mix.update(self.piece())

    def _fail(self, why: str) -> None:
        self._started = False
        self.fault = why
        raise EntropyError("dice: source %s: %s" % (self.name, why))


class Mixer:
    """Mixes several `sources` into secrets. One good source makes a good secret; none may fail its tests."""

    def __init__(self, sources: list[Source]) -> None:
        if not sources:
            raise ValueError("sources: none given, at least 1 expected")
        self.sources = sources
        self._pool = bytes(SECRET)

    # seldom: throwing
    def secret(self) -> bytes:
        """32 fresh bytes. EntropyError names a source that failed twice; nothing is given out then.

        What is left of earlier calls goes in too, and is kept apart from what goes out: the table reveals its
        secrets, and a revealed one must tell nothing of those to come.
        """
        mix = hashlib.sha256(b"mjtable mix 1" + self._pool)
        for source in self.sources:
            source.collect(mix)
        mixed = mix.digest()
        self._pool = hashlib.sha256(b"mjtable pool 1" + mixed).digest()
        return hashlib.sha256(b"mjtable secret 1" + mixed).digest()
