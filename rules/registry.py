"""Finds every folder under `systems/`."""

import importlib
import pkgutil
from functools import cache

import rules.systems
from rules.system import RuleSystem


@cache
def systems() -> dict[str, RuleSystem]:
    """Every package under rules/systems/, by key; a new folder is enough to be found."""
    found: dict[str, RuleSystem] = {}
    for module in pkgutil.iter_modules(rules.systems.__path__, "rules.systems."):
        system = importlib.import_module(module.name).SYSTEM
        found[system.key] = system
    return found
