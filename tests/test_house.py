"""What the house holds to: nothing inline in pages, one look, hashes of what is vendored, locks that name no host."""

import hashlib
import re
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from app.settings import Settings

ROOT = Path(__file__).resolve().parent.parent
VENDOR = ROOT / "static" / "vendor"
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
INLINE = {
    "a style attribute": re.compile(r"\sstyle\s*=", re.I),
    "an event attribute": re.compile(r"\son[a-z]+\s*=", re.I),
    "hx-on": re.compile(r"hx-on\b", re.I),
    "a js: value": re.compile(r"""["'\s](js|javascript):""", re.I),
    "an inline style block": re.compile(r"<style\b", re.I),
    "an inline script": re.compile(r"<script\b(?![^>]*\bsrc=)", re.I),
}


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(ROOT / "templates").as_posix())
def test_templates_obey_the_content_policy(path: Path) -> None:
    text = re.sub(r"{#.*?#}", "", path.read_text(encoding="utf-8"), flags=re.S)
    assert [what for what, pattern in INLINE.items() if pattern.search(text)] == []


def test_escaping_is_turned_off_for_nothing_but_our_own_markup() -> None:
    unescaped = {
        path.relative_to(ROOT / "templates").as_posix()
        for path in TEMPLATES
        if re.search(r"(?<!\x27)\|\s*safe\b|autoescape false", path.read_text(encoding="utf-8"))
    }
    assert unescaped <= {"macros/frame.html"}


def test_python_makes_no_markup_that_breaks_the_content_policy() -> None:
    found = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "app").rglob("*.py"))
        if INLINE["a style attribute"].search(path.read_text(encoding="utf-8"))
        and "<svg" in path.read_text(encoding="utf-8")
    ]
    assert found == []


def declarations(block: str) -> dict[str, str]:
    return dict(re.findall(r"(--[\w-]+|color-scheme):\s*([^;]+);", block))


def test_both_dark_blocks_of_the_theme_are_equal() -> None:
    theme = (ROOT / "static" / "css" / "theme.css").read_text(encoding="utf-8")
    chosen = re.search(r'\[data-theme="dark"\] \{(.*?)\n\}', theme, re.S)
    wished = re.search(r":root:not\(\[data-theme\]\) \{(.*?)\n  \}", theme, re.S)
    assert chosen
    assert wished
    assert declarations(chosen[1]) == declarations(wished[1])
    assert len(declarations(chosen[1])) > 50


def test_colours_stand_only_in_the_theme() -> None:
    """A colour by role turns with the theme; only the QR code must be black on white for cameras."""
    hard = {
        f"{path.name}: {found}"
        for path in sorted((ROOT / "static" / "css").glob("*.css"))
        if path.name != "theme.css"
        for found in re.findall(r":[^;{]*?(#[0-9a-fA-F]{3,8})\b", path.read_text(encoding="utf-8"))
    }
    assert hard <= {"join.css: #fff", "join.css: #000", "turn-order.css: #000"}


def luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


PAIRS = [  # on, under, the least that is legible (words 4.5, marks 3)
    ("--text", "--surface", 14),
    ("--text-2", "--surface", 7),
    ("--text-3", "--surface", 4.5),
    ("--text-2", "--bg", 4.5),
    ("--accent-ink", "--accent", 4.5),
    ("--accent-text", "--accent-soft", 4.5),
    ("--bad", "--bad-soft", 4.5),
    ("--good", "--good-soft", 4.5),
    ("--secret", "--secret-soft", 4.5),
    ("--token-glyph", "--ally", 4.5),
    ("--token-glyph", "--enemy", 4.5),
    ("--token-glyph", "--neutral", 4.5),
    ("--line-strong", "--surface", 3),
    ("--clear", "--floor", 3),
    ("--blocked", "--floor", 3),
    ("--reach-edge", "--floor", 3),
    ("--wall", "--floor", 3),
    ("--door", "--floor", 3),
    ("--window", "--floor", 3),
]


