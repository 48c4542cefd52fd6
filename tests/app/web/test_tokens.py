"""The GM's hand on tokens over HTTP: who may, what is refused, and that nothing typed is lost."""

import io
import re

import pytest
from PIL import Image

from geometry.grid import Square
from tests.app.web.seating import TROOPER, Seating

HTMX = {"hx-request": "true"}
BY_FORM = {
    "by": "form",
    "name": "Roake",
    "side": "enemy",
    "copies": "1",
    "square": "C4",
    "profile.hp": "8",
    "profile.hp_max": "12",
    "profile.size": "large",
    "profile.weapons.0.name": "pistol",
    "profile.weapons.0.attack": "+5",
}


def test_placing_copies_of_a_sample_gives_each_a_number(table: Seating) -> None:
    sent = {"by": "sample", "sample": "trooper", "side": "enemy", "copies": "3", "square": "h11"}
    answer = table.gm.post(f"/t/{table.id}/tokens", data=sent)
    assert answer.status_code == 303
    tokens = sorted(table.state.tokens.values(), key=lambda token: token.name)
    assert [token.name for token in tokens] == ["Trooper 1", "Trooper 2", "Trooper 3"]
    assert tokens[0].square == Square(7, 10)
    assert len({token.square for token in tokens}) == 3
    assert {token.face for token in tokens} == {"g-trooper"}


def test_placing_by_form_without_a_script(table: Seating) -> None:
    one_more = table.gm.post(f"/t/{table.id}/tokens", data={**BY_FORM, "row": "add:weapons"})
    assert one_more.status_code == 200
    assert 'name="profile.weapons.1.name"' in one_more.text
    assert 'value="pistol"' in one_more.text
    assert not table.state.tokens
    assert table.gm.post(f"/t/{table.id}/tokens", data=BY_FORM).status_code == 303
    (token,) = table.state.tokens.values()
    assert (token.name, token.square) == ("Roake", Square(2, 3))
    assert token.profile["weapons"] == [{"name": "pistol", "attack": 5}]


@pytest.mark.parametrize(
    ("field", "typed", "fault"),
    [
        ("profile.hp", "twelve", "A whole number, please."),
        ("profile.hp", "13", "More than the full hit points."),
        ("profile.hp_max", "-1", "Not below 1."),
        ("profile.weapons.0.attack", "1e3", "A whole number, please."),
        ("profile.weapons.0.name", "", "This has to be filled in."),
        ("name", "x" * 10_000, "That text is too long: 60 characters at most."),
        ("name", "", "Please give a name."),
        ("square", "Z99", "That square is outside the map."),
        ("square", "over there", "A square is a letter and a number, for example H11."),
        ("copies", "9000", "A number from 1 to 20, please."),
        ("side", "darkness", "Choose from the list."),
    ],
)
def test_a_fault_stands_at_its_field_and_nothing_typed_is_lost(
    table: Seating, field: str, typed: str, fault: str
) -> None:
    answer = table.gm.post(f"/t/{table.id}/tokens", data={**BY_FORM, field: typed}, headers=HTMX)
    assert answer.status_code == 422
    assert fault in answer.text
    kept = {key: value for key, value in BY_FORM.items() if key.startswith("profile.") and key != field}
    assert [value for value in kept.values() if f'value="{value}"' not in answer.text] == []
    if typed and field not in ("side",):
        assert f'value="{typed}"' in answer.text
    assert not table.state.tokens


def test_markup_in_a_name_is_only_letters(table: Seating) -> None:
    token = table.place("<script>alert(1)</script>")
    for path in ("tokens", f"tokens/{token}/sheet", f"tokens/{token}/edit"):
        text = table.gm.get(f"/t/{table.id}/{path}").text
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text


def edit_form(table: Seating, token: str) -> dict[str, str]:
    """What the edit form would send back untouched."""
    text = table.gm.get(f"/t/{table.id}/tokens/{token}/edit").text
    fields = dict(re.findall(r'<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"', text))
    checked = dict(re.findall(r'<input type="radio" name="([^"]+)" value="([^"]*)" checked', text))
    return {**fields, **checked, "profile.size": "medium"}


def test_an_edit_changes_what_was_changed_and_keeps_the_rest(table: Seating) -> None:
    token = table.place("Roake")
    sent = edit_form(table, token) | {"name": "Captain Roake", "profile.hp": "7"}
    assert table.gm.post(f"/t/{table.id}/tokens/{token}/edit", data=sent).status_code == 303
    after = table.state.tokens[token]
    assert after.name == "Captain Roake"
    assert after.square == Square(1, 1)
    assert after.profile == {**TROOPER, "hp": 7}


