"""Prompts are asked as they are printed."""

import hashlib

import jinja2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.prompts import match_prompt, placeholder, render
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.errors import FileProblem

DAT = find_entry("dat").folder

# As printed in the report of the Multimodal Creative Thinking Benchmark (2025).
OLSON = (
    "Please enter 10 words that are as different from each other as possible, in all meanings and uses of the "
    "words. Rules: Only single words in English. Only nouns (e.g., things, objects, concepts). No proper nouns"
    " (e.g., no specific people or places). No specialized vocabulary (e.g., no technical terms). Think of the"
    " words on your own (e.g., do not just look at objects in your surroundings). Make a list of these 10 "
    "words, a single word in each entry of the list. Do not write anything else but the 10 words."
)
# As printed in Schapiro et al. 2026, appendix E.1.
SCHAPIRO = (
    "Please enter 10 words that are as different from each other as possible, in all meanings and uses of the "
    "words. Only use single nouns. Do not use proper nouns (names, places, brands). Do not use variations of "
    "the same word (e.g., don’t use both ‘run’ and ‘running’).\nRespond with ONLY a JSON array of exactly 10 "
    "words, like: "
    '["word1", "word2", "word3", "word4", "word5", "word6", "word7", "word8", "word9", "word10"]'
)


def test_printed_prompts_are_exact():
    """To the letter, with the number that the report's program fills in; the checksum is that of the text."""
    asked = render(DAT, "olson2021", n_words=10)
    assert (asked.text, asked.sha256) == (OLSON, hashlib.sha256(OLSON.encode()).hexdigest())
    assert render(DAT, "olson2021", n_words=20).text == OLSON.replace("10", "20")
    assert render(DAT, "schapiro2026", n_words=10).text == SCHAPIRO


def test_an_undefined_variable_is_an_error():
    """And not an empty place in the prompt."""
    with pytest.raises(jinja2.UndefinedError, match="'n_words' is undefined"):
        render(DAT, "olson2021")


def holes(value, name="x"):
    """What stands for the unknown texts of a variable."""
    return [placeholder(f"{name}{i}") for i in range(len(value))] if isinstance(value, list) else placeholder(name)


# Benchmark, template, what is known of its variables, and what is not.
TASKS = [
    ("cdat", "schapiro2026", {}, {"cue": "rock"}),
    ("drat", "schapiro2026_own", {}, {"anchors": ["immune system", "fire"]}),
    ("drat", "schapiro2026_own", {}, {"anchors": ["heartbeat", "oscillator", "supply chain", "topology"]}),
    ("hard_dat", "mctb2025_own", {"n_words": 25, "n_given": 3}, {"letter": "b", "given": ["cat", "dog", "(un)fair"]}),
    ("pace", "stage1", {}, {"seed": "rock"}),
    ("pace", "stage2", {}, {"seed": "rock", "associate": "stone", "reason": "It is one (more or less)."}),
    ("rat", "schapiro2026", {}, {"stems": ["cracker", "fly", "fighter"]}),
]


@pytest.mark.parametrize(("benchmark", "prompt_id", "known", "unknown"), TASKS)
@pytest.mark.parametrize(("before", "after"), [("", ""), ("System: be brief.\n\n", "\nAnswer:"), ("(", ")")])
def test_the_way_back_from_a_prompt(benchmark, prompt_id, known, unknown, before, after):
    """What was filled in comes out, with other text around it or without."""
    folder = find_entry(benchmark).folder
    text = before + render(folder, prompt_id, **known, **unknown).text + after
    found = match_prompt(
        folder, prompt_id, text, **known, **{name: holes(value, name) for name, value in unknown.items()}
    )
    expected = {}
    for name, value in unknown.items():
        expected |= {f"{name}{i}": part for i, part in enumerate(value)} if isinstance(value, list) else {name: value}
    assert found == expected


words = st.text(st.characters(exclude_characters='"\n', exclude_categories=["Cs", "Co"]), max_size=20)


@given(st.lists(words, min_size=2, max_size=4))
def test_any_text_without_quotes_and_line_breaks_comes_back(anchors):
    """Signs that mean something in patterns and in templates too."""
    folder = find_entry("drat").folder
    text = render(folder, "schapiro2026_own", anchors=anchors).text
    assert list(match_prompt(folder, "schapiro2026_own", text, anchors=holes(anchors)).values()) == anchors


@pytest.mark.parametrize(
    "text",
    [
        "",
        "What is 2 + 2?",
        SCHAPIRO,
        render(find_entry("cdat").folder, "schapiro2026", cue="rock").text[:-1],
        render(find_entry("cdat").folder, "schapiro2026", cue="rock").text.replace("rock", 'ro"ck'),
        render(find_entry("cdat").folder, "schapiro2026", cue="rock").text.replace("rock", "ro\nck"),
        render(find_entry("cdat").folder, "schapiro2026", cue="rock").text.replace(".", ","),
    ],
)
def test_other_texts_were_not_made_from_the_template(text):
    """Not half of a prompt, nor one in which a hole would hold a quote or a line break."""
    assert match_prompt(find_entry("cdat").folder, "schapiro2026", text, cue=placeholder("cue")) is None


