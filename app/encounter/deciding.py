"""What deciding answers."""

from dataclasses import dataclass

from app.encounter.events import Event


@dataclass(frozen=True)
class Decision:
    """Events in their order. `action` is the action they go on with; None: they make one of their own."""

    events: tuple[Event, ...] = ()
    action: int | None = None
