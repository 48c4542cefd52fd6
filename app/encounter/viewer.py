"""Who looks. Everything that leaves the server is made for a `Viewer`."""

from dataclasses import dataclass

from app.encounter.state import Encounter, Role


@dataclass(frozen=True)
class Viewer:
    """A seat as the web knows it; `seat` is "" for the house itself (command line, restore)."""

    seat: str
    role: Role

    @property
    def is_gm(self) -> bool:
        return self.role is Role.GM

    def plays(self, encounter: Encounter, token: str) -> bool:
        """May this seat act for the token? The GM may for all."""
        return self.is_gm or (token in encounter.tokens and self.seat in encounter.tokens[token].owners)
