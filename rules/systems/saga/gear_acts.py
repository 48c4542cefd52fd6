"""Actions without dice of their own: posture, weapons, settings, aiming, doors. Rules: section 15, SE-AIM."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from geometry.battlefield import Barrier, BarrierKind
from rules.card import Refusal
from rules.request import Changed, DoorSet, Effect
from rules.scene import Action
from rules.systems.saga.attack import weapon_refusal
from rules.systems.saga.doors import doors_beside
from rules.systems.saga.fighter import Armed, Fighter
from rules.systems.saga.play import Play, text_arg, weapon_change
from rules.systems.saga.words import weapon_words
from rules.text import Text, say


@dataclass(frozen=True)
class Request:
    """An action as its fighter, weapon and target."""

    play: Play
    fighter: Fighter
    action: Action
    armed: Armed | None = None
    target: Fighter | None = None

    @property
    def weapon_name(self) -> Text | str:
        return weapon_words(self.armed.weapon.name) if self.armed else ""


Why = Callable[[Request], Refusal | None]
Does = Callable[[Request], Sequence[Effect]]
Told = Callable[[Request], Text]


@dataclass(frozen=True)
class Deed:
    """A simple action. `label` is its button, `told` makes its headline; `fits` says which weapons offer it at all."""

    key: str
    cost: str
    rule: str
    icon: str
    label: Text
    told: Told
    why: Why
    does: Does
    fits: Callable[[Armed], bool] | None = None
    provokes: bool = False
    group: str = "other"
    aim: str = "none"


def _told(sentence: Text, other: Text | None = None, when: Callable[[Request], bool] = lambda _: False) -> Told:
    """The headline: `sentence`, or the `other` one when the request is so, with its names filled in."""

    def told(request: Request) -> Text:
        params: dict[str, object] = {"who": request.fighter.name, "weapon": request.weapon_name}
        if request.target is not None:
            params["target"] = request.target.name
        return Text((other if other is not None and when(request) else sentence).msgid, params)

    return told


def _no(_: Request) -> Refusal | None:
    return None


def _set(**fight: object) -> Does:
    return lambda request: (Changed(request.fighter.id, fight=fight),)


def _place(where: str) -> Does:
    def does(request: Request) -> Sequence[Effect]:
        assert request.armed is not None
        return (weapon_change(request.fighter, request.armed.ref, where=where),)

    return does


def _ref(request: Request) -> Armed:
    assert request.armed is not None
    return request.armed


# -- aiming and loading


def _why_not_aim(request: Request) -> Refusal | None:
    """Rule: SE-AIM-1, 2: weapon in hand, target in line of sight."""
    target = request.target
    if target is None or target.id == request.fighter.id:
        return Refusal("SE-AIM-2", say("Choose a target to aim at."))
    if target.is_dead:
        return Refusal("SE-ATK-3", say("{who} is dead already.", who=target.name))
    if (refused := weapon_refusal(_ref(request), needs_shots=0)) is not None:
        return refused
    if request.fighter.square is None or target.square is None:
        return None
    sight = request.play.space.aim(request.fighter, target, melee=False).sight
    if not sight.value:
        return Refusal("SE-AIM-2", say("{who} cannot be seen from there.", who=target.name), sight.evidence)
    return None


def _aim(request: Request) -> Sequence[Effect]:
    assert request.target is not None
    aim = {"target": request.target.id, "weapon": _ref(request).ref, "turns": 1}
    return (Changed(request.fighter.id, fight={"aim": aim}),)


def _why_not_brace(request: Request) -> Refusal | None:
    """Rule: SE-AUTO-2, 4."""
    weapon = _ref(request).weapon
    braces = weapon.group in ("heavy", "rifle") or (
        weapon.group in ("pistol", "carbine") and weapon.stock == "extended"
    )
    if weapon.modes != "autofire" or not braces:
        return Refusal("SE-AUTO-4", say("{weapon} cannot be braced.", weapon=request.weapon_name))
    return weapon_refusal(_ref(request), needs_shots=0)


def _brace(request: Request) -> Sequence[Effect]:
    return (Changed(request.fighter.id, fight={"braced": _ref(request).ref}),)


def _why_not_load(request: Request) -> Refusal | None:
    """Rule: SE-SHOT-1."""
    armed = _ref(request)
    if armed.weapon.shots_max is None:
        return Refusal("SE-SHOT-1", say("The shots of {weapon} are not counted.", weapon=request.weapon_name))
    if (refused := weapon_refusal(armed, needs_shots=0)) is not None:
        return refused
    if armed.weapon.shots == armed.weapon.shots_max:
        return Refusal("SE-SHOT-1", say("{weapon} is loaded already.", weapon=request.weapon_name))
    return None


def _load(request: Request) -> Sequence[Effect]:
    armed = _ref(request)
    return (weapon_change(request.fighter, armed.ref, shots=armed.weapon.shots_max),)


# -- settings


def _in_hand(request: Request) -> Refusal | None:
    return weapon_refusal(_ref(request), needs_shots=0)


def _is_on_autofire(request: Request) -> bool:
    return _ref(request).weapon.set_to_autofire


def _is_on_stun(request: Request) -> bool:
    return _ref(request).weapon.set_to_stun


def _is_extended(request: Request) -> bool:
    return _ref(request).weapon.stock == "extended"


def _switch_autofire(request: Request) -> Sequence[Effect]:
    armed = _ref(request)
    return (weapon_change(request.fighter, armed.ref, set_to_autofire=not armed.weapon.set_to_autofire),)


def _switch_stun(request: Request) -> Sequence[Effect]:
    armed = _ref(request)
    return (weapon_change(request.fighter, armed.ref, set_to_stun=not armed.weapon.set_to_stun),)


def _stock(request: Request) -> Sequence[Effect]:
    armed = _ref(request)
    stock = "folded" if armed.weapon.stock == "extended" else "extended"
    return (weapon_change(request.fighter, armed.ref, stock=stock),)


# -- posture and doors


def _why_not_stand(request: Request) -> Refusal | None:
    return (
        None
        if request.fighter.is_prone
        else Refusal("SE-PRONE-1", say("{who} is not prone.", who=request.fighter.name))
    )


def _why_not_drop(request: Request) -> Refusal | None:
    return (
        Refusal("SE-PRONE-1", say("{who} is prone already.", who=request.fighter.name))
        if request.fighter.is_prone
        else None
    )


def door_of(request: Request) -> Barrier | None:
    """The door that an action names, or the only one beside the fighter."""
    named = text_arg(request.action.args, "barrier")
    beside = doors_beside(request.play, request.fighter)
    if named is None:
        return beside[0] if len(beside) == 1 else None
    return next((door for door in beside if door.id == named), None)


def _why_not_operate(request: Request) -> Refusal | None:
    if request.fighter.square is None:
        return Refusal("SE-GM-1", say("Ask the table: {who} has no place on the map.", who=request.fighter.name))
    if door_of(request) is not None:
        return None
    named = text_arg(request.action.args, "barrier")
    known = any(b.id == named and b.kind is BarrierKind.DOOR for b in request.play.scene.terrain.barriers)
    if named is not None and known:
        return Refusal("SE-GM-1", say("That door is not next to {who}.", who=request.fighter.name))
    if named is None and doors_beside(request.play, request.fighter):
        return Refusal("SE-GM-1", say("Choose a door."))
    return Refusal("SE-GM-1", say("There is no door next to {who}.", who=request.fighter.name))


def _is_open(request: Request) -> bool:
    door = door_of(request)
    return door is not None and door.is_open


def _operate(request: Request) -> Sequence[Effect]:
    door = door_of(request)
    assert door is not None
    return (DoorSet(door.id, not door.is_open),)


def _weapon_where(*places: str) -> Callable[[Armed], bool]:
    return lambda armed: armed.weapon.group != "natural" and armed.weapon.where in places


def _counts_shots(armed: Armed) -> bool:
    return (
        armed.is_ranged and armed.weapon.shots_max is not None and armed.weapon.area == "none" and armed.weapon.in_hand
    )


DEEDS: dict[str, Deed] = {
    deed.key: deed
    for deed in (
        Deed(
            "aim",
            "2 swift",
            "SE-AIM-1",
            "i-aim",
            say("Aim"),
            _told(say("{who} aims at {target} with {weapon}")),
            _why_not_aim,
            _aim,
            fits=lambda a: a.is_ranged and a.weapon.in_hand and a.weapon.area == "none",
            provokes=True,
            group="attack",
            aim="token",
        ),
        Deed(
            "brace",
            "2 swift",
            "SE-AUTO-2",
            "i-lock",
            say("Brace"),
            _told(say("{who} braces {weapon}")),
            _why_not_brace,
            _brace,
            fits=lambda a: a.is_ranged and a.weapon.modes == "autofire" and a.weapon.in_hand,
        ),
        Deed(
            "stand_up",
            "move",
            "SE-PRONE-1",
            "i-up",
            say("Stand up"),
            _told(say("{who} stands up")),
            _why_not_stand,
            _set(prone=False),
            group="move",
        ),
        Deed(
            "drop_prone",
            "swift",
            "SE-PRONE-1",
            "i-prone",
            say("Drop prone"),
            _told(say("{who} drops prone")),
            _why_not_drop,
            _set(prone=True),
        ),
        Deed(
            "load",
            "move",
            "SE-SHOT-1",
            "i-rotate",
            say("Load"),
            _told(say("{who} loads {weapon}")),
            _why_not_load,
            _load,
            fits=_counts_shots,
            provokes=True,
        ),
        Deed(
            "switch_autofire",
            "swift",
            "SE-MODE-1",
            "i-swap",
            say("Switch autofire"),
            _told(say("{who} sets {weapon} to autofire"), say("{who} sets {weapon} to single shots"), _is_on_autofire),
            _in_hand,
            _switch_autofire,
            fits=lambda a: a.weapon.modes == "both" and a.weapon.in_hand,
        ),
        Deed(
            "switch_stun",
            "swift",
            "SE-MODE-1",
            "i-stun",
            say("Switch stun"),
            _told(say("{who} sets {weapon} to stun"), say("{who} sets {weapon} to full power"), _is_on_stun),
            _in_hand,
            _switch_stun,
            fits=lambda a: a.weapon.stun_setting == "switchable" and a.weapon.in_hand,
        ),
        Deed(
            "stock",
            "move",
            "SE-THREAT-2",
            "i-swap",
            say("Fold or extend the stock"),
            _told(say("{who} extends the stock of {weapon}"), say("{who} folds the stock of {weapon}"), _is_extended),
            _in_hand,
            _stock,
            fits=lambda a: a.weapon.stock != "none" and a.weapon.in_hand,
        ),
        Deed(
            "draw",
            "move",
            "SE-ATK-3",
            "i-hand",
            say("Draw"),
            _told(say("{who} draws {weapon}")),
            _no,
            _place("hand"),
            fits=_weapon_where("belt"),
        ),
        Deed(
            "holster",
            "move",
            "SE-ATK-3",
            "i-hand",
            say("Holster"),
            _told(say("{who} puts {weapon} away")),
            _no,
            _place("belt"),
            fits=_weapon_where("hand"),
        ),
        Deed(
            "pick_up",
            "move",
            "SE-AOO-1",
            "i-hand",
            say("Pick up"),
            _told(say("{who} picks up {weapon}")),
            _no,
            _place("hand"),
            fits=_weapon_where("ground"),
            provokes=True,
        ),
        Deed(
            "drop_item",
            "swift",
            "SE-ATK-3",
            "i-down",
            say("Drop"),
            _told(say("{who} drops {weapon}")),
            _no,
            _place("ground"),
            fits=_weapon_where("hand"),
        ),
        Deed(
            "operate",
            "move",
            "SE-GM-1",
            "i-door",
            say("Open or close the door"),
            _told(say("{who} opens the door"), say("{who} closes the door"), _is_open),
            _why_not_operate,
            _operate,
            group="move",
        ),
    )
}
