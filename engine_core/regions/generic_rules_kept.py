"""The generic rules on a PC: which entries count is remembered by those that fit. generic.py says what is meant."""

from ..many_kept import keep
from .generic import Rules


class Kept(Rules):
    """As `Rules`, for a PC."""

    def __init__(self, options: dict):
        super().__init__(options)
        self.counted: dict = {}

    def _counted(self, names: list) -> list:
        key = tuple(names)
        if key not in self.counted:
            keep(self.counted, key, super()._counted(names))
        found: list = self.counted[key]
        return found
