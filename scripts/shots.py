"""Screenshots of every page at three sizes, light and dark: `make shots`, or with parts of their names.

Those that the README shows go to docs/shots/, the others to test-results/shots/.

The table they show is laid through the service: the demo's hangar with a fight in its second round, and dice that
fall as a seed says, so that the pictures change only when the pages do.
"""

import argparse
import io
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from app.demo import create_demo
from app.encounter.commands import Act, Answer, ClaimToken, EditTable
from app.encounter.scene import scene_of_all
from app.encounter.state import Encounter, Role
from app.encounter.view import prompt_for
from app.encounter.viewer import Viewer
from app.service import Tables
from app.web.deps import new_device
from rules.registry import systems
from rules.scene import Action
from tests.support.board_live import SteadyDice, served
from tests.support.browser import launch

SIZES = {"390": (390, 844), "1024": (1024, 768), "1440": (1440, 900)}
THEMES = ("light", "dark")
ROOT = Path(__file__).resolve().parent.parent
README = set(re.findall(r"docs/shots/([\w-]+)\.png", (ROOT / "README.md").read_text(encoding="utf-8")))
PEOPLE = {"dario": ("Dario", "Scout"), "marta": ("Marta", "Guardian")}
SYSTEM = systems()["saga"]


@dataclass
class Stage:
    """The laid tables: the address of the house, who sits where by device, and the tokens by name."""

    base: str
    tables: Tables
    devices: dict[str, str] = field(default_factory=dict)
    id: str = ""
    gm: Viewer = field(default_factory=lambda: Viewer("", Role.GM))
    gm_secret: str = ""
    door: str = ""  # a table that lets people in

    @property
    def state(self) -> Encounter:
        return self.tables.load(self.id)

    def token(self, name: str) -> str:
        return next(id for id, token in self.state.tokens.items() if token.name == name)

    def acting(self) -> str:
        turn = SYSTEM.turn_view(scene_of_all(self.state))
        assert turn is not None
        return turn.acting[0]

    def act(self, action: Action) -> None:
        """Carry it out as the GM, and answer whatever is asked with the first that is offered."""
        self.tables.handle(self.id, self.gm, Act(action))
        while prompt := prompt_for(self.state, self.gm):
            self.tables.handle(self.id, self.gm, Answer(prompt.id, prompt.options[0].key))


def lay(base: str, tables: Tables, dice: SteadyDice) -> Stage:
    """Two tables of one GM: a fight in the hangar, and one that lets people in."""
    stage = Stage(base, tables, {who: new_device() for who in ("gm", *PEOPLE, "ana", "new")})
    stage.id, stage.gm_secret = create_demo(tables, stage.devices["gm"], name="Hangar 7", gm="Irene")
    gm = tables.seat_for(stage.id, stage.devices["gm"])
    assert gm is not None
    stage.gm = gm
    for who, (name, token) in PEOPLE.items():
        seat = tables.join(stage.id, stage.devices[who], name, Role.PLAYER)
        tables.handle(stage.id, gm, ClaimToken(stage.token(token), seat.seat))
    stage.door, _ = tables.create("The night train", "saga", stage.devices["gm"], gm="Irene")
    host = tables.seat_for(stage.door, stage.devices["gm"])
    assert host is not None
    tables.handle(stage.door, host, EditTable(approve=True))
    tables.join(stage.door, stage.devices["ana"], "Ana", Role.PLAYER)
    _fight(stage, dice)
    return stage


def _fight(stage: Stage, dice: SteadyDice) -> None:
    """Everybody who can shoots once, the best chance first; then it is the scout's turn."""
    dice.face = None
    stage.act(Action("start"))
    shots = 0
    for _ in range(40):
        actor = stage.acting()
        if shots >= 4 and actor == stage.token("Scout"):
            return
        shots += _shoot(stage, actor)
        stage.act(Action("next"))
    raise SystemExit("The scout does not come to act.")


def _shoot(stage: Stage, actor: str) -> bool:
    scene = scene_of_all(stage.state)
    side = scene.combatants[actor].side
    shots = [
        (card.chance or 0, Action(offer.key, actor, offer.weapon, target=card.target))
        for offer in SYSTEM.offers(scene, actor)
        if offer.aim == "token" and offer.group == "attack" and offer.refusal is None
        for card in SYSTEM.targets(scene, Action(offer.key, actor, offer.weapon))
        if card.refusal is None and card.target and scene.combatants[card.target].side not in (side, "neutral")
    ]
    if shots:
        stage.act(max(shots, key=lambda shot: shot[0])[1])
    return bool(shots)


