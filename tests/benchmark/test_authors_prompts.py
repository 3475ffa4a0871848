"""Texts of authors' files are read as data, and their slots are filled once."""

import re

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

PROGRAM = '''
import os

LIMITS = {"short": "Be brief.", "long": "Take your time."}
WORDS = ["one", "two"]


class Task:
    """A task."""

    def __init__(self, n):
        """No text for a model."""
        self.n = n
        self.extra = "" if n else os.environ["HOME"]
        self.prompts = [
            (f"Name {str(self.n)} things, "
             f"no more than {str(self.n)}." + " " + self.extra),
            "Name things.",
        ]
        self.languages = {
            "English": (f"Name {self.n} things." + " "),
            "German": f"Nenne {self.n} Dinge.",
        }

    def judge(self, use):
        return f"How good is \\"{use}\\"?"

    def shown(self, share):
        return f"{share:.2f} of {self.n!r}"
'''


def test_a_text_of_a_function_comes_in_pieces():
    text = text_of_function(PROGRAM, "Task.__init__", line=16)
    n = Slot("{str(self.n)}")
    assert text == ("Name ", n, " things, no more than ", n, ".", " ", Slot("self.extra"))
    filled = fill(text, {"{str(self.n)}": 3, "self.extra": "Now!"})
    assert filled == "Name 3 things, no more than 3. Now!"


def test_a_text_is_found_by_its_line_by_a_key_or_alone():
    assert text_of_function(PROGRAM, "Task.__init__", line=18) == ("Name things.",)
    assert text_of_function(PROGRAM, "Task.__init__", key="German") == ("Nenne ", Slot("{self.n}"), " Dinge.")
    assert text_of_function(PROGRAM, "Task.judge") == ('How good is "', Slot("{use}"), '"?')


@pytest.mark.parametrize(
    ("function", "where", "message"),
    [
        ("Task.ask", {}, "there is no function Task.ask"),
        ("Task", {}, "there is no function Task"),
        ("Task.__init__", {}, "expected one text of Task.__init__ and no other, found"),
        ("Task.__init__", {"line": 17}, "expected one text of Task.__init__ on line 17, found 0; texts begin on lines"),
        ("Task.__init__", {"key": "Dutch"}, "with the key 'Dutch', found 0"),
        ("Task.shown", {}, "found 0"),
    ],
)
def test_a_text_that_is_not_there_is_an_error(function, where, message):
    with pytest.raises(FileProblem, match=message):
        text_of_function(PROGRAM, function, **where)


def test_constants_are_literals():
    assert read_constant(PROGRAM, "LIMITS")["short"] == "Be brief."
    assert read_constant(PROGRAM, "WORDS") == ["one", "two"]
    with pytest.raises(FileProblem, match="what is assigned to X is no literal"):
        read_constant("X = open('/etc/passwd').read()", "X")
    with pytest.raises(FileProblem, match="expected one assignment of X, found 2"):
        read_constant("X = 1\nX = 2", "X")


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
    with pytest.raises(FileProblem, match=re.escape("expected a text with the slots {{B}}, found one with none")):
        fill("{{A}}?", {"{{B}}": 1})
    with pytest.raises(FileProblem, match="found one with"):
        fill((Slot("a"), "?"), {})


@given(st.text(), st.text())
def test_what_a_value_holds_is_never_taken_for_a_slot(first, second):
    assert fill("{{A}}|{{B}}", {"{{A}}": first + "{{B}}", "{{B}}": second + "{{A}}"}) == (
        f"{first}{{{{B}}}}|{second}{{{{A}}}}"
    )


@pytest.fixture
def prompts(tmp_path, monkeypatch):
    """A home of its own, and a folder with templates."""
    monkeypatch.setenv("HELM_CREATIVITY_HOME", str(tmp_path / "home"))
    (tmp_path / "prompts").mkdir()
    return tmp_path


def template(folder, name, text):
    """Writes a template."""
    (folder / "prompts" / f"{name}.j2").write_text(f"{{# Fetched: {name}. #}}\n{text}")


def test_a_template_asks_the_authors_words_and_is_read_back(prompts):
    put_stand_in("mctb2025-hard-dat", PROGRAM)
    template(
        prompts,
        "judge",
        '{{ authors("mctb2025-hard-dat", function="Task.judge", slots={"{use}": use}) }} {{ other }}',
    )
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


def test_what_is_not_fetched_is_an_error_with_the_command(prompts):
    template(prompts, "judge", '{{ authors("mctb2025-hard-dat", function="Task.judge", slots={"{use}": use}) }}')
    message = "mctb2025-hard-dat.*`helm-creativity fetch mctb2025-prompts`, or use prompts=own"
    with pytest.raises(FileProblem, match=message):
        render(prompts, "judge", use="a hat")
    assert match_prompt(prompts, "judge", "How good is it?", use=placeholder("use")) is None


def test_files_name_their_commit_and_their_place():
    source = find_source("mctb2025-hard-dat")
    assert source.commit == "2652cf343d5be9d95596e7b17df7518fc30e3ca6"
    assert str(source.place) == "creative_tests/HardDAT.py"


@pytest.mark.parametrize("content", [b"\xff\xfe", b"X = \x00", b"X = {[]: 1}", b"X = " + 999 * b"-" + b"1", b"X = ("])
def test_a_file_that_cannot_be_read_says_how_to_get_it_again(prompts, content):
    path = put_stand_in("mctb2025-hard-dat", "")
    path.write_bytes(content + b"\n" * (path.stat().st_size - len(content)))
    with pytest.raises(FileProblem, match=r"hard-dat: .*; if the file is damaged, delete .* fetch mctb2025-hard-dat`"):
        authors_prompt("mctb2025-hard-dat", constant="X")
    put_stand_in("liveideabench-prompts-json", "{")
    with pytest.raises(FileProblem, match=r"prompts-json: cannot be read: .* fetch liveideabench-prompts-json`"):
        authors_prompt("liveideabench-prompts-json", json_keys=["idea"])


def test_an_f_string_in_which_nothing_varies_is_a_literal():
    assert read_constant("if True:\n    X = f'Solve it.'\n", "X") == "Solve it."
    with pytest.raises(FileProblem, match="what is assigned to X is no literal"):
        read_constant("X = f'Solve {it}.'", "X")


def test_a_file_may_belong_to_several_bundles():
    prompts, everything = find_bundle("agc2026-prompts"), find_bundle("agc-human")
    assert [prompt.name for prompt in prompts] == [
        prompt.name for prompt in everything if prompt.name.startswith("agc2026-")
    ]
    assert len(prompts) == 7 < len(everything)
    with pytest.raises(BadArguments, match=r"there is no file or bundle 'agc'; did you mean 'agc-human' or 'agc2026-"):
        find_bundle("agc")