@pytest.mark.parametrize(("on", "under", "least"), PAIRS)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrasts(scheme: str, on: str, under: str, least: float) -> None:
    theme = (ROOT / "static" / "css" / "theme.css").read_text(encoding="utf-8")
    start = theme.index(":root {") if scheme == "light" else theme.index('[data-theme="dark"]')
    colours = declarations(theme[start : theme.index("\n}", start)])
    assert contrast(colours[on], colours[under]) >= least


def recorded_hashes() -> dict[str, str]:
    lines = re.findall(r"^ +([0-9a-f]{64})  (\S+)$", (VENDOR / "CREDITS.md").read_text(encoding="utf-8"), re.M)
    return {name: digest for digest, name in lines}


def test_vendored_files_are_what_their_makers_published() -> None:
    files = {path.relative_to(VENDOR).as_posix(): path for path in VENDOR.rglob("*") if path.is_file()}
    del files["CREDITS.md"]
    assert recorded_hashes() == {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in files.items()}


def test_what_is_vendored_brings_its_licence() -> None:
    assert [folder.name for folder in VENDOR.iterdir() if folder.is_dir() and not (folder / "LICENSE").exists()] == []


def symbols() -> set[str]:
    return set(re.findall(r'<symbol id="([^"]+)"', (ROOT / "static" / "icons.svg").read_text(encoding="utf-8")))


def named_icons() -> Iterator[tuple[str, str]]:
    for path in TEMPLATES:
        for name in re.findall(r"""\bicon\(\s*["']([\w-]+)["']\s*[,)]""", path.read_text(encoding="utf-8")):
            yield path.name, name


def test_every_icon_that_a_template_names_is_in_the_sprite() -> None:
    assert {(where, name) for where, name in named_icons() if f"i-{name}" not in symbols()} == set()


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-test.txt"])
def test_locks_carry_hashes_and_name_no_host(lock: str) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "--hash=sha256:" in text
    assert "://" not in text
    assert not re.search(r"^\s*(-i|-f|--(extra-)?index-url|--find-links|--trusted-host)\b", text, re.M)


def test_everything_that_the_project_needs_is_locked() -> None:
    locked = set(re.findall(r"^([a-z0-9-]+)==", (ROOT / "requirements.txt").read_text(encoding="utf-8"), re.M))
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    needed = re.search(r"\ndependencies = \[(.*?)\n\]", project, re.S)
    assert needed
    assert set(re.findall(r'"([a-z0-9-]+)', needed[1])) - locked == set()


def tracked() -> list[str]:
    answer = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    return answer.stdout.split("\n") if answer.returncode == 0 else []


def test_the_wheel_holds_everything_that_runs(tmp_path: Path) -> None:
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    packed = {re.sub("^app/_data/(migrations|)", _in_checkout, name) for name in zipfile.ZipFile(wheel).namelist()}
    folders = ("app/", "rules/", "geometry/", "templates/", "static/", "locales/", "alembic/")
    needed = {name for name in tracked() if name.startswith(folders)}
    assert {name for name in needed if (ROOT / name).exists()} - packed == set()
    assert not {name for name in packed if name.startswith(("tests/", "bench/", "data/"))}


def _in_checkout(found: re.Match[str]) -> str:
    return {"migrations": "alembic", "": ""}[found[1]]


def test_no_lock_of_uv_is_tracked() -> None:
    assert "uv.lock" not in tracked()
    assert "uv.lock" in (ROOT / ".gitignore").read_text(encoding="utf-8")


PAPERS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


@pytest.mark.parametrize("path", PAPERS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_of_the_papers_lead_somewhere(path: Path) -> None:
    found = re.findall(r"\]\((?!https?:|#)([^)#]+)", path.read_text(encoding="utf-8"))
    assert [link for link in found if not (path.parent / link).exists()] == []


def test_the_architecture_names_what_is_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    block = text.split("```")[1]
    named = [name for line in block.splitlines() for name in re.findall(r"[\w/]+(?:/|\.py)(?=\s|$)", line[:21])]
    assert len(named) > 10
    missing = [name for name in named if not ((ROOT / name).exists() or (ROOT / "rules" / name).exists())]
    assert missing == []


def test_the_readme_names_the_settings() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    settings = set(re.findall(r"`([A-Z_]{4,})`", readme))
    assert settings == {name.upper() for name in Settings.model_fields}
