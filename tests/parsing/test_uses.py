"""Laws of reading uses in every form."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.parsing.turns import own_turn
from helm_creativity.parsing.uses import UsesParse, fold, parse_uses, read_long, tidy, usual_uses

OPENINGS = ["tiny", "painted", "hollow", "giant", "prop up a", "hide a", "scare a", "replace the", "build a", "carry a"]
NOUNS = ["doorstop", "anchor", "puppet", "birdhouse", "gong", "scarecrow", "toboggan", "pendulum", "raft", "sundial"]
ENDS = ["", "", " in the dark", " for mice", " without nails", " on a boat"]
DETAILS = ["", ": keep it warm, dry, and out of reach", " - paint it; then let it dry", " (with a second one, glued)"]
short_phrases = st.builds("{} {}{}".format, *map(st.sampled_from, (OPENINGS, NOUNS, ENDS)))
long_phrases = st.builds("{}{}".format, short_phrases, st.sampled_from(DETAILS))


def several(phrases, least=2):
    return st.lists(phrases, min_size=least, max_size=12, unique_by=fold)


def under_headings(uses):
    half = len(uses) // 2
    parts = (("Home", uses[:half]), ("By the sea", uses[half:]))
    return "\n\n".join(f"### {title}\n{MARKED['points'](part)}" for title, part in parts)


MARKED = {
    "points": lambda uses: "\n".join(f"{i}. {use}" for i, use in enumerate(uses, 1)),
    "brackets": lambda uses: "\n".join(f"({i}) {use}" for i, use in enumerate(uses, 1)),
    "letters": lambda uses: "\n".join(f"{'abcdefghijklm'[i]}) {use}" for i, use in enumerate(uses)),
    "bold": lambda uses: "\n\n".join(f"**{i}.** {use}." for i, use in enumerate(uses, 1)),
    "hyphens": lambda uses: "\n".join(f"- {use}" for use in uses),
    "round bullets": lambda uses: "\n".join(f"• {use}" for use in uses),
    "json": json.dumps,
    "json under a key": lambda uses: json.dumps({"object": "brick", "uses": uses}, indent=2),
    "json objects": lambda uses: f"```json\n{json.dumps([{'id': i, 'use': use} for i, use in enumerate(uses)])}\n```",
    "json a line": lambda uses: "\n".join(json.dumps({"use": use}) for use in uses),
    "under headings": under_headings,
    "under a category": lambda uses: "- Anywhere:\n" + "\n".join(f"  - {use}" for use in uses),
    "table": lambda uses: "| # | Use |\n|---|---|\n" + "\n".join(f"| {i} | {use} |" for i, use in enumerate(uses)),
}
UNMARKED = {
    "semicolons": "; ".join,
    "semicolons and lines": ";\n".join,
    "lines": "\n".join,
    "paragraphs": "\n\n".join,
    "and": lambda uses: "Uses: " + "; ".join(uses[:-1]) + "; and " + uses[-1] + ".",
    "commas": ", ".join,
}
ANY_FORM = MARKED | UNMARKED
DRESSES = ["{}s", "{}", "use it as {}", "use as {}", "as {}", "the {}", "use it as the {}"]
TALK = [("", ""), ("Sure! Here are some creative uses for a brick:\n\n", "\n\nLet me know if you want more ideas!")]


def uses_of(text):
    return parse_uses(Response(text))


@given(st.sampled_from(sorted(MARKED)), several(long_phrases), st.sampled_from(TALK))
def test_long_uses_behind_marks_come_back_in_order(form, uses, talk):
    """Commas, semicolons, colons and dashes inside a use part nothing where marks do, whatever stands around."""
    assert uses_of(talk[0] + MARKED[form](uses) + talk[1]) == UsesParse(tuple(map(tidy, uses)), 0, None)


@given(st.sampled_from(sorted(UNMARKED)), several(short_phrases, least=3), st.sampled_from(TALK))
def test_short_uses_in_any_form_come_back_in_order(form, uses, talk):
    """Phrases between semicolons, commas or line ends are the uses, no more and no fewer."""
    assert uses_of(talk[0] + UNMARKED[form](uses) + talk[1]) == UsesParse(tuple(uses), 0, None)


@given(several(st.sampled_from(NOUNS), least=3))
def test_prose_is_not_guessed(nouns):
    """Sentences in a row hold no list, whatever they say, nor does a sentence that names several."""
    sentences = [f"You could use a brick as a {noun}." for noun in nouns]
    row = "You could use a brick " + ", ".join(f"as a {noun}" for noun in nouns[:-1]) + f", or as a {nouns[-1]}."
    for text in (" ".join(sentences), row):
        assert uses_of(text) == UsesParse((), 0, FailureReason.UNPARSABLE)


@given(
    st.sampled_from([*sorted(MARKED), "lines", "paragraphs", "semicolons"]), several(st.sampled_from(NOUNS), least=3)
)
def test_any_phrase_is_a_use(form, nouns):
    """What a clause goes on to say makes no sentence of it."""
    tails = ("when its top is cut off", "that doesn't fall over", "which is easily moved", "if you have two")
    uses = [f"{noun} {tails[i % len(tails)]}" for i, noun in enumerate(nouns)]
    assert uses_of(ANY_FORM[form](uses)) == UsesParse(tuple(uses), 0, None)


@given(st.sampled_from(sorted(ANY_FORM)), several(short_phrases, least=3), st.data())
def test_a_duplicate_changes_no_use(form, uses, data):
    """A use repeated at the end, however it is dressed, is counted as a duplicate and nothing else changes."""
    again = data.draw(st.sampled_from(uses))
    dressed = data.draw(st.sampled_from(DRESSES[again.endswith("s") :])).format(again)
    for duplicate in (dressed, dressed.upper()):
        assert uses_of(ANY_FORM[form]([*uses, duplicate])) == UsesParse(tuple(uses), 1, None)


@given(st.sampled_from(sorted(ANY_FORM)), several(short_phrases, least=3))
def test_reading_the_uses_again_changes_nothing(form, uses):
    """The uses of an answer, written down in any form, are the uses of that answer."""
    once = uses_of(ANY_FORM[form](uses)).uses
    assert all(uses_of(write(list(once))).uses == once for write in ANY_FORM.values())


PIECES = """
Doorstop why: tip: use it as a an none etc etc. final draft brainstorm rejected now next question list user uses home I
were and or tips note why how Object A. b) v. (x) - – , ; : . ! ? ' idea's way no yes new object: first thoughts also
bonus more
"""
pieces = st.lists(st.sampled_from(PIECES.split()), min_size=1, max_size=5).map(" ".join)
entries = pieces | st.builds("**{}**{}".format, pieces, st.just("") | st.builds("{}{}".format, st.just(": "), pieces))
TITLES = ["", "Here are 10 uses for a **brick**:\n\n", "Final list:\n", "Rejected:\n", "Tips:\n", "Draft 2:\n"]
LAST = ["", "\n\nI hope this helps!", "\n\nNow list ten verbs.", "\n\nAlso a hat."]


@given(
    st.sampled_from(TITLES),
    st.sampled_from(["{}. ", "{}) ", "- ", "* ", "*   ", "• "]),
    st.lists(entries, min_size=3, max_size=5),
    st.sampled_from(["\n", "\n\n"]),
    st.sampled_from(LAST),
)
def test_the_usual_form_is_read_as_any_other(title, mark, uses, between, last):
    """What is recognised at once has the uses that all the other readers find."""
    body = own_turn(
        title + between.join(f"{mark.format(number)}{use}" for number, use in enumerate(uses, start=1)) + last
    )
    usual = usual_uses(body)
    assert usual is None or usual == read_long(body)


@pytest.mark.parametrize("title", ["", "Here are five creative uses for a brick:\n\n"])
@pytest.mark.parametrize(
    "use", ["Use it as a doorstop", "**Doorstop:** Hold a door open.", "**Doorstop** – it's heavy"]
)
@pytest.mark.parametrize("last", ["", "\n\nLet me know if you want more."])
def test_the_usual_form_is_recognised(title, use, last):
    """Without this, the law above would hold for a form that nothing has."""
    assert len(usual_uses(title + "\n".join(f"{number}. {use}" for number in range(1, 6)) + last)) == 5


@given(several(long_phrases, least=2), st.data())
def test_nothing_is_read_of_an_array_that_never_closes(uses, data):
    """However much of it arrives; cut by the token limit it is truncated."""
    whole = json.dumps({"uses": uses}, ensure_ascii=False)
    cut = whole[: data.draw(st.integers(len('{"uses": ["') + 1, len(whole) - 2))]
    assert uses_of(cut) == UsesParse((), 0, FailureReason.UNPARSABLE)
    assert parse_uses(Response(cut, finish_reason="length")) == UsesParse((), 0, FailureReason.TRUNCATED)
