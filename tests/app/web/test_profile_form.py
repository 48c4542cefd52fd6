"""The profile form: nothing typed is lost, every fault stands at its field."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import FormData

from app.web.profile_form import MOST_ROWS, change_rows, controls, figures, judge, read, stray_faults, write
from rules.system import Field, ProfileError
from rules.text import say

FIELDS = (
    Field("reflex", say("Reflex"), "integer", minimum=0, maximum=60, required=True),
    Field("size", say("Size"), "choice", choices=(("medium", say("Medium")), ("large", say("Large")))),
    Field("feats", say("Feats"), "flags", choices=(("aim", say("Aim")), ("evasion", say("Evasion")))),
    Field("tall", say("Tall"), "flag"),
    Field("skills.stealth", say("Stealth"), "integer"),
    Field(
        "weapons",
        say("Weapons"),
        "list",
        fields=(Field("name", say("Name"), "text", required=True), Field("attack", say("Attack"), "integer")),
    ),
)
PROFILE = {
    "reflex": 16,
    "size": "large",
    "feats": ["evasion"],
    "tall": True,
    "skills": {"stealth": -1, "perception": 2},
    "weapons": [{"name": "rifle", "attack": 4, "shots": 17}],
    "steps_down": 2,
}


class FakeSystem:
    """Reflex above 40 and a weapon without attack are faults; the second cannot be typed away by the form."""

    def form(self) -> tuple[Field, ...]:
        return FIELDS

    def check_profile(self, data: Mapping[str, Any]) -> Mapping[str, Any]:
        faults = {}
        if data.get("reflex", 0) > 40:
            faults["reflex"] = say("Nobody is that quick.")
        for i, weapon in enumerate(data.get("weapons", ())):
            if "attack" not in weapon:
                faults[f"weapons[{i}].attack"] = say("Without an attack bonus it is no weapon.")
        if data.get("steps_down", 0) > 5:
            faults["steps_down"] = say("Five steps at most.")
        if faults:
            raise ProfileError(faults)
        return {"threshold": 10, **data}


def form(*pairs: tuple[str, str]) -> FormData:
    return FormData(list(pairs))


def test_a_profile_goes_through_the_form_unchanged() -> None:
    data, faults = figures(FIELDS, write(FIELDS, PROFILE), PROFILE)
    assert faults == {}
    assert data == PROFILE  # steps_down, perception and the shots are not on the form and stay


def test_what_is_typed_is_read_and_judged() -> None:
    typed = read(
        FIELDS,
        form(
            ("profile.reflex", " 17 "),
            ("profile.size", "medium"),
            ("profile.feats", "aim"),
            ("profile.feats", "evasion"),
            ("profile.skills.stealth", "−3"),
            ("profile.weapons.0.name", "pistol"),
            ("profile.weapons.0.attack", "+5"),
            ("profile.weapons.4.name", "knife"),
            ("profile.weapons.4.attack", "2"),
        ),
    )
    profile, faults = judge(FakeSystem(), typed)  # type: ignore[arg-type]
    assert faults == {}
    assert profile == {
        "threshold": 10,
        "reflex": 17,
        "size": "medium",
        "feats": ["aim", "evasion"],
        "tall": False,
        "skills": {"stealth": -3},
        "weapons": [{"name": "pistol", "attack": 5}, {"name": "knife", "attack": 2}],
    }


def test_every_fault_stands_at_its_field_and_what_was_typed_stays() -> None:
    typed = read(
        FIELDS,
        form(
            ("profile.reflex", "12 or so"),
            ("profile.size", "gigantic"),
            ("profile.feats", "flying"),
            ("profile.weapons.0.name", ""),
            ("profile.weapons.0.attack", "9" * 5000),
            ("profile.weapons.1.name", "<b>gun</b>"),
        ),
    )
    _, faults = judge(FakeSystem(), typed, {"steps_down": 9})  # type: ignore[arg-type]
    assert set(faults) == {
        "reflex",
        "size",
        "feats",
        "weapons.0.name",
        "weapons.0.attack",
        "weapons.1.attack",
        "steps_down",
    }
    shown = {c.name: c for part in controls(FIELDS, typed, faults) for c in part.controls}
    assert shown["profile.reflex"].value == "12 or so"
    assert shown["profile.reflex"].fault == say("A whole number, please.")
    assert [c.value for c in shown["profile.weapons"].rows[1].controls] == ["<b>gun</b>", ""]
    assert stray_faults(FIELDS, typed, faults) == (say("Five steps at most."),)


@pytest.mark.parametrize("text", ["1e3", "1_0", "٣", "0x1", "nan", "1.5", "--1"])
def test_no_whole_number(text: str) -> None:
    _, faults = figures(FIELDS, {"reflex": text}, {})
    assert faults == {"reflex": say("A whole number, please.")}


@pytest.mark.parametrize(("text", "fault"), [("-1", "Not below {least}."), ("61", "Not above {most}.")])
def test_bounds_of_a_number(text: str, fault: str) -> None:
    _, faults = figures(FIELDS, {"reflex": text}, {})
    assert faults["reflex"].msgid == fault


def test_rows_come_and_go_and_the_others_keep_what_the_form_does_not_show() -> None:
    typed = write(FIELDS, PROFILE)
    more = change_rows(FIELDS, typed, "add:weapons")
    assert [row.get("name", "") for row in more["weapons"]] == ["rifle", ""]
    more["weapons"][1].update(name="knife", attack="1")
    swapped = {**more, "weapons": more["weapons"][::-1]}
    data, _ = figures(FIELDS, swapped, PROFILE)
    assert data["weapons"] == [{"name": "knife", "attack": 1}, {"name": "rifle", "attack": 4, "shots": 17}]
    assert change_rows(FIELDS, more, "remove:weapons:0")["weapons"] == more["weapons"][1:]


@pytest.mark.parametrize("order", ["", "add", "add:feats", "remove:weapons:7", "remove:weapons:x", "burn:weapons:0"])
def test_a_senseless_order_changes_nothing(order: str) -> None:
    typed = write(FIELDS, PROFILE)
    assert change_rows(FIELDS, typed, order) == typed


def test_rows_have_an_end() -> None:
    typed = {"weapons": [{}] * MOST_ROWS}
    assert len(change_rows(FIELDS, typed, "add:weapons")["weapons"]) == MOST_ROWS
    many = form(*((f"profile.weapons.{i}.name", "x") for i in range(500)))
    assert len(read(FIELDS, many)["weapons"]) == MOST_ROWS


@given(st.dictionaries(st.text(max_size=30), st.text(max_size=20), max_size=10))
def test_any_form_is_read_without_a_stumble(pairs: dict[str, str]) -> None:
    typed = read(FIELDS, form(*((f"profile.{key}", value) for key, value in pairs.items())))
    data, _ = figures(FIELDS, typed, {})
    assert set(data) <= {"reflex", "size", "feats", "tall", "skills", "weapons"}