@dataclass(frozen=True)
class Shot:
    """A page: file name, who looks, the address, and whom to aim at first."""

    name: str
    who: str
    path: str
    aim: str = ""
    whole: bool = True  # the whole page, not the window alone
    size: str = ""  # at one size only


def shots(stage: Stage) -> Iterator[Shot]:
    """All pages."""
    table, code = f"/t/{stage.id}", stage.tables.join_code(stage.id)
    door = stage.tables.join_code(stage.door)
    yield Shot("lobby", "gm", "/", whole=False)
    yield Shot("lobby-new", "new", "/")
    yield Shot("join", "new", f"/j/{code}")
    yield Shot("join-ask", "new", f"/j/{door}")
    yield Shot("code", "new", "/join?code=XXXXX")
    yield Shot("gm", "new", f"/gm/{stage.gm_secret}")
    yield Shot("waiting", "ana", f"/t/{stage.door}/waiting")
    yield Shot("nothing", "new", "/nothing")
    yield Shot("credits", "new", "/credits")
    yield Shot("board-gm", "gm", table, whole=False)
    yield Shot("board-player", "dario", table, whole=False)
    yield Shot("board-ruling", "dario", table, aim=stage.token("Trooper 2"), whole=False)
    yield Shot("text", "dario", f"{table}/text")
    yield Shot("screen", "gm", f"{table}/screen", whole=False)
    yield Shot("invite", "gm", f"{table}/invite")
    yield Shot("tokens", "gm", f"{table}/tokens")
    yield Shot("token-new", "gm", f"{table}/tokens/new")
    yield Shot("map", "gm", f"{table}/map")
    yield Shot("settings", "gm", f"{table}/settings")


def take(browser: Browser, stage: Stage, shot: Shot, size: str, theme: str) -> None:
    """One picture, in few colours so that the file stays small."""
    width, height = SIZES[size]
    context: BrowserContext = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce", has_touch=size != "1440"
    )
    cookies = [{"name": "device", "value": stage.devices[shot.who]}, {"name": "theme", "value": theme}]
    context.add_cookies([{**cookie, "url": stage.base} for cookie in cookies])  # type: ignore[list-item]
    page = context.new_page()
    page.goto(stage.base + shot.path)
    if shot.path.startswith(f"/t/{stage.id}") and page.locator("#live").count():
        page.wait_for_selector("html[data-live=on]", state="attached")
    if shot.aim:
        _aim(page, shot.aim)
    page.wait_for_timeout(250)
    picture = Image.open(io.BytesIO(page.screenshot(full_page=shot.whole))).convert("RGB")
    context.close()
    name = f"{shot.name}-{size}-{theme}"
    folder = ROOT / "docs" / "shots" if name in README else ROOT / "test-results" / "shots"
    folder.mkdir(parents=True, exist_ok=True)
    few = picture.quantize(96, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(folder / f"{name}.png", optimize=True)


def _aim(page: Page, token: str) -> None:
    """Choose the first weapon, then this target from the list: the same taps at every size."""
    page.wait_for_selector("#map[data-ready=yes]")
    page.get_by_role("button", name="Blaster rifle").locator("visible=true").first.click()
    page.wait_for_selector("#asked[data-kind=targets]", state="attached")
    page.locator(f'[data-pick="{token}"]').locator("visible=true").first.click()
    page.wait_for_selector(f'#asked[data-target="{token}"]', state="attached")


def main() -> None:
    """Lay the table, take the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="take those whose file name holds one of these")
    only = parser.parse_args().only
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as house, sync_playwright() as playwright:
        stage, browser = lay(*house), launch(playwright)
        for shot in shots(stage):
            for size in SIZES:
                for theme in THEMES:
                    name = f"{shot.name}-{size}-{theme}"
                    if not only or any(word in name for word in only):
                        take(browser, stage, shot, size, theme)
                        print(name, flush=True)
        browser.close()


if __name__ == "__main__":
    main()
