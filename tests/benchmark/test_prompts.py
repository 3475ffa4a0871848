"""Prompts are asked as they are printed, and lead back to what was filled into them."""

import hashlib
import json
from pathlib import Path

import jinja2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.prompts import match_prompt, placeholder, render
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.errors import FileProblem

CDAT, DAT, DRAT = (find_entry(name).folder for name in ("cdat", "dat", "drat"))

OLSON, SCHAPIRO = json.loads((Path(__file__).parent / "printed_prompts.json").read_text("utf-8")).values()


def test_printed_prompts_are_exact():
    """To the letter, with the number that the report's program fills in, and never with an empty place."""
    asked = render(DAT, "olson2021", n_words=10)
    assert (asked.text, asked.sha256) == (OLSON, hashlib.sha256(OLSON.encode()).hexdigest())
    assert render(DAT, "olson2021", n_words=20).text == OLSON.replace("10", "20")
    assert render(DAT, "schapiro2026", n_words=10).text == SCHAPIRO
    with pytest.raises(jinja2.UndefinedError, match="'n_words' is undefined"):
        render(DAT, "olson2021")


def hole(name, value="", lines=False):
    """What stands for the unknown texts of a variable."""
    is_list = isinstance(value, list)
    return [placeholder(f"{name}{i}") for i in range(len(value))] if is_list else placeholder(name, lines=lines)


# Benchmark, template, what is known of its variables, and what is not.
TASKS = [
    ("cdat", "schapiro2026", {}, {"cue": "rock"}),
    ("drat", "schapiro2026_own", {}, {"anchors": ["immune system", "fire"]}),
    ("hard_dat", "mctb2025_own", {"n_words": 25, "n_given": 3}, {"letter": "b", "given": ["cat", "dog", "(un)fair"]}),
    ("pace", "stage2", {}, {"seed": "rock", "associate": "stone", "reason": "It is one (more or less)."}),
]


@pytest.mark.parametrize(("benchmark", "prompt_id", "known", "unknown"), TASKS)
@pytest.mark.parametrize(("before", "after"), [("", ""), ("System: be brief.\n\n", "\nAnswer:"), ("(", ")")])
def test_the_way_back_from_a_prompt(benchmark, prompt_id, known, unknown, before, after):
    """What was filled in comes out, with other text around it or without."""
    folder = find_entry(benchmark).folder
    text = before + render(folder, prompt_id, **known, **unknown).text + after
    holes = {name: hole(name, value) for name, value in unknown.items()}
    expected = {}
    for name, value in unknown.items():
        expected |= {f"{name}{i}": part for i, part in enumerate(value)} if isinstance(value, list) else {name: value}
    assert match_prompt(folder, prompt_id, text, **known, **holes) == expected


words = st.text(st.characters(exclude_characters='"\n', exclude_categories=["Cs", "Co"]), max_size=20)


@given(st.lists(words, min_size=2, max_size=4))
def test_any_text_without_quotes_and_line_breaks_comes_back(anchors):
    """Signs that mean something in patterns and in templates too."""
    text = render(DRAT, "schapiro2026_own", anchors=anchors).text
    assert list(match_prompt(DRAT, "schapiro2026_own", text, anchors=hole("x", anchors)).values()) == anchors


ROCK = render(CDAT, "schapiro2026", cue="rock").text
CHANGES = [("rock", 'ro"ck'), ("rock", "ro\nck"), (".", ",")]


@pytest.mark.parametrize("text", ["", SCHAPIRO, ROCK[:-1], *(ROCK.replace(*change) for change in CHANGES)])
def test_other_texts_were_not_made_from_the_template(text):
    """Not half of a prompt, nor one in which a hole would hold a quote or a line break."""
    assert match_prompt(CDAT, "schapiro2026", text, cue=placeholder("cue")) is None


@pytest.mark.parametrize(
    ("anchors", "found"),
    [
        (hole("x", ["", ""]), None),
        (["heart", hole("x"), "axiom"], {"x": "fire"}),
        (["lung", hole("x"), "axiom"], None),
        (["heart", "fire", "axiom"], {}),
    ],
)
def test_known_variables_must_agree(anchors, found):
    """A prompt for three anchors is none for two."""
    text = render(DRAT, "schapiro2026_own", anchors=["heart", "fire", "axiom"]).text
    assert match_prompt(DRAT, "schapiro2026_own", text, anchors=anchors) == found


