"""One seat's eyes on a table at one moment: what the parts of its page are made from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from app.encounter import view
from app.encounter.deciding_undo import this_turn
from app.encounter.log import Entry
from app.encounter.state import Encounter, Role, Token
from app.encounter.system import system_of
from app.encounter.viewer import Viewer
from app.web.board.tokens import BarView, FaceView, TokenView, bar_view, face_view, token_view
from rules.scene import Scene
from rules.system import RuleSystem, Sheet, TurnView


@dataclass(frozen=True)
class Eye:
    """A table as one viewer may know it. `entries`: its log for this viewer, newest first, no more than is shown."""

    state: Encounter
    viewer: Viewer
    entries: Sequence[Entry] = field(default=(), compare=False)

    @cached_property
    def system(self) -> RuleSystem:
        return system_of(self.state)

    @cached_property
    def known(self) -> Mapping[str, Token]:
        return view.known_tokens(self.state, self.viewer)

    @cached_property
    def names(self) -> Mapping[str, str]:
        return view.names_for(self.state, self.viewer)

    @cached_property
    def scene(self) -> Scene:
        return view.scene_for(self.state, self.viewer)

    def scene_of(self, token: str) -> Scene:
        """The scene for an action of `token`: a hidden one that this seat plays is in it."""
        return self.scene if token in self.scene.combatants else view.scene_for(self.state, self.viewer, token)

    @cached_property
    def turn(self) -> TurnView | None:
        return view.turn_for(self.state, self.viewer)

    @cached_property
    def acting(self) -> tuple[str, ...]:
        return self.turn.acting if self.turn else ()

    @cached_property
    def may_rewind(self) -> bool:
        """Has anything been done in this turn that this seat may take back as a whole?"""
        done = this_turn(self.state) if self.state.pending is None else ()
        return bool(done) and (self.viewer.is_gm or all(each.by == self.viewer.seat for each in done))

    @cached_property
    def mine(self) -> tuple[str, ...]:
        """Tokens that this seat itself plays, in the order of the table; for the GM what nobody plays."""
        if self.viewer.is_gm:
            return tuple(id for id, token in self.known.items() if not token.owners)
        if self.viewer.role is not Role.PLAYER:
            return ()
        return tuple(id for id, token in self.known.items() if self.viewer.seat in token.owners)

    def plays(self, token: str) -> bool:
        return self.viewer.role in (Role.GM, Role.PLAYER) and self.viewer.plays(self.state, token)

    @cached_property
    def sheets(self) -> Mapping[str, Sheet]:
        """Size, bars and badges of all known tokens."""
        return {id: self.system.sheet(self.scene_of(id), id) for id in self.known}

    @cached_property
    def faces(self) -> Mapping[str, FaceView]:
        """The faces of all known tokens, and of those that are gone but still named in the log."""
        here = {id: face_view(token, self.sheets[id], self.state.id) for id, token in self.known.items()}
        gone = {id: face_view(t, None, self.state.id) for id, t in self.state.removed.items() if id in self.names}
        return gone | here

    def sees_bar(self, token: Token) -> bool:
        return view.sees_figures(self.state, self.viewer, token.id)

    def bar(self, token: str) -> BarView | None:
        """The first bar of a token, with its numbers, for those who may see it."""
        sheet = self.sheets[token]
        return bar_view(sheet.bars[0], numbers=True) if sheet.bars and self.sees_bar(self.known[token]) else None

    @cached_property
    def tokens(self) -> tuple[TokenView, ...]:
        """What stands on the map, lowest first."""
        views = [
            token_view(
                token,
                self.sheets[id],
                self.state.id,
                acting=id in self.acting,
                mine=self.plays(id),
                sees_bar=self.sees_bar(token),
                sees_numbers=self.sees_bar(token),
            )
            for id, token in self.known.items()
            if token.square is not None
        ]
        return tuple(sorted(views, key=lambda token: token.layer))

    @cached_property
    def dock_token(self) -> str | None:
        """Whose actions the dock shows while nothing is chosen: who acts, if this seat plays it, else its own token."""
        acting = next((id for id in self.acting if self.plays(id)), None)
        own = None if self.viewer.is_gm else next(iter(self.mine), None)
        return acting or own
