"""Every system through the protocol of `rules.system`. A new folder under `rules/systems/` is held to it."""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from itertools import cycle
from typing import Any

import pytest

from geometry.battlefield import Battlefield
from geometry.grid import Square
from rules.card import Card
from rules.dice import parse_dice
from rules.effects import apply_effects
from rules.errors import IllegalAction, RuleError
from rules.registry import systems
from rules.request import Ask, Roll, Tell
from rules.scene import Action, Combatant, Scene
from rules.system import ProfileError
from rules.text import Text, TokenName
from tests.support.resolving import resolve

SYSTEMS = systems()
every_system = pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)


def plain(value: Any) -> Any:
    """The value as JSON knows it; anything that a codec could not write fails here."""
    if value is None or isinstance(value, str | int | bool | float):
        return value.value if isinstance(value, Enum) else value
    if isinstance(value, Fraction):
        return [value.numerator, value.denominator]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return [[plain(key), plain(each)] for key, each in value.items()]
    if isinstance(value, list | tuple | frozenset | set):
        return [plain(each) for each in value]
    raise AssertionError(f"{type(value)} cannot be written down")


def texts(value: Any) -> list[Text]:
    """All sentences in an answer."""
    if isinstance(value, Text):
        return [value, *texts(list(value.params.values()))]
    if is_dataclass(value) and not isinstance(value, type):
        return [text for field in fields(value) for text in texts(getattr(value, field.name))]
    if isinstance(value, Mapping):
        return [text for each in value.values() for text in texts(each)]
    if isinstance(value, list | tuple | frozenset | set):
        return [text for each in value for text in texts(each)]
    return []


def check(answer: Any) -> None:
    """It can be written down, and each of its sentences has all its figures."""
    json.dumps(plain(answer))
    for text in texts(answer):
        filled = dict.fromkeys(text.params, "?")
        assert text.msgid.format(**filled)
        if text.plural is not None:
            assert text.plural.format(**filled)


