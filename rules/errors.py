"""What may go wrong when a rule is asked."""

from rules.text import Text


class RuleError(ValueError):
    """A question without an answer; the message carries the input."""


class IllegalAction(Exception):
    """Not allowed now. Shown to who asked, with the rule that refuses it; nothing is spent."""

    def __init__(self, rule: str, reason: Text) -> None:
        super().__init__(f"{rule}: {reason.msgid}")
        self.rule = rule
        self.reason = reason
