"""Items are those of the card; prompts say where they come from, can be rendered, and are used."""

import pytest
from support import strangers
from support.strangers import Fault, Other

from helm_creativity.conformance.prompts_and_items import PLACE, _head, has_number
from helm_creativity.core.comparability import checksum_prompts
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.prompt_sources import exam_prompts, shared_prompts
from helm_creativity.core.prompts import Prompt

FIRST = """items:
  - name: own
    count: 6
    checksum: "@OWN"
    licence: CC0-1.0
    source: written by strangers
"""
SECOND = """  - name: more
    count: 2
    checksum: "@MORE"
    licence: CC0-1.0
    source: written by strangers
"""
SOURCE = "{# Source: Stranger et al. 2025, section 2. #}"
RENDER = 'self.render("ask", word=word)'
IMPORT = "from helm_creativity.core.benchmark import Benchmark\n"
LOOP = "        for word, opposite in SETS[settings.items].items():"
ONLY_OWN = ("choices=SETS", 'choices=("own",)')


def card(old, new, what, change):
    """Items whose card is edited."""
    return Fault("items", {"card.yaml": (old, new)}, what, change)


def items(old, new, what, change):
    """Items that are made differently."""
    return Fault("items", {"benchmark.py": (old, new)}, what, change)


def prompt(old, new, what, change):
    """An edited template."""
    return Fault("prompts", {"prompts/ask.j2": (old, new)}, what, change)


def code(*edits, what, change):
    """Prompts that are made differently."""
    return Fault("prompts", {"benchmark.py": edits}, what, change)


def scale(new, high, lacking):
    """A rubric with another scale."""
    return Fault(
        "prompts",
        {"benchmark.py": ("Scale(1, 5)", new)},
        f"ratings of wit are read on a scale of {high}, and prompts/wit.j2, .* does not name {lacking}$",
        f"write both ends of the scale into the question, as digits: {high}; or, .* the rubric wit the scale",
        kind="remarks",
    )


