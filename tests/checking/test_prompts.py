"""Prompts: where they come from, whether they can be rendered, and whether anybody does."""

from pathlib import Path

import pytest
from support import strangers
from support.strangers import Fault

from helm_creativity import hosting
from helm_creativity.checking.prompts import HEAD, PLACE
from helm_creativity.checking.running import verdicts

IMPORT = "from helm_creativity.hosting import Ask, CreativityScenario\n"
SOURCE = "{# Source: Stranger et al. 2025, section 2. #}"


def prompt(old, new, **others):
    """An edit of the template, and further files."""
    return {"prompts/ask.j2": (old, new), **others}


FAULTS = {
    "no_head": Fault(
        prompt(SOURCE + "\n", ""), "ask.j2 does not begin with where .*'Task no_head", "Written for NAME: why"
    ),
    "late_head": Fault(
        prompt(SOURCE, "\n" + SOURCE), "ask.j2 does not begin with where", "Source: Authors Year, section"
    ),
    "other_author": Fault(
        prompt("Stranger", "Nobody"), "names no paper of the card .*: Nobody et al. 2025", r"\(Stranger 2025\), or add"
    ),
    "other_year": Fault(prompt("2025", "2024"), "names no paper of the card", "by its first author and year"),
    "no_place": Fault(
        prompt(", section 2", ", somewhere"), "does not say where in its source", "section, appendix, table"
    ),
    "unused": Fault(
        {"prompts/old.j2": "{# Written for strangers: an earlier wording. #}\nWhat?\n"},
        "prompts/old.j2 is neither asked by a run entry nor part of a signature",
        "delete it; or",
    ),
    "undefined": Fault(
        prompt("{{ word }}", "{{ wrod }}"),
        r"'wrod' is undefined \(prompts/ask.j2, line 2\)$",
        "give every item that is asked by it a field of that name",
    ),
    "syntax": Fault(prompt("{{ word }}", "{{ word }"), "ask.j2, line 2, is no Jinja2 template: ", "mend that line"),
    "missing": Fault(
        {"scenario.py": ('"ask", word', '"asks", word')},
        "prompts/asks.j2 is rendered, which .*missing has not",
        "asks.j2, or name",
    ),
    "other_id": Fault(
        {
            "scenario.py": (
                IMPORT,
                f"{IMPORT}from helm_creativity.rooms import Prompt\n",
                'self.render("ask", word=word)',
                'Prompt("made_up", f"Task NAME: {word}")',
            )
        },
        "the item hot says that its prompt is 'made_up', and there is no prompts/made_up.j2",
        "render prompts from files",
    ),
    "lenient": Fault(
        {
            "scenario.py": (
                'self.render("ask", word=word)',
                'Prompt("ask", Template((self.folder / "prompts/ask.j2").read_text()).render(word=word).strip())',
                IMPORT,
                f"{IMPORT}from helm_creativity.rooms import Prompt\nfrom jinja2 import Template\n",
            ),
            "scorer.py": ('checksum_of(render(HERE, "ask", word=word) for word in SETS[items])', '"6@sha256:0"'),
        },
        "prompts/ask.j2 is asked, and was not rendered by helm_creativity.rooms.render",
        "which refuses variables that nobody gives",
    ),
}
OTHERS = {
    "written": prompt(SOURCE, "{# Written for strangers: a question. #}"),
    "quoted": prompt("section 2", 'under "The questions that we asked"'),
    "shared": {
        "prompts/ask.j2": SOURCE + '\n{% include "form.j2" %}\n',
        "prompts/form.j2": SOURCE + '\nTask NAME: what is the opposite of "{{ word }}"? Answer with one word.\n',
    },
}


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_with_prompts_is_told(name, site):
    """Each fault once, with what to write."""
    assert FAULTS[name].is_told("prompts", found := strangers.problems(site, name, "prompts")), found


@pytest.mark.parametrize("name", ["good", *OTHERS])
def test_good_prompts_are_left_alone(name, site):
    """Written by the author, quoted by a heading, or made of parts."""
    assert strangers.problems(site, name, "prompts") == []


def test_what_templates_break_is_told_by_the_check_of_prompts(site):
    """Others, that need items, say where to look."""
    both = list(verdicts([strangers.room(site, "undefined")], only=["items", "prompts"]))
    assert [(one.check, len(one.problems)) for one in both] == [("items", 0), ("prompts", 1)]
    assert both[0].skipped == "cannot be told before prompts is mended"
    (alone,) = verdicts([strangers.room(site, "undefined")], only=["items"])
    assert [problem.check for problem in alone.problems] == ["prompts"]


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


def test_templates_that_several_rooms_share_say_where_they_come_from():
    """Those of instructions and of shared instruments belong to no room."""
    package = Path(hosting.__file__).parents[1]
    shared = sorted(package.glob("*/prompts/*.j2"))
    assert len(shared) >= 3
    for path in shared:
        assert HEAD.match(path.read_text("utf-8"))["kind"] in ("Source", "Written for this package"), path
