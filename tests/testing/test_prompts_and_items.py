"""Items are those of the card; prompts say where they come from, can be rendered, and are used."""

import pytest
from support import strangers
from support.strangers import Fault, Other

from helm_creativity.testing.checks import has_number

SECOND = """  - name: more
    count: 2
    checksum: "@MORE"
    licence: CC0-1.0
    source: written by strangers
"""
SOURCE = "{# Source: Stranger et al. 2025, section 2. #}"
ONLY_OWN = ("choices=SETS", 'choices=("own",)')


def card(old, new, what):
    """Items whose card is edited."""
    return Fault("items", {"card.yaml": (old, new)}, what)


def items(old, new, what):
    """Items that are made differently."""
    return Fault("items", {"benchmark.py": (old, new)}, what)


def prompt(old, new, what):
    """An edited template."""
    return Fault("prompts", {"prompts/ask.j2": (old, new)}, what)


def scale(new, lacking):
    """A rubric with another scale."""
    return Fault(
        "prompts",
        {"benchmark.py": ("Scale(1, 5)", new)},
        f"prompts/wit.j2, by which judges rate wit, does not name {lacking}, an end of its scale$",
        kind="remarks",
    )


FAULTS = {
    "count": card("count: 6", "count: 7", "there are 7 items 'own'; a run asks 6"),
    "checksum": card("@OWN", "aaaaaaaaaaaa", "the checksum 'aaaaaaaaaaaa' for the items 'own', not '"),
    "not_named": card(SECOND, "", "items=more asks items that card.yaml does not name"),
    "not_offered": Fault(
        "items",
        {"card.yaml": ("@MORE", "aaaaaaaaaaaa"), "benchmark.py": ONLY_OWN},
        "names the items 'more' with a checksum, and no run entry asks them",
    ),
    "one_id": items("Item(word,", 'Item("x",', "6 items have the id 'x'"),
    "shuffled": items(
        '"opposite": opposite})',
        '"opposite": opposite})\n        SETS[settings.items] = dict(reversed(SETS[settings.items].items()))',
        r"items\(settings\) returns different items the second time",
    ),
    "unnamed": Fault(
        "items",
        {"items/own.yaml": ("{id: rain, ", "{")},
        r"the items of .* cannot be created: .*unnamed/items/own.yaml must be .* an id, got {'kind': 'weather', 'what'",
        kind="remarks",
    ),
    "no_head": prompt(SOURCE + "\n", "", "ask.j2 does not begin with its source"),
    "other_author": prompt("Stranger", "Nobody", "names no paper of the card .*: Nobody et al. 2025"),
    "no_place": prompt(", section 2", ", somewhere", "does not say where it is in its source"),
    "no_commit": Fault(
        "prompts",
        {
            "prompts/ask.j2": (
                SOURCE,
                "{# Fetched: no_commit-words, line 1. #}\n{% if 0 %}{{ authors('no_commit-words') }}{% endif %}",
            )
        },
        "ask.j2 is fetched from no_commit-words, line 1., .* whose url has no commit",
    ),
    "unused": Fault(
        "prompts",
        {"prompts/old.j2": "{# Written for strangers: an earlier wording. #}\nWhat?\n"},
        "the template old is neither asked by a run entry nor part of what is compared",
    ),
    "undefined": prompt("{{ word }}", "{{ wrod }}", r"'wrod' is undefined \(prompts/ask.j2, line 2\)$"),
    "syntax": prompt("{{ word }}", "{{ word }", "cannot be rendered: TemplateSyntaxError: .*line 2"),
    "low": scale("Scale(1, 10)", "10"),
}
OTHERS = {
    "own_only": Other({"card.yaml": ("@MORE", ""), "benchmark.py": ONLY_OWN}),
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


@pytest.mark.parametrize("name", ["good", "shared", "judged", "data"])
def test_good_prompts_are_left_alone(name, site):
    """Also such as are made of parts."""
    assert strangers.result(site, name, "prompts").problems == ()


def test_items_that_are_not_here_are_remarked(site):
    """A set without a checksum is not shipped."""
    found = strangers.result(site, "own_only", "items")
    assert (found.problems, found.skipped) == ((), "")


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