def scene_of(system) -> Scene:
    """A token of every sample, the sides in turn, in a row with room between, and one without a place."""
    tokens = [
        Combatant(
            f"t{n}", f"Token {n}", "ally" if n % 2 else "enemy", Square(4 + 8 * (n % 6), 4 + 12 * (n // 6)), figures
        )
        for n, figures in enumerate(sample.profile for sample in system.samples())
    ]
    tokens.append(Combatant("nowhere", "Nowhere", "neutral", None, system.samples()[0].profile))
    terrain = Battlefield(60, 40, options=system.spatial_options({}))
    return Scene(terrain, {token.id: token for token in tokens})


def begun(system) -> Scene:
    """The scene with a fight going on."""
    there = scene_of(system)
    falling, value = cycle(range(20, 0, -1)), None
    resolution = system.resolve(there, Action(system.initiative))
    while True:
        try:
            request = resolution.send(value)
        except StopIteration:
            return there
        value = None
        if isinstance(request, Roll):
            value = tuple(next(falling) for _ in range(parse_dice(request.code)[0]))
        elif isinstance(request, Ask):
            value = request.default
        else:
            there = apply_effects(there, request.effects)


@every_system
def test_it_has_a_name_and_a_way_to_begin(system):
    assert SYSTEMS[system.key] is system
    check(system.title)
    assert float(system.metres_per_square) > 0
    assert system.initiative in {offer.key for offer in system.table_offers(scene_of(system))}


@every_system
def test_forms_and_options_are_well_made(system):
    for item in [*system.form(), *system.options(), *system.states()]:
        check(item)
        assert item.kind in {"text", "integer", "choice", "flag", "flags", "list"}
        assert (item.kind in {"choice", "flags"}) == bool(item.choices)
        assert (item.kind == "list") == bool(item.fields)
    keys = [item.key for item in system.form()]
    assert len(keys) == len(set(keys))


@every_system
def test_samples_are_profiles(system):
    for sample in system.samples():
        check(sample)
        assert system.check_profile(sample.profile) == sample.profile
        assert sample.face.startswith("g-")


@every_system
@pytest.mark.parametrize("data", [{}, {"nonsense": 1}, {"weapons": 5}, {"name": ["x"], "skills": []}], ids=str)
def test_a_bad_profile_is_refused_with_a_sentence_a_field(system, data):
    with pytest.raises(ProfileError) as caught:
        system.check_profile(data)
    assert caught.value.faults
    check(caught.value.faults)


@every_system
def test_before_and_in_a_fight_everything_can_be_asked(system):
    before, fight = scene_of(system), begun(system)
    assert system.turn_view(before) is None
    view = system.turn_view(fight)
    check(view)
    assert view.acting
    assert {entry.token for entry in view.entries} <= set(fight.combatants)
    for there in (before, fight):
        for token in there.combatants:
            check(system.sheet(there, token))
            offers = system.offers(there, token)
            check(offers)
            assert {offer.aim for offer in offers} <= {"none", "path", "token", "square", "point", "block"}
            assert {offer.group for offer in offers} <= {"move", "attack", "other", "turn"}
        check(system.table_offers(there))


@every_system
def test_what_is_offered_can_be_previewed_and_done(system):
    """Every offer without a refusal: its targets, its reach, its card; each rule has its sentence."""
    there = begun(system)
    for token in there.combatants:
        for offer in system.offers(there, token):
            action = Action(offer.key, token, offer.weapon, args=offer.args)
            if offer.aim == "token":
                cards = system.targets(there, action)
                assert {card.target for card in cards} == set(there.combatants) - {token}
                check(cards)
                for card in cards:
                    full = system.preview(there, Action(offer.key, token, offer.weapon, card.target))
                    assert (full.chance, full.refusal) == (card.chance, card.refusal)
                    check(full)
                    _check_card(system, full)
            elif offer.aim == "path":
                check(system.reach(there, action))
            elif offer.aim == "none":
                check(system.preview(there, action))
            if offer.rule:
                assert system.rulebook(offer.rule) is not None, offer.rule


def _check_card(system, card: Card) -> None:
    for rule in card.rules:
        assert system.rulebook(rule) is not None, rule
    if card.refusal:
        assert system.rulebook(card.refusal.rule) is not None, card.refusal.rule
        assert card.chance is None
    for group in card.groups:
        assert group.total == sum(row.amount for row in group.rows)
    if card.chance is not None:
        assert 0 <= card.chance <= 1
    assert {name.token for text in texts(card) for name in text.params.values() if isinstance(name, TokenName)} <= {
        *card.tokens
    }


@every_system
def test_a_resolution_yields_only_what_can_be_written_down(system):
    there = begun(system)
    actor = system.turn_view(there).acting[0]
    done = 0
    for offer in system.offers(there, actor):
        if offer.refusal or offer.aim not in ("none", "token"):
            continue
        targets = [None]
        if offer.aim == "token":
            cards = system.targets(there, Action(offer.key, actor, offer.weapon))
            targets = [card.target for card in cards if not card.refusal and not card.undecided][:1]
        for target in targets:
            resolution = system.resolve(there, Action(offer.key, actor, offer.weapon, target, args=offer.args))
            value = None
            for _ in range(100):
                try:
                    request = resolution.send(value)
                except StopIteration:
                    done += 1
                    break
                assert isinstance(request, Roll | Ask | Tell)
                check(request)
                count = int(request.code.split("d")[0]) if isinstance(request, Roll) else 0
                value = (2,) * count if isinstance(request, Roll) else getattr(request, "default", None)
    assert done


@every_system
@pytest.mark.parametrize(
    "action",
    [
        Action("no such action", "t0"),
        Action("no such action"),
        Action("move", "no such token"),
        Action("no such action", "no such token"),
        Action("", ""),
    ],
    ids=str,
)
def test_what_does_not_exist_is_refused(system, action):
    for ask in (system.preview, system.reach, system.path, system.targets):
        with pytest.raises((IllegalAction, RuleError)):
            ask(scene_of(system), action)
    with pytest.raises((IllegalAction, RuleError)):
        resolve(system, scene_of(system), action)


@every_system
def test_an_unknown_rule_has_no_sentence(system):
    assert system.rulebook("XX-NONE-0") is None
