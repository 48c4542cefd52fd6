"""The pages. Every module and package in here that has a `router` is part of the house."""

import importlib
import pkgutil
from collections.abc import Iterator

from fastapi import APIRouter


def routers() -> Iterator[APIRouter]:
    """The routers of all page areas, by name of their module."""
    for module in sorted(pkgutil.iter_modules(__path__, f"{__name__}."), key=lambda found: found.name):
        router = getattr(importlib.import_module(module.name), "router", None)
        if isinstance(router, APIRouter):
            yield router
