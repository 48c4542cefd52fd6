"""The form of a profile or of table options, built from a system's `Field`s and read back, field by field.

What was typed is kept as it was typed (`Typed`) until every figure is right, so a fault loses nothing. Rows of a list
are added and removed by a submit of the whole form, so it works without a script.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from starlette.datastructures import FormData

from rules.system import Field, ProfileError, RuleSystem
from rules.text import Text, say

Typed = dict[str, Any]  # by field key: str, bool (flag), list[str] (flags) or list[Typed] (list)

MOST_ROWS = 20
LONGEST_TEXT = 200
_WAS = "was"  # hidden key of a row: its place in the profile before, so that what the form does not show is kept
_INTEGER = re.compile(r"[+-]?[0-9]{1,6}")


@dataclass(frozen=True)
class Control:
    """A field as it is shown: `name` in the form, what stands in it, what is wrong with it, the rows of a list."""

    name: str
    field: Field
    value: Any = ""
    fault: Text | None = None
    rows: tuple["RowControls", ...] = ()

    @property
    def id(self) -> str:
        return self.name.replace(".", "-")


@dataclass(frozen=True)
class RowControls:
    """One row of a list, with the place it had in the profile before ("" for a new one)."""

    name: str
    was: str
    controls: tuple[Control, ...]


@dataclass(frozen=True)
class Fieldset:
    """Fields under one title."""

    title: Text | None
    controls: tuple[Control, ...] = field(default_factory=tuple)


def read(fields: Sequence[Field], form: FormData, name: str = "profile") -> Typed:
    """What was typed, as it was typed."""
    typed: Typed = {}
    for item in fields:
        key = f"{name}.{item.key}"
        if item.kind == "flag":
            typed[item.key] = form.get(key) is not None
        elif item.kind == "flags":
            typed[item.key] = [str(value) for value in form.getlist(key)]
        elif item.kind == "list":
            typed[item.key] = [
                {**read(item.fields, form, f"{key}.{row}"), _WAS: str(form.get(f"{key}.{row}.{_WAS}", ""))}
                for row in _rows(form, key)
            ]
        else:
            typed[item.key] = str(form.get(key, ""))
    return typed


def write(fields: Sequence[Field], profile: Mapping[str, Any]) -> Typed:
    """A profile as one would type it."""
    typed: Typed = {}
    for item in fields:
        value = _get(profile, item.key)
        if item.kind == "flag":
            typed[item.key] = bool(value)
        elif item.kind == "flags":
            typed[item.key] = [str(part) for part in value or ()]
        elif item.kind == "list":
            typed[item.key] = [{**write(item.fields, row), _WAS: str(i)} for i, row in enumerate(value or ())]
        else:
            typed[item.key] = _as_text(value)
    return typed


def change_rows(fields: Sequence[Field], typed: Typed, order: str) -> Typed:
    """What was typed, with a row more or less. `order`: "add:weapons", "remove:weapons:1"; nonsense changes nothing."""
    verb, _, rest = order.partition(":")
    key, _, place = rest.partition(":")
    lists = {item.key for item in fields if item.kind == "list"}
    if key not in lists:
        return typed
    rows = list(typed.get(key, []))
    if verb == "add" and len(rows) < MOST_ROWS:
        rows.append({_WAS: ""})
    elif verb == "remove" and place.isascii() and place.isdigit() and int(place) < len(rows):
        del rows[int(place)]
    return {**typed, key: rows}


def judge(
    system: RuleSystem, typed: Typed, before: Mapping[str, Any] | None = None
) -> tuple[Mapping[str, Any], dict[str, Text]]:
    """The profile that was typed, and every fault by field ("weapons.0.damage" for one in a list).

    `before` is the profile that is edited: what the form does not show stays as it was.
    """
    data, faults = figures(system.form(), typed, before or {})
    try:
        profile = system.check_profile(data)
    except ProfileError as error:
        return data, {**{_plain(key): text for key, text in error.faults.items()}, **faults}
    return profile, faults


def figures(
    fields: Sequence[Field], typed: Typed, before: Mapping[str, Any], prefix: str = ""
) -> tuple[dict[str, Any], dict[str, Text]]:
    """What was typed as plain values over `before`, with the faults that need no rule. An empty field is left out."""
    data: dict[str, Any] = dict(before)
    faults: dict[str, Text] = {}
    for item in fields:
        value = typed.get(item.key)
        place = f"{prefix}{item.key}"
        if item.kind == "list":
            old = _get(before, item.key) or []
            rows = []
            for i, row in enumerate(value or []):
                was = str(row.get(_WAS, ""))
                base = old[int(was)] if was.isascii() and was.isdigit() and int(was) < len(old) else {}
                row_data, row_faults = figures(item.fields, row, base, f"{place}.{i}.")
                rows.append(row_data)
                faults.update(row_faults)
            _put(data, item.key, rows)
            continue
        plain, fault = _plain_value(item, value)
        if fault is not None:
            faults[place] = fault
        _put(data, item.key, plain)
    return data, faults


def controls(
    fields: Sequence[Field], typed: Typed, faults: Mapping[str, Text], name: str = "profile"
) -> tuple[Fieldset, ...]:
    """The form to show: fieldsets in the order of the fields."""
    sets: list[tuple[Text | None, list[Control]]] = []
    for item in fields:
        if not sets or sets[-1][0] != item.group:
            sets.append((item.group, []))
        sets[-1][1].append(_control(item, typed, faults, name, ""))
    return tuple(Fieldset(title, tuple(found)) for title, found in sets)


def stray_faults(fields: Sequence[Field], typed: Typed, faults: Mapping[str, Text]) -> tuple[Text, ...]:
    """Faults that no shown field can carry; the form says them at its top."""
    shown = set(_places(fields, typed, ""))
    return tuple(text for key, text in faults.items() if key not in shown)


def _places(fields: Sequence[Field], typed: Typed, prefix: str) -> list[str]:
    found = []
    for item in fields:
        found.append(prefix + item.key)
        if item.kind == "list":
            for i, row in enumerate(typed.get(item.key) or []):
                found += _places(item.fields, row, f"{prefix}{item.key}.{i}.")
    return found


def _control(item: Field, typed: Typed, faults: Mapping[str, Text], name: str, prefix: str) -> Control:
    own, place = f"{name}.{item.key}", f"{prefix}{item.key}"
    if item.kind != "list":
        return Control(own, item, typed.get(item.key, _default(item)), faults.get(place))
    rows = tuple(
        RowControls(
            f"{own}.{i}",
            str(row.get(_WAS, "")),
            tuple(_control(part, row, faults, f"{own}.{i}", f"{place}.{i}.") for part in item.fields),
        )
        for i, row in enumerate(typed.get(item.key) or [])
    )
    return Control(own, item, "", faults.get(place), rows)


def _default(item: Field) -> Any:
    if item.kind == "flags":
        return []
    if item.kind == "choice" and item.choices:
        return item.choices[0][0]
    return False if item.kind == "flag" else ""


def _plain_value(item: Field, value: Any) -> tuple[Any, Text | None]:
    """One value without a rule: number, known choice, text that is not endless. None where nothing was typed."""
    if item.kind == "flag":
        return bool(value), None
    if item.kind == "flags":
        known = [key for key, _ in item.choices]
        if any(part not in known for part in value or []):
            return [], say("Choose from the list.")
        return [key for key in known if key in (value or [])], None
    text = str(value or "").strip()
    if not text:
        return None, say("This has to be filled in.") if item.required else None
    if item.kind == "integer":
        return _number(item, text)
    if item.kind == "choice" and text not in {key for key, _ in item.choices}:
        return None, say("Choose from the list.")
    if len(text) > (most := item.maximum or LONGEST_TEXT):
        return None, say("At most {most} characters.", most=most)
    return text, None


def _number(item: Field, text: str) -> tuple[int | None, Text | None]:
    text = text.replace("−", "-").replace(" ", "")
    if _INTEGER.fullmatch(text) is None:
        return None, say("A whole number, please.")
    number = int(text)
    if item.minimum is not None and number < item.minimum:
        return None, say("Not below {least}.", least=item.minimum)
    if item.maximum is not None and number > item.maximum:
        return None, say("Not above {most}.", most=item.maximum)
    return number, None


def _rows(form: FormData, key: str) -> list[int]:
    found = set()
    for name in form:
        head = name.removeprefix(key + ".").partition(".")[0] if name.startswith(key + ".") else ""
        if head.isascii() and head.isdigit() and len(head) <= 3:
            found.add(int(head))
    return sorted(found)[:MOST_ROWS]


def _plain(key: str) -> str:
    """ "weapons[0].damage" as "weapons.0.damage"."""
    return key.replace("[", ".").replace("]", "")


def _as_text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(str(part) for part in value)
    return "" if value is None else str(value)


def _get(data: Mapping[str, Any], key: str) -> Any:
    """The value of a key; "skills.stealth" looks into `skills`."""
    value: Any = data
    for part in key.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def _put(data: dict[str, Any], key: str, value: Any) -> None:
    """Set a key, or take it out where there is nothing to set."""
    *path, last = key.split(".")
    for part in path:
        data[part] = dict(data[part]) if isinstance(data.get(part), Mapping) else {}
        data = data[part]
    if value is None:
        data.pop(last, None)
    else:
        data[last] = value
