"""The way in, who sits here, and who may change that."""

import pytest

from app.encounter.state import Role
from tests.app.web.seating import Seating

HTMX = {"hx-request": "true"}


def newcomer(table: Seating, name: str = "Dario Junior") -> str:
    device = name.replace(" ", "-") + "-" * 20
    return table.tables.join(table.id, device, name, Role.PLAYER).seat


def test_everybody_sees_the_invitation_but_only_the_gm_its_switches(table: Seating) -> None:
    code = table.tables.join_code(table.id)
    for seat in (table.gm, table.player, table.spectator):
        text = seat.get(f"/t/{table.id}/invite").text
        assert f"http://casilla.test/j/{code}" in text
        assert f'src="/j/{code}/qr.svg"' in text
    assert "Make one" in table.gm.get(f"/t/{table.id}/invite").text
    assert "Make one" not in table.player.get(f"/t/{table.id}/invite").text


def test_newcomers_wait_and_are_let_in_or_refused(table: Seating) -> None:
    table.gm.post(f"/t/{table.id}/seats/approve", data={"approve": "on"})
    first, second = newcomer(table, "Jon"), newcomer(table, "Nobody <b>")
    page = table.gm.get(f"/t/{table.id}/invite").text
    assert "Jon asks to join" in page
    assert "Nobody &lt;b&gt; asks to join" in page
    assert table.gm.post(f"/t/{table.id}/seats/{first}/admit", headers=HTMX).status_code == 200
    table.gm.post(f"/t/{table.id}/seats/{second}/remove")
    assert table.state.seats[first].admitted
    assert second not in table.state.seats
    table.gm.post(f"/t/{table.id}/seats/approve", data={"approve": "off"})
    assert not table.state.approve


def test_the_last_gm_stays(table: Seating) -> None:
    answer = table.gm.post(f"/t/{table.id}/seats/{table.viewers['gm'].seat}/remove", headers=HTMX)
    assert answer.status_code == 422
    assert "A table needs a GM." in answer.text


def test_a_seat_that_is_empty_is_gone(table: Seating) -> None:
    assert table.gm.post(f"/t/{table.id}/seats/nobody/admit").status_code == 410


@pytest.mark.parametrize("path", ["seats/approve", "invite/code", "invite/gm", "settings"])
def test_only_the_gm(table: Seating, path: str) -> None:
    before = table.state, table.tables.join_code(table.id)
    for seat in (table.player, table.spectator):
        assert seat.post(f"/t/{table.id}/{path}", data={"approve": "on", "name": "Mine"}).status_code == 403
    assert (table.state, table.tables.join_code(table.id)) == before


def test_players_do_not_send_each_other_away(table: Seating) -> None:
    other = newcomer(table)
    assert table.player.post(f"/t/{table.id}/seats/{other}/remove").status_code == 403
    assert other in table.state.seats


def test_a_player_takes_a_free_ally_and_gives_it_back(table: Seating) -> None:
    ally, enemy = table.place("Vexa", side="ally"), table.place("Roake")
    page = table.player.get(f"/t/{table.id}/invite").text
    assert "Vexa" in page
    assert "Roake" not in page
    table.player.post(f"/t/{table.id}/seats/me/take", data={"token": ally})
    assert table.state.tokens[ally].owners == {table.viewers["player"].seat}
    refused = table.player.post(f"/t/{table.id}/seats/me/take", data={"token": enemy}, headers=HTMX)
    assert refused.status_code == 422
    table.player.post(f"/t/{table.id}/seats/me/leave", data={"token": ally})
    assert not table.state.tokens[ally].owners


def test_a_second_player_comes_too_late(table: Seating) -> None:
    ally = table.place("Vexa", side="ally", owner="player")
    answer = table.spectator.post(f"/t/{table.id}/seats/me/take", data={"token": ally}, headers=HTMX)
    assert answer.status_code == 422
    assert table.state.tokens[ally].owners == {table.viewers["player"].seat}


def test_hidden_tokens_are_not_named_among_what_somebody_plays(table: Seating) -> None:
    table.place("Lurker", side="ally", owner="player", hidden=True)
    assert "Lurker" not in table.spectator.get(f"/t/{table.id}/invite").text
    assert "Lurker" in table.gm.get(f"/t/{table.id}/invite").text