FAULTS = {
    "count": card("count: 6", "count: 7", "there are 7 items 'own'; the default run entry asks 6", "count: 6, or"),
    "checksum": card("@OWN", "aaaaaaaaaaaa", "aaaaaaaaaaaa for the items 'own'; the prompts of the", "a new version"),
    "no_digits": card("@OWN", "sha256:1", "12 hex digits, got 'sha256:1'", "those of checksum_prompts"),
    "not_shipped": card("@OWN", "", "'own' have no checksum, though the default", "a set that is shipped first"),
    "second_sum": card("@MORE", "aaaaaaaaaaaa", "'more'; the prompts of the run entry with items=more", "checksum: "),
    "second_count": card("count: 2", "count: 3", "3 items 'more'; .* with items=more asks 2", "write count: 2"),
    "not_named": card(
        SECOND, "", "items=more asks items that card.yaml does not name; it names own", "name: more, count, licence"
    ),
    "not_offered": Fault(
        "items",
        {"card.yaml": ("@MORE", "aaaaaaaaaaaa"), "benchmark.py": ONLY_OWN},
        "names the items 'more' with a checksum, and no run entry asks them",
        "offer more as one of the choices of a setting",
    ),
    "no_licence": card(
        "CC0-1.0\n    source: written by strangers\n  -",
        '""\n    source: us\n  -',
        "'own' have no licence",
        "licence: none stated",
    ),
    "no_source": card("source: written by strangers\nn", 'source: "..."\nn', "'more' have no source", "write source"),
    "one_id": items("Item(word,", 'Item("x",', "1 ids are shared or empty, 'x' to 6", "unique id"),
    "nothing": items(LOOP, "        return iter(())\n" + LOOP, "has no items", "return at least one Item"),
    "failing": items(
        "SETS[settings.items].items()",
        'SETS["none"].items()',
        r"the items of .* cannot be created: KeyError: 'none' \(benchmark.py, line \d+\)",
        r"fix items\(settings\)",
    ),
    "shuffled": items(
        '"opposite": opposite})',
        '"opposite": opposite})\n        SETS[settings.items] = dict(reversed(SETS[settings.items].items()))',
        r"items\(settings\) returns different items the second time",
        "always in the same order",
    ),
    "unnamed": Fault(
        "items",
        {"items/own.yaml": ("{id: rain, ", "{")},
        r"the items cannot be read: .*unnamed/items/own.yaml must be .* an id, got {'kind': 'weather', 'what'",
        "^fix items/own.yaml$",
        kind="remarks",
    ),
    "no_head": prompt(
        SOURCE + "\n", "", "ask.j2 does not begin with its source.*'Task no_head", "Written for NAME: why"
    ),
    "late_head": prompt(
        SOURCE, "\n" + SOURCE, "ask.j2 does not begin with its source", "Source: Authors Year, section"
    ),
    "other_author": prompt(
        "Stranger", "Nobody", "names no paper of the card .*: Nobody et al. 2025", r"\(Stranger 2025\), or add"
    ),
    "other_year": prompt("2025", "2024", "names no paper of the card", "by its first author and year"),
    "no_place": prompt(
        ", section 2", ", somewhere", "does not say where it is in its source", "section, appendix, table"
    ),
    "no_file": prompt(
        SOURCE, "{# Fetched: absent, line 3. #}", "from a file that no card names: absent, line 3", "files: of"
    ),
    "no_commit": Fault(
        "prompts",
        {
            "prompts/ask.j2": (
                SOURCE,
                "{# Fetched: no_commit-words, line 1. #}\n{% if 0 %}{{ authors('no_commit-words') }}{% endif %}",
            )
        },
        "ask.j2 is fetched from no_commit-words, whose url has no commit: ''",
        "40 digits of a commit",
    ),
    "not_taken": Fault(
        "prompts",
        {
            "prompts/ask.j2": (SOURCE, "{# Fetched: not_taken-words, line 1. #}"),
            "card.yaml": ('url: ""', f"url: https://example.org/one/two/{'0' * 40}/words.txt"),
        },
        "says that it is fetched from not_taken-words, and takes its text from no file",
        r'authors\("not_taken-words", \.\.\.\)',
    ),
    "unused": Fault(
        "prompts",
        {"prompts/old.j2": "{# Written for strangers: an earlier wording. #}\nWhat?\n"},
        "prompts/old.j2 is neither asked by a run entry nor part of what is compared",
        "delete it; or",
    ),
    "undefined": prompt(
        "{{ word }}",
        "{{ wrod }}",
        r"'wrod' is undefined \(prompts/ask.j2, line 2\)$",
        "give every item that uses it a field of that name",
    ),
    "syntax": prompt("{{ word }}", "{{ word }", "ask.j2, line 2, is not a valid Jinja2 template: ", "fix that line"),
    "missing": code(
        '"ask", word',
        '"asks", word',
        what="prompts/asks.j2 is rendered, and .*missing has no such file",
        change="asks.j2, or name",
    ),
    "other_prompt_id": code(
        IMPORT,
        f"{IMPORT}from helm_creativity.core.prompts import Prompt\n",
        RENDER,
        'Prompt("made_up", self.render("ask", word=word).text)',
        what="the item hot says that its prompt is 'made_up', and there is no prompts/made_up.j2",
        change="render prompts from files",
    ),
    "lenient": code(
        IMPORT,
        f"{IMPORT}from helm_creativity.core.prompts import Prompt\nfrom jinja2 import Template\n",
        RENDER,
        'Prompt("ask", Template((self.folder / "prompts/ask.j2").read_text()).render(word=word).strip())',
        what="prompts/ask.j2 is asked, but was not rendered by helm_creativity.core.prompts.render",
        change="which refuses variables that have no value",
    ),
    "low": scale("Scale(1, 10)", "1 to 10", "10"),
    "both": scale("Scale(0, 10)", "0 to 10", "0 and 10"),
}
OTHERS = {
    "bare": Other({"card.yaml": (FIRST + SECOND, "items: []\n")}),
    "own_only": Other({"card.yaml": ("@MORE", ""), "benchmark.py": ONLY_OWN}),
    "written": Other({"prompts/ask.j2": (SOURCE, "{# Written for strangers: a question. #}")}),
    "quoted": Other({"prompts/ask.j2": ("section 2", 'under "The questions that we asked"')}),
    "shared": Other(
        {
            "prompts/ask.j2": SOURCE + '\n{% include "form.j2" %}\n',
            "prompts/form.j2": SOURCE + '\nTask NAME: what is the opposite of "{{ word }}"? Answer with one word.\n',
        }
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_with_prompts_and_items_is_reported(name, report):
    """Each fault once, with what is right."""
    assert FAULTS[name].is_reported(found := report(name)), found


@pytest.mark.parametrize("name", ["good", "written", "quoted", "shared", "judged", "data"])
def test_good_prompts_are_left_alone(name, site):
    """Written by the author, quoted by a heading, or made of parts."""
    assert strangers.result(site, name, "prompts").problems == ()


def test_a_card_without_items_gets_them_written_out(site):
    """With the right numbers."""
    (problem,) = strangers.result(site, "bare", "items").problems
    assert problem.what == "card.yaml names no items"
    words = ("hot", "high", "empty", "dark", "war", "day")
    asked = [Prompt("", strangers.OPPOSITES.replace("NAME", "bare").format(word)) for word in words]
    digits = checksum_prompts(asked).rpartition(":")[2]
    assert problem.change == f"write items: a list with name, count: 6, checksum: {digits!r}, licence and source"


def test_items_that_are_not_here_are_remarked(site):
    """A set without a checksum is not shipped."""
    found = strangers.result(site, "own_only", "items")
    assert (found.problems, found.skipped) == ((), "")
    assert found.remarks == ("the items more are not on this machine, and were not counted",)


def test_what_templates_break_is_reported_by_the_check_of_prompts(site):
    """Others, that need items, say where to look."""
    both = strangers.results(site, "undefined", "items", "prompts")
    assert [(result.check, len(result.problems)) for result in both] == [("items", 0), ("prompts", 1)]
    assert both[0].skipped == "cannot be checked before prompts is fixed"
    assert [problem.check for problem in strangers.result(site, "undefined", "items").problems] == ["prompts"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A 2020, section 2.1", True),
        ("A 2020, appendix E.2, with the cue", True),
        ("A 2020, Table 18", True),
        ("A 2020, prompt D.1, as printed", True),
        ("A 2020, p. 4", True),
        ("A 2020, § 3", True),
        ('A 2020, "Fluency Critic Prompt"', True),
        ("A 2020, a section of the paper", False),
        ("A 2020, Tables and figures", False),
        ("A 2020", False),
    ],
)
def test_places_in_papers(text, found):
    """A numbered part, or a heading in quotation marks."""
    assert bool(PLACE.search(text)) is found


@pytest.mark.parametrize("prompts", [shared_prompts, exam_prompts])
def test_templates_of_no_benchmark_say_where_they_come_from(prompts):
    """Those of instructions, of shared rubrics, and of exams of judges."""
    found = list(prompts())
    assert len(found) >= 3
    assert {source.kind for source in found} <= {"Source", "Fetched", "Written for this package"}
    assert all(source.file is not None for source in found if source.kind == "Fetched")


@pytest.mark.parametrize(
    ("names", "why", "found"),
    [
        ({"ask": "it asks"}, "say that there is no public program", 1),
        ({"ask": "no public program asks this"}, "", 0),
        ({"ask_own": "asked with prompts=own"}, "say that there is no public program", 1),
        ({"ask_own": "asked with prompts=own", "ask": "FETCHED"}, "", 0),
    ],
)
def test_words_of_ours_under_a_published_protocol_say_why(tmp_path, monkeypatch, names, why, found):
    """That there are no others, or stand beside those of the authors."""
    benchmark = get_benchmark("hard_dat")
    monkeypatch.setattr(benchmark, "folder", tmp_path)
    (tmp_path / "prompts").mkdir()
    for name, text in names.items():
        head = "Fetched: mctb2025-hard-dat, line 36" if text == "FETCHED" else f"Written for this package: {text}"
        (tmp_path / "prompts" / f"{name}.j2").write_text(f"{{# {head}. #}}\n{{{{ authors('mctb2025-hard-dat') }}}}\n")
    changes = [head.change for path in (tmp_path / "prompts").iterdir() for head in _head(path, benchmark)]
    assert len(changes) == found
    assert all(why in change for change in changes)


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
    assert has_number(text, number) is found
