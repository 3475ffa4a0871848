"""Texts of authors' files are read as data, and their slots are filled once."""

import re
from contextlib import nullcontext
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.authors_files import put_stand_in

from helm_creativity.benchmark.prompts import match_prompt, placeholder, render, template_variables
from helm_creativity.benchmark.sources import (
    Slot,
    authors_prompt,
    fill,
    find_bundle,
    find_source,
    read_constant,
    text_of_function,
)
from helm_creativity.errors import BadArguments, FileProblem

PROGRAM = (Path(__file__).parent / "program_of_authors.txt").read_text("utf-8")
N = Slot("{str(self.n)}")


@pytest.mark.parametrize(
    ("function", "where", "text"),
    [
        ("__init__", {"line": 11}, ("Name ", N, " things, no more than ", N, ".", " ", Slot("self.extra"))),
        ("__init__", {"line": 13}, ("Name things.",)),
        ("__init__", {"key": "German"}, ("Nenne ", Slot("{self.n}"), " Dinge.")),
        ("judge", {}, ('How good is "', Slot("{use}"), '"?')),
    ],
)
def test_a_text_of_a_function_comes_in_pieces(function, where, text):
    """It is found by its line, by a key, or alone."""
    assert text_of_function(PROGRAM, f"Task.{function}", **where) == text


@pytest.mark.parametrize(
    ("function", "where", "message"),
    [
        ("Task.ask", {}, "there is no function Task.ask"),
        ("Task.__init__", {}, "expected one text of Task.__init__ and no other, found"),
        ("Task.__init__", {"line": 12}, "expected one text of Task.__init__ on line 12, found 0; texts begin on lines"),
        ("Task.__init__", {"key": "Dutch"}, "with the key 'Dutch', found 0"),
        ("Task.shown", {}, "found 0"),
    ],
)
def test_a_text_that_is_not_there_is_an_error(function, where, message):
    with pytest.raises(FileProblem, match=message):
        text_of_function(PROGRAM, function, **where)


@pytest.mark.parametrize(
    ("program", "value"),
    [
        ('X = {"short": "Be brief."}', {"short": "Be brief."}),
        ('X = ["one", "two"]', ["one", "two"]),
        ("if True:\n    X = f'Solve it.'", "Solve it."),
        ("X = f'Solve {it}.'", FileProblem("what is assigned to X is no literal")),
        ("X = open('/etc/passwd').read()", FileProblem("what is assigned to X is no literal")),
        ("X = 1\nX = 2", FileProblem("expected one assignment of X, found 2")),
    ],
)
def test_constants_are_literals(program, value):
    """So is an f-string in which nothing varies."""
    with pytest.raises(FileProblem, match=str(value)) if isinstance(value, FileProblem) else nullcontext():
        assert read_constant(program, "X") == value


def test_tabs_beside_spaces_are_read_as_python_2_read_them():
    mixed = "def ask():\n    a = 1\n\tb = f'Solve {problem}.'\n"
    with pytest.raises(TabError, match="inconsistent use of tabs"):
        compile(mixed, "mixed", "exec")
    spaced = "def ask():\n    a = 1\n\n\tb = 2\n".replace("\tb", "    b")
    assert text_of_function(mixed, "ask") == ("Solve ", Slot("{problem}"), ".")
    with pytest.raises(FileProblem, match="found 0"):
        text_of_function(spaced, "ask")


def test_a_fenced_block_is_found_by_its_number(prompts):
    name = "mctb2025-hard-dat"
    put_stand_in(name, "# Page\n\n```python\nX = 'a'\n```\n\ntext\n\n```\nRate it.\n```\n")
    assert authors_prompt(name, block=0, constant="X") == "a"
    assert authors_prompt(name, block=1) == "Rate it.\n"
    with pytest.raises(FileProblem, match="expected a fenced block number 2, found 2 blocks"):
        authors_prompt(name, block=2)


