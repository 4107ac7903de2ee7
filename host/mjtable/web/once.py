"""A form that comes twice is done once: after a double click, or sent again from a page that the browser had kept.

Each page that is made has a word of its own in its forms (`FIELD`). What came with a word and was done is not done
again when the same comes with the same word; whoever means it twice sends it from the page that followed, which has
another word.
"""

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from mjtable.web import pin
from mjtable.web.render import done

FIELD = "once"
MOST = 1000  # forms that are remembered
DONE = 303  # what was done leads on to another page; what was refused may come again


class _Sent:
    """A form: where it led, "" as long as it was not done."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.led = ""


class Once:
    """What was sent lately."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sent: OrderedDict[bytes, _Sent] = OrderedDict()

    def act(self, request: Request, form: FormData, do: Callable[[], Response]) -> Response:
        """What `do` answers, and raises; to a form that was done already, that it was. One that comes while it is being
        done waits for that.
        """
        if not form.get(FIELD):
            return do()
        sent = self._of(_key(request, form))
        with sent.lock:
            if sent.led:
                return done(request, urlsplit(sent.led).path, "before")
            answer = do()
            if answer.status_code == DONE:
                sent.led = answer.headers["location"]
            return answer

    def _of(self, key: bytes) -> _Sent:
        with self._lock:
            sent = self._sent.setdefault(key, _Sent())
            self._sent.move_to_end(key)
            if len(self._sent) > MOST:
                self._sent.popitem(last=False)
            return sent


def _key(request: Request, form: FormData) -> bytes:
    """What was sent, and with which word; the PIN may have come later."""
    said = [(name, str(value)) for name, value in form.multi_items() if name != pin.FIELD]
    return hashlib.sha256(repr((request.url.path, said)).encode("utf-8", "surrogatepass")).digest()