def test_known_variables_must_agree():
    """A prompt for three anchors is none for two; one for another number of words is another."""
    folder = find_entry("drat").folder
    text = render(folder, "schapiro2026_own", anchors=["heart", "fire", "axiom"]).text
    assert match_prompt(folder, "schapiro2026_own", text, anchors=holes(["", ""])) is None
    assert match_prompt(folder, "schapiro2026_own", text, anchors=["heart", placeholder("x"), "axiom"]) == {"x": "fire"}
    assert match_prompt(folder, "schapiro2026_own", text, anchors=["lung", placeholder("x"), "axiom"]) is None
    assert match_prompt(folder, "schapiro2026_own", text, anchors=["heart", "fire", "axiom"]) == {}


def test_one_hole_holds_one_text(tmp_path):
    """Where a variable stands twice, both places must agree."""
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / "twice.j2").write_text("{# x #}\nFrom {{ a }} to {{ b }} and back to {{ a }}.\n")
    variables = {"a": placeholder("a"), "b": placeholder("b")}
    assert match_prompt(tmp_path, "twice", "From here to there and back to here.", **variables) == {
        "a": "here",
        "b": "there",
    }
    assert match_prompt(tmp_path, "twice", "From here to there and back to where.", **variables) is None


def test_a_hole_at_the_end_holds_the_rest_of_the_line(tmp_path):
    """Not nothing."""
    (tmp_path / "prompts").mkdir()
    (tmp_path / "prompts" / "p.j2").write_text("Associate with {{ cue }}")
    assert match_prompt(tmp_path, "p", "Associate with rock\nplease", cue=placeholder("cue")) == {"cue": "rock"}


@pytest.fixture(scope="module")
def compares(tmp_path_factory):
    """A benchmark whose template compares two texts under a quoted name."""
    folder = tmp_path_factory.mktemp("benchmark")
    (folder / "prompts").mkdir()
    (folder / "prompts" / "p.j2").write_text(
        '{# x #}\nOn "{{ name }}":\n{{ a }}\nThe second\n{{ b }}\nOn {{ name }}?\n'
    )
    (folder / "prompts" / "end.j2").write_text("{# x #}\nRate this: {{ a }}\n")
    return folder


lines = st.text(st.characters(exclude_categories=["Cs", "Co"]) | st.sampled_from('\n\n" {}\\')).filter(
    lambda text: "\nThe second\n" not in f"\n{text}\n" and "\nOn " not in text
)


@given(lines, lines, words)
def test_a_hole_of_lines_holds_any_text(compares, one, other, name):
    """Quotes, line breaks and empty lines too, beside a hole of one line."""
    holes_of_lines = {"a": placeholder("a", lines=True), "b": placeholder("b", lines=True)}
    text = render(compares, "p", name=name, a=one, b=other).text
    found = match_prompt(compares, "p", f"Be strict.\n\n{text}\nThanks.", name=placeholder("name"), **holes_of_lines)
    assert found == {"name": name, "a": one, "b": other}


def test_a_hole_of_lines_is_asked_for(compares):
    """A hole of its own kind holds one line without quotes; in both kinds a text that stands twice must agree."""
    text = render(compares, "p", name="x", a="one\ntwo", b='a "third"').text
    few = {"name": placeholder("name"), "a": placeholder("a"), "b": placeholder("b")}
    assert match_prompt(compares, "p", text, **few) is None
    assert match_prompt(compares, "p", text, **{**few, "a": placeholder("a", lines=True)}) is None
    known = {"name": "x", "a": placeholder("a", lines=True), "b": 'a "third"'}
    assert match_prompt(compares, "p", text, **known) == {"a": "one\ntwo"}
    assert match_prompt(compares, "p", text.replace("On x?", "On y?"), **known) is None
    same = {"name": "x", "a": placeholder("a", lines=True), "b": placeholder("a", lines=True)}
    assert match_prompt(compares, "p", render(compares, "p", name="x", a="1\n2", b="1\n2").text, **same) == {
        "a": "1\n2"
    }
    assert match_prompt(compares, "p", render(compares, "p", name="x", a="1\n2", b="1\n3").text, **same) is None


def test_a_hole_of_lines_at_the_end_holds_the_rest(compares):
    """All of it, where a hole of one line ends with the line."""
    text = "Be strict.\n" + render(compares, "end", a='one\n"two"\n\nthree').text
    assert match_prompt(compares, "end", text, a=placeholder("a", lines=True)) == {"a": 'one\n"two"\n\nthree'}
    assert match_prompt(compares, "end", text, a=placeholder("a")) == {"a": "one"}


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
