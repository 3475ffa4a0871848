"""Categories of many texts from one reply: forms, laws, cuts, and hostile replies."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.ending import ends

from helm_creativity.core.ratings import Missing
from helm_creativity.core.types import Response
from helm_creativity.judges.replies.groups import read_groups
from helm_creativity.judges.replies.types import Groups

USES = ["doorstop", "weapon against burglars", "hold 3 pencils"]
SORTED = ("tools", "arms", "tools")
HOSTILE = [
    "book",
    "book end",
    "book: 4",
    "Category: toys",
    "1. something",
    "tools: 1, 2",
    "[1, 2] stack",
    "a, b; c",
    "3 legs",
    "{x",
]
NAMES = ["tools", "toys", "home decor", "art & craft", "self-defence", "sports", "x", "kitchen"]
texts = st.lists(st.sampled_from(HOSTILE), min_size=1, max_size=6, unique=True).map(lambda some: [*some, "bird feeder"])
PIECES = [
    *(
        "1. ",
        "2: ",
        "- ",
        "### ",
        "\n",
        ": ",
        ", ",
        " - ",
        "Tools",
        "Toys",
        "1, 3",
        "2",
        "Category A",
        "(x)",
        "{",
        "}",
        "[",
        "]",
    ),
    *(
        '"',
        '"1": ',
        '"category": ',
        "doorstop",
        "bird feeder",
        "<think>",
        "</think>",
        "| ",
        "0: ",
        "1-3",
        "9999",
        "I'm sorry, I can't",
    ),
]
anything = st.one_of(st.text(max_size=120), st.lists(st.sampled_from(PIECES), max_size=25).map("".join))

READ = {
    "number and label": "1: tools\n2: arms\n3: tools",
    "case, articles and marks": "1. The Tools.\n2. **Arms**\n3. a  tools",
    "texts": "1. doorstop - Tools\n2. weapon against burglars - Arms\n3. hold 3 pencils - Tools",
    "texts and reasons": "1. doorstop: Tools (heavy)\n2. weapon against burglars: Arms, because it hurts\n3. hold 3 "
    "pencils: Tools",
    "the word category": "1. doorstop - Category: Tools\n2. weapon - Category: Arms\n3. pencils - Category: Tools",
    "sections": "1. doorstop\nCategory: Tools\n\n2. weapon against burglars\nCategory: Arms\n\n3. hold 3 "
    "pencils\nCategory: Tools",
    "from zero": "0: tools\n1: arms\n2: tools",
    "list": '["Tools", "Arms", "tools"]',
    "dictionary": '```json\n{"1": "tools", "2": "arms", "3": "tools"}\n```',
    "records": '[{"id": 1, "category": "tools"}, {"id": 2, "category": "arms"}, {"id": 3, "category": "tools"}]',
    "grouped dictionary": '{"Tools": [1, 3], "Arms": [2]}',
    "grouped records": '[{"category": "Tools", "uses": [1, 3]}, {"category": "Arms", "uses": [2]}]',
    "grouped line": "Tools: 1, 3\nArms: 2",
    "grouped and numbered": "1. Tools: 1, 3\n2. Arms: 2",
    "grouped with both": "Tools: 1 (doorstop), 3 (hold 3 pencils)\nArms: 2 (weapon against burglars)",
    "grouped with a word": "Tools: uses 1 and 3\nArms: use 2",
    "headings and numbers": "Here are the categories:\n\nTools:\n1, 3\n\nArms:\n2\n\nI hope this helps.",
    "table": "| # | Use | Category |\n|---|---|---|\n| 1 | doorstop | Tools |\n| 2 | weapon against "
    "burglars | Arms |\n| 3 | hold 3 pencils | Tools |",
    "thoughts": "<think>1: a\n2: b\n3: c</think>1: tools\n2: arms\n3: tools",
    "draft and final": 'At first {"1": "a", "2": "b", "3": "c"}.\nFinal answer: {"1": "tools", "2": "arms", "3": '
    '"tools"}',
}
UNREAD = [
    "### Tools\n- 1. doorstop\n- 3. hold 3 pencils\n\n### Arms\n- 2. weapon against burglars",
    "1. Stopping doors: tools\n2. Fighting: arms\n3. Pencils: tools",
    "doorstop: tools\nweapon against burglars: arms\nhold 3 pencils: tools",
    '{"doorstop": "tools", "weapon against burglars": "arms", "hold 3 pencils": "tools"}',
    '[{"use": "hold 3 pencils", "category": "tools"}, {"use": "doorstop", "category": '
    '"tools"}, {"use": "weapon against burglars", "category": "arms"}]',
    '{"categories": {"Tools": ["doorstop", "hold 3 pencils"], "Arms": ["weapon against burglars"]}}',
    "Tools: doorstop, hold 3 pencils\nArms: weapon against burglars",
    "**Tools**\n- doorstop\n- hold 3 pencils\n\n**Arms**\n- weapon against burglars",
    "1. Tools\n   - doorstop\n   - hold 3 pencils\n2. Arms\n   - weapon against burglars",
    "id,use,category\n1,doorstop,tools\n2,weapon against burglars,arms\n3,hold 3 pencils,tools",
]
OTHERS = [
    ("1: 2\n2: 1\n3: 2", ("2", "1", "2")),
    ('{"1": 2, "2": 1, "3": 2}', ("2", "1", "2")),
    ("Category A (Tools): 1, 3\nCategory B (Arms): 2", ("a (tools)", "b (arms)", "a (tools)")),
    ("1: Category 2\n2: Category 1\n3: Category 2", ("2", "1", "2")),
    ("Tools: 1-3", ("tools",) * 3),
    ("1. furniture\n2. weapon against burglars\n3. storage", ("furniture", "weapon against burglars", "storage")),
]
MISSED = [
    ("1: tools\n2: arms", "unknown", Missing.UNPARSABLE),
    ("1: tools\n2: arms\n4: tools", "unknown", Missing.UNPARSABLE),
    ("Tools: 1\nArms: 2", "unknown", Missing.UNPARSABLE),
    ('{"1": "tools", "2": null, "3": "arms"}', "unknown", Missing.UNPARSABLE),
    ('["tools", "arms"]', "unknown", Missing.UNPARSABLE),
    ("There are 2 categories.", "unknown", Missing.UNPARSABLE),
    ("Tools: 1, 2\nArms: 2, 3", "unknown", Missing.AMBIGUOUS),
    ('{"Tools": [1, 3], "Arms": [2, 3]}', "unknown", Missing.AMBIGUOUS),
    ("1: tools\n2: arms\n3: tools\n3: arms", "unknown", Missing.AMBIGUOUS),
    ("1: tools\n2: arms\n3: too", "length", Missing.TRUNCATED),
    ('{"1": "tools", "2": "arms", "3": "to', "length", Missing.TRUNCATED),
    ("", "unknown", Missing.EMPTY),
    ("", "length", Missing.TRUNCATED),
    ("I'm sorry, but I can't help with that.", "unknown", Missing.REFUSED),
    ("1: tools\n2: arms\n3: tools", "content_filter", Missing.REFUSED),
]


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
    @pytest.mark.parametrize("reply", READ.values(), ids=READ)
    def test_what_a_reply_says(self, reply):
        """In every form each text has the category that a person reads."""
        assert read_groups(Response(reply), USES) == Groups(SORTED)

    @pytest.mark.parametrize("reply", UNREAD)
    def test_texts_without_their_numbers(self, reply):
        """What names the texts by their words alone is missing, and so is what may be a name or a reason."""
        assert read_groups(Response(reply), USES) == Groups(None, Missing.UNPARSABLE)

    @pytest.mark.parametrize(("reply", "labels"), OTHERS)
    def test_names_of_categories(self, reply, labels):
        """A category may be a number, a letter with a name, or the words of the text itself."""
        assert read_groups(Response(reply), USES) == Groups(labels)

    @pytest.mark.parametrize(("reply", "finish", "reason"), MISSED)
    def test_a_text_without_one_category(self, reply, finish, reason):
        """A text in no category, or in two, leaves all missing, since their number would be wrong."""
        assert read_groups(Response(reply, finish), USES) == Groups(None, reason)

    def test_lists_of_numbers_are_no_labels(self):
        """Where a category has two texts, the numbers of the categories are not those of the texts."""
        reply = Response("1. Tools: 1, 2\n2. Furniture: 1")
        assert read_groups(reply, ["lamp", "bed"]) == Groups(None, Missing.AMBIGUOUS)

    def test_a_failed_request(self):
        """What never arrived is not read."""
        assert read_groups(Response("1: a\n2: b\n3: c", failed=True), USES) == Groups(None, Missing.FAILED)

    @pytest.mark.parametrize("one", [(None, None), (("a",), Missing.EMPTY)])
    def test_groups_have_one_of_two(self, one):
        """Labels or a reason: never both and never neither."""
        with pytest.raises(ValueError, match="labels or a reason, got labels="):
            Groups(*one)


class TestLaws:
    @pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
    @settings(max_examples=20, deadline=None)
    @given(uses=texts, data=st.data())
    def test_labels_are_read_back(self, form, uses, data):
        """The categories that were written are those that are read, whatever the texts are; a cut loses them or not."""
        labels = [data.draw(st.sampled_from(NAMES)) for _ in uses]
        reply = form(uses, labels)
        assert read_groups(Response(reply), uses) == Groups(tuple(labels))
        cut = read_groups(Response(reply[: data.draw(st.integers(0, len(reply)))], "length"), uses)
        assert cut in (Groups(tuple(labels)), Groups(None, Missing.TRUNCATED))

    @settings(deadline=None, max_examples=60)
    @given(
        anything,
        st.lists(st.sampled_from([*HOSTILE, "", "1"]), max_size=5),
        st.sampled_from(["stop", "length", "unknown"]),
    )
    def test_any_reply(self, text, uses, finish):
        """Whatever a judge writes, there is a category for each text, or a reason."""
        groups = read_groups(Response(text, finish), uses)
        assert groups.labels is None or (len(groups.labels) == len(uses) and all(groups.labels))


@pytest.mark.parametrize(
    "piece", ["1: a\n", "Tools: 1, ", "[", '{"a": [1, ', "- doorstop\n", "1. doorstop - a ", "| 1 | a |\n", "a: b - "]
)
def test_long_replies_are_read_to_an_end(piece):
    """Hostile ones of a million characters."""
    answer = Response((piece * 1_000_000)[:1_000_000])
    with ends():
        groups = read_groups(answer, USES)
    assert groups.missing in (Missing.UNPARSABLE, Missing.TRUNCATED)
