"""Events to JSON and back.

Where a field's type says what is in it, only the value is written; where it does not (`Any`, a union) the value carries
its class in `"!"`. Fields that hold their default are left out, so a class may gain fields. A class or field that is
renamed stays readable by an entry in `RENAMED`.
"""

import json
import math
import re
import sys
import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, NoReturn, Union, get_args, get_origin, get_type_hints

from app.encounter import events
from app.encounter.events import Event
from rules.text import Text, TokenName

VERSION = 1
RENAMED: Mapping[str, str] = {}
_TAG = "!"
_FRACTION = re.compile(r"-?\d{1,50}(/\d{1,50})?")

Convert = Callable[[Any], Any]


class CodecError(ValueError):
    """Stored text that is no event of this release."""


def dumps(event: Event) -> str:
    return json.dumps(encode(event), allow_nan=False, separators=(",", ":"))


def loads(kind: str, text: str) -> Event:
    """The event of `kind`; raises CodecError for what is none. For texts of our own; others go through `parse`."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CodecError(f"not JSON: {error}") from None
    return from_data(kind, data)


def from_data(kind: str, data: Any) -> Event:
    """The event of `kind` from JSON that is parsed already."""
    event_type = _kinds().get(kind) if isinstance(kind, str) else None
    if event_type is None:
        raise CodecError(f"unknown kind of event: {_short(kind)}")
    event: Event = _decoder(event_type)(data)
    return event


def parse(text: str) -> Any:
    """Strict JSON: no NaN, no endless nesting, no key twice."""
    try:
        return json.loads(text, parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise CodecError(f"not JSON: {error}") from None


def encode(value: Any) -> Any:
    type_: Any = type(value)
    return _encoder(type_)(value)


def decode(type_: type, data: Any) -> Any:
    return _decoder(type_)(data)


def _no_constant(name: str) -> NoReturn:
    raise CodecError(f"{name} is no number")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise CodecError(f"{digits[:20]} is no number")
    return number


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise CodecError("a key stands twice")
    return found


@cache
def _kinds() -> dict[str, type]:
    return {type_.kind: type_ for type_ in get_args(Event)}


# --- to JSON ---


@cache
def _encoder(hint: Any) -> Convert:
    hint = _plain(hint)
    if hint in (str, int, float, bool, type(None)):
        return _same
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        one = _optional(args)
        if one is None:
            return _encode_any
        inner = _encoder(one)
        return lambda value: None if value is None else inner(value)
    if origin is tuple and args[-1] is Ellipsis:
        each = _encoder(args[0])
        return lambda value: [each(item) for item in value]
    if origin is tuple:
        parts = [_encoder(arg) for arg in args]
        return lambda value: [part(item) for part, item in zip(parts, value, strict=True)]
    if origin is frozenset:
        each = _encoder(args[0])
        return lambda value: sorted(each(item) for item in value)
    if origin is Mapping or origin is dict:
        return _mapping_encoder(*args)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return lambda value: value.value
    if hint is Fraction:
        return str
    if _is_named_tuple(hint):
        return list
    if is_dataclass(hint) and isinstance(hint, type):
        return _dataclass_encoder(hint)
    if hint is Any:
        return _encode_any
    raise TypeError(f"cannot be stored: {hint!r}")


def _mapping_encoder(key: Any, value: Any) -> Convert:
    each = _encoder(value)
    if _is_word(key):
        return lambda mapping: {str(k): each(v) for k, v in mapping.items()}
    name = _encoder(key)
    return lambda mapping: [[name(k), each(v)] for k, v in mapping.items()]


def _dataclass_encoder(type_: type) -> Convert:
    hints = get_type_hints(type_)
    parts = [(field.name, _encoder(hints[field.name]), _default_of(field)) for field in fields(type_)]

    def encode_fields(value: Any) -> dict[str, Any]:
        found = {}
        for name, convert, default in parts:
            item = getattr(value, name)
            if item is not default and (item != default or type(item) is not type(default)):
                found[name] = convert(item)
        return found

    return encode_fields


def _default_of(field: Any) -> Any:
    if field.default is not MISSING:
        return field.default
    return field.default_factory() if field.default_factory is not MISSING else MISSING


def _encode_any(value: Any) -> Any:
    type_: Any = type(value)
    if type_ in (str, int, bool, type(None)):
        return value
    if type_ is float:
        if not math.isfinite(value):
            raise CodecError(f"{value} cannot be stored")
        return value
    if type_ is list:
        return [_encode_any(item) for item in value]
    if isinstance(value, Mapping):
        if _TAG in value or not all(type(key) is str for key in value):
            return {_TAG: "dict", "of": [[_encode_any(key), _encode_any(item)] for key, item in value.items()]}
        return {key: _encode_any(item) for key, item in value.items()}
    if type_ is tuple:
        return {_TAG: "tuple", "of": [_encode_any(item) for item in value]}
    name = type_.__name__
    if isinstance(value, str) and name not in _tagged():
        return str(value)  # a word of some system's own enumeration
    if _tagged().get(name) is not type_:
        raise CodecError(f"cannot be stored: {value!r}")
    data = _encoder(type_)(value)
    return {_TAG: name, **data} if is_dataclass(type_) else {_TAG: name, "of": data}


# --- from JSON ---


@cache
def _decoder(hint: Any) -> Convert:
    hint = _plain(hint)
    if hint in (str, int, float, bool, type(None)):
        return _scalar_decoder(hint)
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        one = _optional(args)
        if one is None:
            return _union_decoder(args)
        inner = _decoder(one)
        return lambda data: None if data is None else inner(data)
    if origin is tuple and args[-1] is Ellipsis:
        each = _decoder(args[0])
        return lambda data: tuple([each(item) for item in _list(data)])
    if origin is tuple:
        return _fixed_decoder(tuple, list(args))
    if origin is frozenset:
        each = _decoder(args[0])
        return lambda data: frozenset([each(item) for item in _list(data)])
    if origin is Mapping or origin is dict:
        return _mapping_decoder(*args)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum_decoder(hint)
    if hint is Fraction:
        return _fraction
    if _is_named_tuple(hint):
        types_ = get_type_hints(hint)
        return _fixed_decoder(hint._make, [types_[name] for name in hint._fields])
    if is_dataclass(hint) and isinstance(hint, type):
        return _dataclass_decoder(hint)
    if hint is Any:
        return _decode_any
    raise TypeError(f"cannot be stored: {hint!r}")


def _scalar_decoder(type_: Any) -> Convert:
    def decode_scalar(data: Any) -> Any:
        if type(data) is type_:
            return data
        if type_ is float and type(data) is int and abs(data) < 2**53:
            return float(data)
        raise CodecError(f"expected {type_.__name__}, found {_short(data)}")

    return decode_scalar


def _union_decoder(args: tuple[Any, ...]) -> Convert:
    allowed = tuple(_plain(arg) for arg in args)

    def decode_union(data: Any) -> Any:
        value = _decode_any(data)
        if type(value) not in allowed:
            raise CodecError(f"not expected here: {_short(data)}")
        return value

    return decode_union


def _fixed_decoder(make: Callable[[Any], Any], hints: list[Any]) -> Convert:
    parts = [_decoder(hint) for hint in hints]
    if len(parts) == 2:
        return _pair_decoder(make, *parts)

    def decode_fixed(data: Any) -> Any:
        if len(_list(data)) != len(parts):
            raise CodecError(f"expected {len(parts)} values, found {_short(data)}")
        return make([part(item) for part, item in zip(parts, data, strict=True)])

    return decode_fixed


def _pair_decoder(make: Callable[[Any], Any], first: Convert, second: Convert) -> Convert:
    """Points and squares are most of what stands in a log."""

    def decode_pair(data: Any) -> Any:
        if type(data) is not list or len(data) != 2:
            raise CodecError(f"expected 2 values, found {_short(data)}")
        return make((first(data[0]), second(data[1])))

    return decode_pair


def _mapping_decoder(key: Any, value: Any) -> Convert:
    name, each = _decoder(key), _decoder(value)
    if _is_word(key):
        return lambda data: {name(k): each(v) for k, v in _dict(data).items()}
    pair = _fixed_decoder(tuple, [key, value])
    return lambda data: dict([pair(item) for item in _list(data)])


def _enum_decoder(type_: type[Enum]) -> Convert:
    members = {member.value: member for member in type_}

    def decode_enum(data: Any) -> Enum:
        if not isinstance(data, str | int) or data not in members:
            raise CodecError(f"no {type_.__name__}: {_short(data)}")
        return members[data]

    return decode_enum


def _fraction(data: Any) -> Fraction:
    try:
        if type(data) is str and _FRACTION.fullmatch(data):
            return Fraction(data)
    except ZeroDivisionError:
        pass
    raise CodecError(f"no fraction: {_short(data)}")


def _dataclass_decoder(type_: type) -> Convert:
    parts: dict[str, tuple[str, Convert]] | None = None  # by the name in the text: field and what reads it
    required = {f.name for f in fields(type_) if f.default is MISSING and f.default_factory is MISSING}

    def decode_fields(data: Any) -> Any:
        nonlocal parts
        if parts is None:  # late, since a class may hold itself
            hints = get_type_hints(type_)
            parts = {field.name: (field.name, _decoder(hints[field.name])) for field in fields(type_)}
            for old, new in RENAMED.items():
                if old.startswith(f"{type_.__name__}."):
                    parts[old.partition(".")[2]] = parts[new]
        values = {}
        for name, item in _dict(data).items():
            part = parts.get(name)
            if part is not None:
                values[part[0]] = part[1](item)
            elif name != _TAG:
                raise CodecError(f"{type_.__name__} has no {name!r}")
        if not required <= values.keys():
            raise CodecError(f"{type_.__name__} lacks {sorted(required - values.keys())}")
        return type_(**values)

    return decode_fields


def _decode_any(data: Any) -> Any:
    if isinstance(data, list):
        return [_decode_any(item) for item in data]
    if not isinstance(data, dict):
        return data
    if _TAG not in data:
        return {key: _decode_any(item) for key, item in data.items()}
    tag = data[_TAG]
    if tag == "tuple":
        return tuple([_decode_any(item) for item in _list(data.get("of"))])
    if tag == "dict":
        return dict([_pair(item) for item in _list(data.get("of"))])
    type_ = _tagged().get(RENAMED.get(tag, tag)) if isinstance(tag, str) else None
    if type_ is None:
        raise CodecError(f"unknown class: {_short(tag)}")
    return _decoder(type_)(data if is_dataclass(type_) else data.get("of"))


def _pair(data: Any) -> tuple[Any, Any]:
    key, value = _fixed_decoder(tuple, [Any, Any])(data)
    if isinstance(key, list | dict):
        raise CodecError(f"no key: {_short(key)}")
    return key, value


# --- what there is ---


@cache
def _tagged() -> dict[str, type]:
    """Every class that events can hold, by name: found along the types of their fields."""
    found: dict[str, type] = {"Fraction": Fraction}
    waiting: list[Any] = [*get_args(Event), Text, TokenName]
    while waiting:
        hint = _plain(waiting.pop())
        if not isinstance(hint, type) or get_origin(hint) is not None:
            waiting.extend(arg for arg in get_args(hint) if arg is not Ellipsis)
        elif _is_stored(hint) and found.get(hint.__name__) is not hint:
            _add(found, hint)
            waiting.extend(get_type_hints(hint).values() if not issubclass(hint, Enum) else ())
    return found


def _add(found: dict[str, type], type_: type) -> None:
    if type_.__module__ == events.__name__:
        return  # events stand by their kind
    if type_.__name__ in found:
        raise TypeError(f"two classes are called {type_.__name__}")
    found[type_.__name__] = type_


def _plain(hint: Any) -> Any:
    return vars(sys.modules[hint.__module__])[hint] if isinstance(hint, str) else hint


def _optional(args: tuple[Any, ...]) -> Any:
    others = [arg for arg in args if arg is not type(None)]
    return others[0] if len(others) == 1 and len(args) == 2 else None


def _is_stored(type_: type) -> bool:
    return is_dataclass(type_) or _is_named_tuple(type_) or issubclass(type_, Enum)


def _is_named_tuple(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields")


def _is_word(hint: Any) -> bool:
    return isinstance(hint, type) and issubclass(hint, str)


def _list(data: Any) -> list[Any]:
    if type(data) is not list:
        raise CodecError(f"expected a list, found {_short(data)}")
    return data


def _dict(data: Any) -> dict[str, Any]:
    if type(data) is not dict:
        raise CodecError(f"expected an object, found {_short(data)}")
    return data


def _same(value: Any) -> Any:
    return value


def _short(data: Any) -> str:
    return repr(data)[:80]