def test_a_stale_edit_says_so_and_keeps_both(table: Seating) -> None:
    token = table.place("Roake")
    sent = edit_form(table, token) | {"name": "Captain Roake"}
    table.change(token, profile={"hp": 3})
    answer = table.gm.post(f"/t/{table.id}/tokens/{token}/edit", data=sent, headers=HTMX)
    assert answer.status_code == 409
    assert "Roake was changed in the meantime." in answer.text
    assert 'value="Captain Roake"' in answer.text
    assert table.state.tokens[token].profile["hp"] == 3
    stamp = re.search(r'name="stamp" value="([^"]+)"', answer.text)
    assert stamp is not None
    again = table.gm.post(f"/t/{table.id}/tokens/{token}/edit", data={**sent, "stamp": stamp[1]})
    assert again.status_code == 303
    assert table.state.tokens[token].name == "Captain Roake"


def test_damage_stops_at_nothing_and_healing_at_the_whole(table: Seating) -> None:
    token = table.place("Roake")
    address = f"/t/{table.id}/tokens/{token}/damage"
    answer = table.gm.post(address, data={"bar": "hp", "amount": "4", "reason": "a falling crate"}, headers=HTMX)
    assert "Hit points: 10 before, 6 now." in answer.text
    table.gm.post(address, data={"bar": "hp", "amount": "99"})
    assert table.state.tokens[token].profile["hp"] == 0
    table.gm.post(address, data={"bar": "hp", "amount": "99", "heal": "on"})
    assert table.state.tokens[token].profile["hp"] == 10


@pytest.mark.parametrize("amount", ["", "-3", "much", "1.5", "9" * 400])
def test_no_amount_of_damage(table: Seating, amount: str) -> None:
    token = table.place("Roake")
    sent = {"bar": "hp", "amount": amount, "reason": "a falling crate"}
    answer = table.gm.post(f"/t/{table.id}/tokens/{token}/damage", data=sent, headers=HTMX)
    assert answer.status_code == 422
    assert "How much? A whole number, please." in answer.text
    assert 'value="a falling crate"' in answer.text
    assert table.state.tokens[token].profile["hp"] == 10


def test_a_number_is_overruled_with_a_reason_that_the_rules_still_judge(table: Seating) -> None:
    token = table.place("Roake")
    address = f"/t/{table.id}/tokens/{token}/number"
    without = table.gm.post(address, data={"field": "hp_max", "value": "20", "reason": " "}, headers=HTMX)
    assert without.status_code == 422
    assert "Please give a reason" in without.text
    too_much = table.gm.post(address, data={"field": "hp", "value": "50", "reason": "lucky"}, headers=HTMX)
    assert "More than the full hit points." in too_much.text
    unknown = table.gm.post(address, data={"field": "mood", "value": "1", "reason": "?"}, headers=HTMX)
    assert unknown.status_code == 422
    right = table.gm.post(address, data={"field": "hp_max", "value": "20", "reason": "tougher"}, headers=HTMX)
    assert right.status_code == 200
    assert table.state.tokens[token].profile["hp_max"] == 20
    assert any(getattr(each.event, "reason", None) == "tougher" for each in table.tables.stored(table.id))


@pytest.mark.parametrize(
    ("verb", "field", "value"), [("hide", "hidden", True), ("lock", "locked", True), ("aside", "square", None)]
)
def test_one_tap_verbs(table: Seating, verb: str, field: str, value: object) -> None:
    token = table.place("Roake")
    assert table.gm.post(f"/t/{table.id}/tokens/{token}/{verb}", headers=HTMX).status_code == 200
    assert getattr(table.state.tokens[token], field) == value


def test_moving_by_hand_and_back(table: Seating) -> None:
    token = table.place("Roake", None)
    address = f"/t/{table.id}/tokens/{token}/place"
    assert "Roake stands at H11 now." in table.gm.post(address, data={"square": "H11"}, headers=HTMX).text
    assert table.state.tokens[token].square == Square(7, 10)
    wrong = table.gm.post(address, data={"square": "AA1"}, headers=HTMX)
    assert wrong.status_code == 422
    assert "That square is outside the map." in wrong.text
    assert 'value="AA1"' in wrong.text


def test_a_copy_and_a_removal_that_can_be_undone(table: Seating) -> None:
    token = table.place("Roake")
    table.gm.post(f"/t/{table.id}/tokens/{token}/copy")
    assert sorted(each.name for each in table.state.tokens.values()) == ["Roake", "Roake 1"]
    gone = table.gm.post(f"/t/{table.id}/tokens/{token}/remove", headers=HTMX)
    assert "Roake was removed." in gone.text
    assert f'name="action" value="{table.state.done[-1].id}"' in gone.text
    assert token not in table.state.tokens


def test_giving_taking_and_giving_back(table: Seating) -> None:
    token = table.place("Vexa", side="ally")
    sheet = table.player.get(f"/t/{table.id}/tokens/{token}/sheet", headers=HTMX).text
    assert "Play this token" in sheet
    assert table.player.post(f"/t/{table.id}/tokens/{token}/take", headers=HTMX).status_code == 200
    player = table.viewers["player"].seat
    assert table.state.tokens[token].owners == {player}
    assert "Secrets" in table.player.get(f"/t/{table.id}/tokens/{token}/sheet").text
    table.player.post(f"/t/{table.id}/tokens/{token}/leave")
    assert table.state.tokens[token].owners == frozenset()
    table.gm.post(f"/t/{table.id}/tokens/{token}/give", data={"seat": player})
    assert table.state.tokens[token].owners == {player}


