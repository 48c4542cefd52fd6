"""Name, options, links of a table."""

import io
import re
import zipfile

from tests.app.web.seating import Seating

HTMX = {"hx-request": "true"}


def test_a_new_code_makes_the_old_one_lead_nowhere(table: Seating) -> None:
    old = table.tables.join_code(table.id)
    page = table.gm.post(f"/t/{table.id}/invite/code", headers=HTMX).text
    new = table.tables.join_code(table.id)
    assert old != new
    assert f"/j/{new}" in page
    assert table.tables.table_by_code(old) is None


def test_a_gm_link_is_shown_once(table: Seating) -> None:
    page = table.gm.post(f"/t/{table.id}/invite/gm", headers=HTMX).text
    found = re.search(r'value="http://casilla.test/gm/([^"]+)"', page)
    assert found is not None
    assert table.tables.table_by_gm_secret(found[1]) == table.id
    assert found[1] not in table.gm.get(f"/t/{table.id}/invite").text


def test_name_and_options_are_saved(table: Seating) -> None:
    sent = {"name": "  Hangar  8 ", "option.players_see_rolls": "off"}
    page = table.gm.post(f"/t/{table.id}/settings", data=sent, headers=HTMX)
    assert "Saved." in page.text
    assert table.state.name == "Hangar 8"
    assert table.state.options["players_see_rolls"] == "off"


def test_impossible_settings_change_nothing_and_stay_as_typed(table: Seating) -> None:
    before = table.state
    unknown = table.gm.post(f"/t/{table.id}/settings", data={"name": "X", "option.players_see_rolls": "perhaps"})
    assert unknown.status_code == 422
    assert "Choose from the list." in unknown.text
    long = table.gm.post(f"/t/{table.id}/settings", data={"name": "x" * 10_000, "option.players_see_rolls": "off"})
    assert long.status_code == 422
    assert "That text is too long: 60 characters at most." in long.text
    assert "x" * 10_000 in long.text
    assert table.state == before


def test_the_whole_table_in_one_file_for_the_gm_only(table: Seating) -> None:
    table.place("Roake")
    answer = table.gm.get(f"/t/{table.id}/export")
    assert answer.headers["content-type"] == "application/zip"
    assert answer.headers["content-disposition"] == 'attachment; filename="hangar-7.casilla.zip"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        assert "Roake" in archive.read("events.jsonl").decode()
    for seat in (table.player, table.spectator):
        assert seat.get(f"/t/{table.id}/export").status_code == 403
