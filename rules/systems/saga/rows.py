"""Rows of a sum, and the table's word on them. Rules: SE-ATK-2, SE-GM-1, SE-COVER-11."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from rules.card import Modifier
from rules.errors import IllegalAction
from rules.scene import Overrule
from rules.text import Text, say

COVER_BONUS = {"none": 0, "cover": 5, "improved": 10}

# In the order of SE-ATK-2.
ATTACK_KEYS = (
    "base",
    "track",
    "range",
    "flanking",
    "own_prone",
    "target_down",
    "charge",
    "into_melee",
    "concealment",
    "square",
    "autofire",
    "gm",
)
DEFENCE_KEYS = ("reflex", "defence_track", "dexterity", "charged", "cover", "gm_defence")
LABELS: dict[str, tuple[Text, str]] = {
    "base": (say("Base attack"), "SE-ATK-1"),
    "track": (say("Condition of the attacker"), "SE-COND-1"),
    "range": (say("Range"), "SE-RANGE-1"),
    "flanking": (say("Flanking"), "SE-FLANK-1"),
    "own_prone": (say("Attacker is prone"), "SE-PRONE-1"),
    "target_down": (say("Target is prone or helpless"), "SE-PRONE-1"),
    "charge": (say("Charge"), "SE-MOVE-13"),
    "into_melee": (say("Shooting into melee"), "SE-MELEE-1"),
    "concealment": (say("Concealment"), "SE-CONC-1"),
    "autofire": (say("Autofire"), "SE-AUTO-1"),
    "square": (say("Attacked square"), "SE-SQ-1"),
    "gm": (say("The table's word"), "SE-GM-1"),
    "reflex": (say("Reflex Defense"), "SE-ATK-1"),
    "defence_track": (say("Condition of the target"), "SE-COND-1"),
    "dexterity": (say("Dexterity does not count"), "SE-FLAT-1"),
    "charged": (say("Charged this round"), "SE-MOVE-13"),
    "cover": (say("Cover"), "SE-COVER-1"),
    "gm_defence": (say("The table's word"), "SE-GM-1"),
}


def row(key: str, amount: int, label: Text | None = None, rule: str | None = None, **more: object) -> Modifier:
    """A row with the usual label and rule of its key."""
    usual, usual_rule = LABELS[key]
    return Modifier(key, amount, label or usual, rule or usual_rule, **more)  # type: ignore[arg-type]


def _amount(overrule: Overrule) -> int:
    value = overrule.value
    if overrule.key == "cover" and isinstance(value, str) and value in COVER_BONUS:
        return COVER_BONUS[value]
    if isinstance(value, str) and re.fullmatch(r"[+−-]?[0-9]{1,4}", value.strip()):
        value = int(value.strip().replace("−", "-"))
    if isinstance(value, bool) or not isinstance(value, int) or not -999 <= value <= 999:
        raise IllegalAction("SE-GM-1", say("An overruled figure must be a whole number."))
    return value


def overruled(rows: Sequence[Modifier], keys: Sequence[str], overrules: Iterable[Overrule]) -> tuple[Modifier, ...]:
    """The rows with the table's word on them: `was` keeps what was computed. Rule: SE-GM-1, SE-COVER-11."""
    by_key = {modifier.key: modifier for modifier in rows}
    for overrule in overrules:
        if overrule.key not in keys:
            continue
        computed = by_key.get(overrule.key) or row(overrule.key, 0)
        rule = {"cover": "SE-COVER-11"}.get(overrule.key, "SE-GM-1")
        by_key[overrule.key] = replace(
            computed, amount=_amount(overrule), was=computed.amount, why=str(overrule.reason), rule=rule
        )
    return tuple(by_key[key] for key in keys if key in by_key)


def word(overrules: Iterable[Overrule], key: str) -> Overrule | None:
    """The overrule of that key, the last one given."""
    return next((overrule for overrule in reversed(tuple(overrules)) if overrule.key == key), None)