def test_every_slot_has_a_value_and_every_value_a_slot():
    assert fill("{{A}} or {{B}}?", {"{{A}}": "this", "{{B}}": "that"}) == "this or that?"
    assert fill(("Name ", N, ". ", N), {"{str(self.n)}": 3}) == "Name 3. 3"
    with pytest.raises(FileProblem, match=re.escape("expected a text with the slots {{B}}, found one with none")):
        fill("{{A}}?", {"{{B}}": 1})
    with pytest.raises(FileProblem, match="found one with"):
        fill((Slot("a"), "?"), {})


@given(st.text(), st.text())
def test_what_a_value_holds_is_never_taken_for_a_slot(first, second):
    assert fill("{{A}}|{{B}}", {"{{A}}": first + "{{B}}", "{{B}}": second + "{{A}}"}) == (
        f"{first}{{{{B}}}}|{second}{{{{A}}}}"
    )


JUDGE = '{{ authors("mctb2025-hard-dat", function="Task.judge", slots={"{use}": use}) }} {{ other }}'


@pytest.fixture
def prompts(tmp_path, monkeypatch):
    """A home of its own, and a folder with a template."""
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(tmp_path / "home"))
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / "judge.j2").write_text(f"{{# Fetched. #}}\n{JUDGE}")
    return tmp_path


def test_a_template_asks_the_authors_words_and_is_read_back(prompts):
    """What is not fetched is an error with the command."""
    with pytest.raises(FileProblem, match=r"mctb2025-hard-dat.*`helm-creativity fetch mctb2025-prompts`, or use prom"):
        render(prompts, "judge", use="a hat", other="")
    assert match_prompt(prompts, "judge", "How good is it?", use=placeholder("use"), other="") is None
    put_stand_in("mctb2025-hard-dat", PROGRAM)
    assert render(prompts, "judge", use="a hat", other="Say 1 to 5.").text == 'How good is "a hat"? Say 1 to 5.'
    assert template_variables(prompts, "judge") == ("other", "use")
    text = 'Now: How good is "a hat"? 1?'
    assert match_prompt(prompts, "judge", text, use=placeholder("use"), other="1?") == {"use": "a hat"}


def test_json_and_markdown_are_read_too(prompts):
    put_stand_in("liveideabench-prompts-json", '{"idea": {"text": "An idea about {{keywords}}."}}')
    found = authors_prompt(
        "liveideabench-prompts-json", json_keys=["idea", "text"], slots={"{{keywords}}": "{{keywords}} and fire"}
    )
    assert found == "An idea about {{keywords}} and fire."
    with pytest.raises(FileProblem, match=r"liveideabench-prompts-json: there is no text under the keys idea, form"):
        authors_prompt("liveideabench-prompts-json", json_keys=["idea", "form"])
    with pytest.raises(FileProblem, match="expected a text, found a mapping"):
        authors_prompt("liveideabench-prompts-json", json_keys=["idea"])


@pytest.mark.parametrize("content", [b"\xff\xfe", b"X = \x00", b"X = {[]: 1}", b"X = " + 999 * b"-" + b"1", b"X = ("])
def test_a_file_that_cannot_be_read_says_how_to_get_it_again(prompts, content):
    path = put_stand_in("mctb2025-hard-dat", "")
    path.write_bytes(content + b"\n" * (path.stat().st_size - len(content)))
    with pytest.raises(FileProblem, match=r"hard-dat: .*; if the file is damaged, delete .* fetch mctb2025-hard-dat`"):
        authors_prompt("mctb2025-hard-dat", constant="X")
    put_stand_in("liveideabench-prompts-json", "{")
    with pytest.raises(FileProblem, match=r"prompts-json: cannot be read: .* fetch liveideabench-prompts-json`"):
        authors_prompt("liveideabench-prompts-json", json_keys=["idea"])


def test_files_have_their_place_and_may_belong_to_several_bundles():
    source = find_source("mctb2025-hard-dat")
    assert (source.commit[:8], str(source.place)) == ("2652cf34", "creative_tests/HardDAT.py")
    prompts, everything = find_bundle("agc2026-prompts"), find_bundle("agc-human")
    assert prompts == [prompt for prompt in everything if prompt.name.startswith("agc2026-")]
    assert len(prompts) == 7 < len(everything)
    with pytest.raises(BadArguments, match=r"there is no file or bundle 'agc'; did you mean 'agc-human' or 'agc2026-"):
        find_bundle("agc")
