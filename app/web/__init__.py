"""The pages. Every module and package in here (and the live stream) that has a `router` is part of the house."""

import importlib
import pkgutil
from collections.abc import Iterator

from fastapi import APIRouter

PACKAGES = (__name__, "app.realtime")


def routers() -> Iterator[APIRouter]:
    """The routers of all page areas, by name of their module."""
    for package in PACKAGES:
        folder = importlib.import_module(package).__path__
        for module in sorted(pkgutil.iter_modules(folder, f"{package}."), key=lambda found: found.name):
            router = getattr(importlib.import_module(module.name), "router", None)
            if isinstance(router, APIRouter):
                yield router