TEMPLATES = {
    "compares": '{# x #}\nOn "{{ name }}":\n{{ a }}\nThe second\n{{ b }}\nOn {{ name }}?\n',
    "end": "{# x #}\nRate this: {{ a }}\n",
    "twice": "{# x #}\nFrom {{ a }} to {{ b }} and back to {{ a }}.\n",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("benchmark")
    (folder / "prompts").mkdir()
    for name, text in TEMPLATES.items():
        (folder / "prompts" / f"{name}.j2").write_text(text)
    return folder


lines = st.text(st.characters(exclude_categories=["Cs", "Co"]) | st.sampled_from('\n\n" {}\\')).filter(
    lambda text: "\nThe second\n" not in f"\n{text}\n" and "\nOn " not in text
)
A, B, ONE, OTHER = hole("a", lines=True), hole("b", lines=True), hole("a"), hole("b")


@given(lines, lines, words)
def test_a_hole_of_lines_holds_any_text(folder, one, other, name):
    """Quotes, line breaks and empty lines too, beside a hole of one line."""
    text = f"Be strict.\n\n{render(folder, 'compares', name=name, a=one, b=other).text}\nThanks."
    found = match_prompt(folder, "compares", text, name=hole("name"), a=A, b=B)
    assert found == {"name": name, "a": one, "b": other}


COMPARED = 'On "x":\none\ntwo\nThe second\na "third"\nOn x?'
SAME = 'On "x":\n1\n2\nThe second\n1\n2\nOn x?'


@pytest.mark.parametrize(
    ("template", "text", "variables", "found"),
    [
        ("compares", COMPARED, {"name": hole("name"), "a": ONE, "b": OTHER}, None),
        ("compares", COMPARED, {"name": hole("name"), "a": A, "b": OTHER}, None),
        ("compares", COMPARED, {"name": "x", "a": A, "b": 'a "third"'}, {"a": "one\ntwo"}),
        ("compares", COMPARED.replace("On x?", "On y?"), {"name": "x", "a": A, "b": 'a "third"'}, None),
        ("compares", SAME, {"name": "x", "a": A, "b": A}, {"a": "1\n2"}),
        ("compares", SAME.replace("2\nOn", "3\nOn"), {"name": "x", "a": A, "b": A}, None),
        ("twice", "From here to there and back to here.", {"a": ONE, "b": OTHER}, {"a": "here", "b": "there"}),
        ("twice", "From here to there and back to where.", {"a": ONE, "b": OTHER}, None),
        ("end", 'Be strict.\nRate this: one\n"two"\n\nthree', {"a": A}, {"a": 'one\n"two"\n\nthree'}),
        ("end", "Rate this: one\n\nthree", {"a": ONE}, {"a": "one"}),
    ],
)
def test_what_a_hole_holds(folder, template, text, variables, found):
    """One line without quotes, or lines where that is asked for; what stands twice must agree."""
    assert match_prompt(folder, template, text, **variables) == found


@pytest.mark.parametrize(
    "template",
    [
        "{{ cycler.__init__.__globals__.os.popen('touch ' ~ path).read() }}",
        "{{ authors.__globals__['__builtins__'].open(path, 'w') }}",
        "{{ lipsum.__globals__.os.system('touch ' ~ path) }}",
        "{{ self.__init__.__globals__.__builtins__.open(path, 'w') }}",
        "{{ (path|attr('__class__')).mro() }}",
        "{{ '{0.__class__.__mro__}'.format(path) }}",
        "{% for one in [].__class__.__base__.__subclasses__() %}{{ one }}{% endfor %}",
        "{{ uses.append('brick') }}",
        "{{ uses.clear() }}",
        "{% for i in range(10 ** 9) %}a{% endfor %}",
        "{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}",
    ],
)
def test_a_template_of_others_runs_nothing(tmp_path, template):
    """It neither reaches Python nor changes an item: one sentence names it."""
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / "task.j2").write_text("{# Written for a test. #}\n" + template)
    reached, uses = tmp_path / "reached", ["door"]
    with pytest.raises((FileProblem, jinja2.UndefinedError), match=r"prompts/task\.j2\) may only|is undefined"):
        render(tmp_path, "task", path=str(reached), uses=uses)
    assert not reached.exists()
    assert uses == ["door"]
    computing = "{% for use in uses %}{{ loop.index * 2 }}. {{ '%s'|format(use) }}{% endfor %} {{ 10 ** 6 * 10 ** 6 }}"
    (tmp_path / "prompts" / "computing.j2").write_text(computing)
    assert render(tmp_path, "computing", uses=uses).text == "2. door 1000000000000"