WRITES = (
    "edit",
    "copy",
    "hide",
    "reveal",
    "lock",
    "unlock",
    "aside",
    "place",
    "damage",
    "number",
    "face",
    "give",
    "remove",
)


@pytest.mark.parametrize("verb", WRITES)
def test_other_seats_may_not(table: Seating, verb: str) -> None:
    token = table.place("Vexa", side="ally", owner="player")
    before = table.state
    for seat in (table.player, table.spectator):
        answer = seat.post(f"/t/{table.id}/tokens/{token}/{verb}", data={"square": "A1", "bar": "hp", "amount": "1"})
        assert answer.status_code == 403
    assert table.state == before


@pytest.mark.parametrize("path", ["tokens", "tokens/new"])
def test_pages_of_the_gm_are_the_gms(table: Seating, path: str) -> None:
    assert table.player.get(f"/t/{table.id}/{path}").status_code == 403


@pytest.mark.parametrize("verb", WRITES)
def test_a_token_that_is_gone(table: Seating, verb: str) -> None:
    token = table.place("Roake")
    table.gm.post(f"/t/{table.id}/tokens/{token}/remove")
    sent = {"square": "A1", "bar": "hp", "amount": "1"}
    answer = table.gm.post(f"/t/{table.id}/tokens/{token}/{verb}", data=sent)
    assert answer.status_code == 410
    assert "not on the table any more" in answer.text
    assert table.gm.get(f"/t/{table.id}/tokens/{token}/sheet").status_code == 404


def test_a_hidden_token_and_one_that_never_was_look_alike(table: Seating) -> None:
    token = table.place("Lurker", hidden=True)
    for seat in (table.player, table.spectator):
        hidden = seat.get(f"/t/{table.id}/tokens/{token}/sheet")
        never = seat.get(f"/t/{table.id}/tokens/nobody/sheet")
        assert hidden.status_code == never.status_code == 404
        assert hidden.text.replace(token, "") == never.text.replace("nobody", "")
        assert "Lurker" not in hidden.text
        assert seat.post(f"/t/{table.id}/tokens/{token}/take").status_code in (403, 410)


def test_others_read_the_bar_but_not_its_numbers(table: Seating) -> None:
    token = table.place("Roake")
    own = table.gm.get(f"/t/{table.id}/tokens/{token}/sheet", headers=HTMX).text
    theirs = table.player.get(f"/t/{table.id}/tokens/{token}/sheet", headers=HTMX).text
    assert "10/10" in own
    assert "rifle" in own
    assert "10/10" not in theirs
    assert "rifle" not in theirs
    assert 'class="hp__bar"' in theirs


def test_a_form_that_is_too_large_is_not_read(table: Seating) -> None:
    answer = table.gm.post(f"/t/{table.id}/tokens", data={"name": "x" * 7_000_000})
    assert answer.status_code == 413


def picture(kind: str = "PNG", size: tuple[int, int] = (640, 300)) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", size, (200, 30, 30)).save(out, kind)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_face_is_made_small(table: Seating, kind: str) -> None:
    token = table.place("Roake")
    sent = {"picture": ("me.png", picture(kind), "image/png")}
    assert table.gm.post(f"/t/{table.id}/tokens/{token}/face", files=sent, headers=HTMX).status_code == 200
    face = table.state.tokens[token].face
    assert face is not None
    kept = table.tables.picture(table.id, face.removeprefix("picture:"))
    assert kept is not None
    with Image.open(kept[0]) as image:
        assert (image.size, image.format, kept[1]) == ((256, 256), "WEBP", "image/webp")
    address = f"/t/{table.id}/picture/{face.removeprefix('picture:')}"
    assert address in table.player.get(f"/t/{table.id}/tokens/{token}/sheet").text
    assert table.player.get(address).content == kept[0].read_bytes()


BOMB = b"\x89PNG\r\n\x1a\n" + b"\x00\x00\x00\rIHDR" + b"\x00\x01\x00\x00" * 2 + b"\x08\x02\x00\x00\x00\x00\x00\x00\x00"


@pytest.mark.parametrize("data", [b"", b"GIF89a....", b"<svg onload='alert(1)'/>", picture()[:200], BOMB])
def test_what_is_no_picture_changes_nothing(table: Seating, data: bytes) -> None:
    token = table.place("Roake")
    answer = table.gm.post(
        f"/t/{table.id}/tokens/{token}/face", files={"picture": ("x.png", data, "image/png")}, headers=HTMX
    )
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert table.state.tokens[token].face is None
