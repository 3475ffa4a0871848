"""The items: those of the card, and no others."""

import pytest
from support import strangers
from support.strangers import Fault

from helm_creativity.rooms import Prompt, checksum_of

OWN = ("hot", "high", "empty", "dark", "war", "day")

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


def card(old, new):
    """An edit of the card."""
    return {"card.yaml": (old, new)}


def scenario(old, new):
    """An edit of the scenario."""
    return {"scenario.py": (old, new)}


def instances(body):
    """A scenario that changes its instances, ``first`` and ``others``, in this way."""
    return scenario(
        "    def asks(self):",
        "    def get_instances(self, output_path):\n"
        "        from dataclasses import replace\n"
        "        first, *others = super().get_instances(output_path)\n"
        f"        return {body}\n\n"
        "    def asks(self):",
    )


FAULTS = {
    "unnamed": Fault(
        {
            "items/own.yaml": "- {word: hot}\n",
            "scorer.py": (
                "        super()",
                "        ItemRoom(HERE, 'ask').items\n        super()",
                "import AnswerScorer",
                "import ItemRoom, AnswerScorer",
            ),
        },
        r"the items cannot be read: .*unnamed/items/own.yaml must be .* an id, got {'word': 'hot'}$",
        "^mend items/own.yaml$",
    ),
    "count": Fault(
        card("count: 6", "count: 7"), "there are 7 items 'own'; the default run entry asks 6", "count: 6, or"
    ),
    "checksum": Fault(
        card("@OWN", "aaaaaaaaaaaa"), "aaaaaaaaaaaa for the items 'own'; the prompts of the", "a new version"
    ),
    "no_digits": Fault(card("@OWN", "sha256:1"), "12 hex digits, got 'sha256:1'", "those of checksum_of"),
    "not_shipped": Fault(card("@OWN", ""), "'own' have no checksum, though the default", "a set that is shipped first"),
    "second_sum": Fault(
        card("@MORE", "aaaaaaaaaaaa"), "'more'; the prompts of the run entry with items=more", "checksum: "
    ),
    "second_count": Fault(card("count: 2", "count: 3"), "3 items 'more'; .* with items=more asks 2", "write count: 2"),
    "not_named": Fault(
        card(SECOND, ""), "items=more asks items that card.yaml does not name", "name: more, count, licence"
    ),
    "not_offered": Fault(
        {
            **card("@MORE", "aaaaaaaaaaaa"),
            "run_spec.py": ('arguments.one_of("items", items, SETS)', 'arguments.one_of("items", items, ["own"])'),
        },
        "names the items 'more' with a checksum, and no run entry asks them",
        "offer more by an argument",
    ),
    "no_licence": Fault(
        card("CC0-1.0\n    source: written by strangers\n  -", '""\n    source: us\n  -'),
        "'own' have no licence",
        "licence: none stated",
    ),
    "no_source": Fault(
        card("source: written by strangers\nh", 'source: "..."\nh'), "'more' have no source", "write source"
    ),
    "one_id": Fault(
        scenario("Ask(word,", 'Ask("x",'), "1 ids belong to several items or none, 'x' to 6", "id of its own"
    ),
    "other_split": Fault(
        instances('[replace(first, split="train"), *others]'),
        "1 items are not in the split 'test', the first is hot",
        "CreativityScenario.asks",
    ),
    "other_text": Fault(
        instances('[replace(first, extra_data={**first.extra_data, "prompt_sha256": ""}), *others]'),
        "item hot does not carry the checksum of its prompt",
        "do not change them afterwards",
    ),
    "nothing": Fault(instances("[]"), "OppositesScenario with .* asks nothing", "give one Ask or more"),
    "no_items": Fault(
        scenario("SETS[self", 'SETS["none"][self'), "cannot be made: KeyError: 'none'", r"mend the .*asks\(\)"
    ),
}
OTHERS = {
    "bare": card(FIRST + SECOND, "items: []\n"),
    "own_only": {**card("@MORE", ""), "run_spec.py": ("items, SETS)", 'items, ["own"])')},
}


@pytest.mark.parametrize("name", FAULTS)
def test_wrong_items_are_told(name, site):
    """Each fault once, with what is right."""
    assert FAULTS[name].is_told("items", found := strangers.problems(site, name, "items")), found


def test_a_card_without_items_gets_them_written_out(site):
    """With the right numbers."""
    (problem,) = strangers.problems(site, "bare", "items")
    assert problem.what == "card.yaml names no items"
    asked = [Prompt("", strangers.OPPOSITES.replace("NAME", "bare").format(word)) for word in OWN]
    digits = checksum_of(asked).rpartition(":")[2]
    assert problem.change == f"write items: a list with name, count: 6, checksum: {digits!r}, licence and source"


def test_good_items_are_left_alone(site):
    """Both sets, since both are here."""
    found = strangers.verdict(site, "good", "items")
    assert (found.problems, found.remarks, found.skipped) == ((), (), "")


def test_items_that_are_not_here_are_told_and_no_fault(site):
    """A set without a checksum is not shipped."""
    found = strangers.verdict(site, "own_only", "items")
    assert found.problems == ()
    assert found.remarks == ("the items more are not on this machine, and were not counted",)
