"""geometry <- rules <- app, and the pure core of a table knows neither web nor database."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
WEB = {"fastapi", "starlette", "uvicorn", "jinja2"}
DATABASE = {"sqlmodel", "sqlalchemy", "alembic", "psycopg", "redis"}
AROUND = {"app.web", "app.storage", "app.realtime", "app.service", "app.main", "app.maps"}
FORBIDDEN = {
    "geometry": WEB | DATABASE | {"rules", "app"},
    "rules": WEB | DATABASE | {"app"},
    "app/encounter": WEB | DATABASE | {"app.web", "app.storage", "app.realtime", "app.service", "app.main", "app.maps"},
    "app/storage": WEB | {"app.web", "app.main"},
    "app/maps": WEB | DATABASE | {"app.web", "app.main"},
}
IMPURE = {"random", "secrets", "time", "socket", "sqlite3", "os"}
MAY_BE_IMPURE = {"rules/dice.py"}  # the one place where real dice are rolled


def imports(path: Path) -> Iterator[str]:
    """Every module that a file names in an import, those inside functions and under TYPE_CHECKING included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide their direction"
            yield node.module or ""
            yield from (f"{node.module}.{name.name}" for name in node.names)


def is_within(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


@pytest.mark.parametrize("folder", FORBIDDEN)
def test_imports_point_downward(folder: str) -> None:
    files = sorted((ROOT / folder).rglob("*.py"))
    upward = {
        f"{path.relative_to(ROOT)} imports {module}"
        for path in files
        for module in imports(path)
        if any(is_within(module, package) for package in FORBIDDEN[folder])
    }
    assert files
    assert not upward


@pytest.mark.parametrize("folder", ["geometry", "rules"])
def test_the_pure_packages_ask_neither_clock_nor_chance(folder: str) -> None:
    impure = {
        f"{path.relative_to(ROOT)} imports {module}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        if path.relative_to(ROOT).as_posix() not in MAY_BE_IMPURE
        for module in imports(path)
        if module in IMPURE
    }
    assert not impure


def test_no_folder_of_ours_hides_the_alembic_library() -> None:
    import alembic

    assert not (ROOT / "alembic" / "__init__.py").exists()
    assert "site-packages" in (alembic.__file__ or "")
