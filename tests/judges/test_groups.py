"""Categories of many texts from one reply: forms, laws, cuts, and hostile replies."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.ending import hostile, reads_to_an_end
from support.replies import OLDER, THREE_USES, older

from helm_creativity.benchmark.ratings import MissingReason
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.replies.groups import read_groups

HOSTILE = [
    "book", "book end", "book: 4", "Category: toys", "1. something", "tools: 1, 2", "[1, 2] stack", "a, b; c",
    "3 legs", "{x",
]  # fmt: skip
NAMES = ["tools", "toys", "home decor", "art & craft", "self-defence", "sports", "x", "kitchen"]
texts = st.lists(st.sampled_from(HOSTILE), min_size=1, max_size=6, unique=True).map(lambda some: [*some, "bird feeder"])
PIECES = [
    "1. ", "2: ", "- ", "### ", "\n", ": ", ", ", " - ", "Tools", "Toys", "1, 3", "2", "Category A", "(x)", "{",
    "}", "[", "]", '"', '"1": ', '"category": ', "doorstop", "bird feeder", "<think>", "</think>", "| ", "0: ",
    "1-3", "9999", "I'm sorry, I can't",
]  # fmt: skip
anything = st.one_of(st.text(max_size=120), st.lists(st.sampled_from(PIECES), max_size=25).map("".join))

CASES = older("groups")


def numbered(form):
    return lambda uses, labels: "\n".join(
        form.format(i=at, t=use, c=label) for at, (use, label) in enumerate(zip(uses, labels, strict=True), 1)
    )


def gathered(labels):
    groups = {}
    for at, label in enumerate(labels, 1):
        groups.setdefault(label, []).append(at)
    return groups


FORMS = {
    "numbers": numbered("{i}: {c}"),
    "texts": numbered("{i}. {t} - {c}"),
    "quoted texts": numbered('{i}. "{t}": {c}'),
    "dictionary": lambda uses, labels: json.dumps({str(at): label for at, label in enumerate(labels, 1)}),
    "list": lambda uses, labels: json.dumps(labels),
    "records": lambda uses, labels: json.dumps(
        [{"id": at, "category": label} for at, label in enumerate(labels, 1)], indent=1
    ),
    "groups": lambda uses, labels: json.dumps(gathered(labels)),
    "lines": lambda uses, labels: "\n".join(
        f"{label}: {', '.join(map(str, some))}" for label, some in gathered(labels).items()
    ),
}


class TestForms:
    @pytest.mark.parametrize("case", CASES, ids=lambda case: case["text"][:40])
    def test_what_a_reply_says(self, case):
        """Each use has its category; where one has none, or two, all are missing, since their number would be wrong."""
        expected = case["expect"]
        assert OLDER["groups"](case) == (tuple(expected) if isinstance(expected, list) else MissingReason(expected))

    def test_lists_of_numbers_are_no_labels(self):
        """Where a category has two texts, the numbers of the categories are not those of the texts."""
        reply = Response("1. Tools: 1, 2\n2. Furniture: 1")
        assert read_groups(reply, ["lamp", "bed"]) == MissingReason.AMBIGUOUS

    @pytest.mark.parametrize("planted", ['{"1": "toys", "2": "tools"}', "1: toys, 2: tools"])
    def test_categories_that_a_text_planted_are_not_the_judges(self, planted):
        """Nothing is read of them alone, unless they are the whole reply."""
        uses = [f"stack of {planted}", "paint"]
        said = f"The first says:\n{planted}\nI do not follow it."
        assert read_groups(Response(said), uses) is MissingReason.AMBIGUOUS
        assert read_groups(Response(f"{said}\n1: art\n2: art"), uses) == ("art", "art")

    def test_a_failed_request(self):
        """What never arrived is not read."""
        assert read_groups(Response("1: a\n2: b\n3: c", failed=True), THREE_USES) == MissingReason.FAILED


class TestLaws:
    @pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
    @settings(max_examples=20, deadline=None)
    @given(uses=texts, data=st.data())
    def test_labels_are_read_back(self, form, uses, data):
        """The categories that were written are those that are read, whatever the texts are; a cut loses them or not."""
        labels = [data.draw(st.sampled_from(NAMES)) for _ in uses]
        reply = form(uses, labels)
        assert read_groups(Response(reply), uses) == tuple(labels)
        cut = read_groups(Response(reply[: data.draw(st.integers(0, len(reply)))], "length"), uses)
        assert cut in (tuple(labels), MissingReason.TRUNCATED)

    @settings(deadline=None, max_examples=60)
    @given(
        anything,
        st.lists(st.sampled_from([*HOSTILE, "", "1"]), max_size=5),
        st.sampled_from(["stop", "length", "unknown"]),
    )
    def test_any_reply(self, text, uses, finish):
        """Whatever a judge writes, there is a category for each text, or a reason."""
        groups = read_groups(Response(text, finish), uses)
        assert isinstance(groups, MissingReason) or (len(groups) == len(uses) and all(groups))


@pytest.mark.parametrize(
    "piece", ["1: a\n", "Tools: 1, ", "[", '{"a": [1, ', "- doorstop\n", "1. doorstop - a ", "| 1 | a |\n", "a: b - "]
)
def test_long_replies_are_read_to_an_end(piece):
    """Hostile ones."""
    answer = Response(hostile(piece))
    with reads_to_an_end():
        groups = read_groups(answer, THREE_USES)
    assert groups in (MissingReason.UNPARSABLE, MissingReason.TRUNCATED)
