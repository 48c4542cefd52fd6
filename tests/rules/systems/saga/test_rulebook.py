"""Every rule that the code names has its sentence."""

import re
from pathlib import Path

import rules.systems.saga
from rules.systems.saga import SYSTEM

FOLDER = Path(rules.systems.saga.__file__).parent


def test_each_rule_id_that_may_be_shown_has_a_sentence():
    named = {rule for path in FOLDER.glob("*.py") for rule in re.findall(r'"(SE-[A-Z]+-\d+)"', path.read_text("utf-8"))}
    assert len(named) > 50
    assert {rule for rule in named if SYSTEM.rulebook(rule) is None} == set()
    for rule in named:
        sentence = SYSTEM.rulebook(rule).msgid
        assert sentence.endswith(".")
        assert len(sentence) < 140


def test_the_rules_of_rulings_have_sentences_too():
    geometry = FOLDER.parents[2] / "geometry"
    named = {
        rule for path in geometry.glob("*.py") for rule in re.findall(r'"(SE-[A-Z]+-\d+)"', path.read_text("utf-8"))
    }
    assert {rule for rule in named if SYSTEM.rulebook(rule) is None} == set()
