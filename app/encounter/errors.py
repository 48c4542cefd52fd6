"""Why a command is not carried out. Each is shown to who asked, in their language."""

from rules.text import Text


class Refused(Exception):
    """This seat may not, or not like this. Nothing changed."""

    def __init__(self, reason: Text, field: str | None = None) -> None:
        super().__init__(reason.msgid)
        self.reason = reason
        self.field = field


class Gone(Refused):
    """What the command speaks of is not (or no longer) there."""


class Stale(Exception):
    """The table moved on since the asker looked. `reason` says who was faster."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.msgid)
        self.reason = reason


class StaleLog(Exception):
    """Somebody else appended first; load again and decide anew."""
