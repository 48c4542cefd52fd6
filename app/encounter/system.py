"""The rule system of a table."""

from app.encounter.errors import Refused
from app.encounter.state import Encounter
from rules.registry import systems
from rules.system import RuleSystem
from rules.text import say


def system_of(state: Encounter) -> RuleSystem:
    """The system that the table was made with; refused where this release does not have it."""
    system = systems().get(state.system)
    if system is None:
        raise Refused(say("This table needs the rules of “{system}”, which are not installed.", system=state.system))
    return system
