"""Scales of judges: both ends of what is read must be what is asked for."""

import pytest
from support import scaffolds, strangers

from helm_creativity.checking.running import verdicts
from helm_creativity.checking.scales import find, hearing, names
from helm_creativity.judging import Instrument, Scale
from helm_creativity.rooms import find_room

KINDS = {"ideas": "told", "judged": "shared"}
EDITS = {
    "low": {"ideas.py": ("Scale(1, 5)", "Scale(1, 10)")},
    "both": {"ideas.py": ("Scale(1, 5)", "Scale(0, 10)")},
}


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Folder of installed projects: first versions of judged benchmarks, of some the scale is another one."""
    top = tmp_path_factory.mktemp("scales")
    scaffolds.write_projects(top / "projects", KINDS)
    for name, edits in EDITS.items():
        scaffolds.write_projects(top / "edited" / name, {"ideas": name})
        (top / "edited" / name / "ideas").rename(top / "projects" / name)
        for file, (old, new) in edits.items():
            path = top / "projects" / name / name / file
            assert old in path.read_text()
            path.write_text(path.read_text().replace(old, new))
    folder = scaffolds.install_projects(top / "projects", top / "site")
    with strangers.installed(folder):
        yield folder


def found_in(name):
    """What the check of prompts finds."""
    (verdict,) = verdicts([find_room(name)], only=["prompts"])
    return verdict.problems


@pytest.mark.parametrize(("name", "scale", "lacking"), [("low", "1 to 10", "10"), ("both", "0 to 10", "0 and 10")])
def test_a_question_that_names_another_scale_is_told(site, name, scale, lacking):
    """Each question once, with the ends that it lacks and both ways to mend it."""
    found = found_in(name)
    assert [problem.what for problem in found] == [
        f"ratings of {what} are read on a scale of {scale}, and prompts/{what}.j2, by which judges are asked, does not "
        f"name {lacking}"
        for what in ("originality", "feasibility")
    ]
    assert found[0].change == (
        f"write both ends of the scale into the question, as digits: {scale}; or, if the question is right, give the "
        "instrument originality the scale that it asks for"
    )


@pytest.mark.parametrize("name", KINDS.values())
def test_a_question_that_names_its_scale_is_left_alone(site, name):
    """Whether the room wrote it or shares it."""
    assert found_in(name) == ()


@pytest.mark.parametrize(
    ("text", "number", "found"),
    [
        ("from 1 to 10.", 1, True),
        ("from 1 to 10.", 10, True),
        ("1-10", 10, True),
        ("(0..5)", 5, True),
        ("10.0 at most", 10, True),
        ("from -3 to 3", -3, True),
        ("from \N{MINUS SIGN}3 to 3", -3, True),
        ("from 0 to 3", -3, False),
        ("from 1 to 10", 0, False),
        ("from 1 to 100", 10, False),
        ("1.5 or 5.1", 5, False),
        ("10,000 or 1,10", 10, False),
        ("from 0% to 100%", 100, True),
        ("x10 and 10th", 10, False),
        ("one to ten", 10, False),
        ("in steps of .5 or 0.5", 0.5, True),
    ],
)
def test_numbers_in_questions(text, number, found):
    """Whole ones in digits, not parts of others."""
    assert names(text, number) is found


def test_a_number_of_an_item_is_no_scale(tmp_path):
    """It stands in the questions about that one only."""
    one = Instrument("a", tmp_path, "ask", ("a",), scale=Scale(1, 10))
    signed, asked = {("ask", ""): (one, ["1 to 5: TEXT"])}, {("ask", ""): (one, ["1 to 5: 10 ropes"])}
    assert [problem.what[-11:] for problem in find(signed, asked)] == ["not name 10"]
    assert list(find({}, {("ask", ""): (one, ["1 to 10: ropes", "1 to 10: 5 ropes"])})) == []


def test_listening_leaves_instruments_as_they_were():
    """Whatever happens inside."""
    before = Instrument.question, Instrument.forms
    with pytest.raises(LookupError, match="lost"), hearing({}):
        raise LookupError("lost")
    assert (Instrument.question, Instrument.forms) == before


def test_what_is_heard_is_told_apart_by_scale(tmp_path):
    """One template with two scales is two instruments; of a question both parts are kept."""
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / "ask.j2").write_text("Rate {{ text }}.")
    (tmp_path / "prompts" / "you.j2").write_text("You rate.")
    one, other = (Instrument("a", tmp_path, "ask", ("a",), "you", Scale(1, high)) for high in (5, 7))
    heard = {}
    with hearing(heard):
        one.question(text="this")
        one.forms(text="TEXT")
        other.question(text="that")
    assert list(heard.values()) == [
        (one, ["You rate.\nRate this.", "You rate.\nRate TEXT."]),
        (other, ["You rate.\nRate that."]),
    ]
