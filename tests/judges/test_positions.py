"""Ratings of many texts from one reply: laws, hostile texts, cuts, and places in the completion."""

import json

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from support import ending

from helm_creativity.benchmark.ratings import MissingReason, ParsedRating, Scale
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.replies.places import RatingInReply, read_places
from helm_creativity.judges.replies.scores import is_generic
from helm_creativity.parsing.uses import tidy

EACH = 15
BULLETS = " -*+•–—·"
"""Examples of each form: there are many forms."""

FIVE = Scale(1, 5)
TENTHS = Scale(1, 5, 0.1)
SCALES = [FIVE, TENTHS, Scale(10, 50), Scale(0, 10), Scale(-3, 3), Scale(1, 5, between=True)]
FINISHES = ["unknown", "stop", "length", "endoftext", "content_filter"]
HOSTILE = [
    "book", "book end", "book: 4", "Rating: 5", "hold 3 pencils", "1. something", "2) other thing",
    "4 legs of a chair", "score 5/5", "[3, 4] stack", '{"1": 5}', "use 2: 1", "as a 2 by 4", "a, b; c",
    "door (2)", "it is rated 5", "final answer: 3", '"quoted" thing', "a - 3 - b", "Überlauf 2", "石の 3 つ",
    "I can't say", "x = 4", "rating", "originality: 1", "hammer", "paper weight", "step, stool", "weigh 5 kg",
]  # fmt: skip

scales = st.sampled_from(SCALES)
words = st.text("abcdehinorst", min_size=1, max_size=6)
plain = st.lists(words, min_size=1, max_size=4).map(" ".join).filter(lambda one: not is_generic(one))
noise = (
    st.text("ab 12345.,:;/()[]{}#-\"'=", min_size=1, max_size=12)
    .map(lambda one: " ".join(one.split()))
    .filter(lambda one: any(map(str.isalpha, one)) and tidy(one) == one)  # as every use is that judges see
)
hostile = st.one_of(st.sampled_from(HOSTILE), plain, noise, st.tuples(plain, noise).map(" ".join))
PIECES = [
    "1. ", "2) ", "3: ", "Use 1", "#2", "0: ", "- ", "| ", " | ", "\n", "\n\n", " ", ", ", "; ", ": ", " - ",
    "=", ".", "4", "5", "3.5", "3,5", "4/5", "4 out of 5", "10", "-1", "four", "null", "N/A", "½", "٤", "４",
    "99999999999999999", "[", "]", "{", "}", '"', "'", '"1": ', '"rating": ', '"id": ', "```json\n", "```",
    "|---|---|\n", "**", "book", "lamp", "Rating", "Final ratings:", "Overall", "wait, actually", "<think>",
    "</think>", "<|im_end|>", "I'm sorry, I can't", "\x00",
]  # fmt: skip
anything = st.one_of(st.text(max_size=120), st.lists(st.sampled_from(PIECES), max_size=30).map("".join))


def rating_on(scale):
    return st.sampled_from(scale.values())


def shown(value):
    """A rating as judges write it."""
    return f"{value:g}"


def values(placed):
    return [place.reading.value for place in placed]


def missing(reason, count):
    return [RatingInReply(ParsedRating(None, reason), None)] * count


def lines(form):
    return lambda texts, ratings: "\n".join(
        form.format(i=at, t=text, r=shown(rating))
        for at, (text, rating) in enumerate(zip(texts, ratings, strict=True), 1)
    )


def as_json(build):
    return lambda texts, ratings: json.dumps(build(texts, ratings), ensure_ascii=False)


def indented(build):
    return lambda texts, ratings: json.dumps(build(texts, ratings), indent=2)


# What no words of a text can be taken for: its number stands before it, and nothing but the rating behind it.
NUMBERED = {
    "number and dot": lines("{i}. {r}"),
    "number and colon": lines("{i}: {r}"),
    "use": lines("Use {i} - {r}"),
    "hash": lines("#{i} = {r}"),
    "bold": lines("**{i}.** {r}"),
    "rating": lines("{i}. Rating: {r}"),
    "reason": lines("{i}. {r} - it is common"),
    "reason behind a dot": lines("{i}) {r}. Because many do that."),
    "bracket": lines("({i}) {r}"),
    "in one line": lambda texts, ratings: ", ".join(f"{at}: {shown(rating)}" for at, rating in enumerate(ratings, 1)),
    "section": lines("### Use {i}\nRating: {r}\n"),
    "by number": as_json(lambda texts, ratings: {str(at): rating for at, rating in enumerate(ratings, 1)}),
    "by use": indented(lambda texts, ratings: {f"use {at}": rating for at, rating in enumerate(ratings, 1)}),
    "records": as_json(lambda texts, ratings: [{"id": at, "rating": rating} for at, rating in enumerate(ratings, 1)]),
    "table": lambda texts, ratings: "| Use | Rating |\n|---|---|\n" + lines("| {i} | {r} |")(texts, ratings),
}
ECHOED = {
    "echo": lines("{i}. {t}: {r}"),
    "echo and dash": lines("{i}) {t} — {r}"),
    "bold echo": lines("**{i}. {t}**: {r}"),
    "quoted echo": lines('{i}. "{t}" - {r}'),
    "echo and section": lines("{i}. {t}\nRating: {r}\n"),
    "echo, rating, reason": lines("{i}. {t}: {r} (seen before)"),
    "keys with both": as_json(
        lambda texts, ratings: {f"{at}. {t}": r for at, (t, r) in enumerate(zip(texts, ratings, strict=True), 1)}
    ),
    "records with texts": indented(
        lambda texts, ratings: [
            {"id": at, "use": t, "rating": r} for at, (t, r) in enumerate(zip(texts, ratings, strict=True), 1)
        ]
    ),
    "table with texts": lambda texts, ratings: (
        "| # | Use | Rating |\n|---|---|---|\n" + lines("| {i} | {t} | {r} |")(texts, ratings)
    ),
}
ORDERED = {
    "JSON list": as_json(lambda texts, ratings: ratings),
    "wrapped list": as_json(lambda texts, ratings: {"ratings": ratings}),
    "one a line": lines("{r}"),
    "bullets": lines("- {r}"),
    "commas": lambda texts, ratings: ", ".join(map(shown, ratings)),
    "spaces": lambda texts, ratings: " ".join(map(shown, ratings)),
    "semicolons": lambda texts, ratings: "; ".join(map(shown, ratings)),
}
TEXTED = {
    "text": lines("{t}: {r}"),
    "bullet and text": lines("- {t}: {r}"),
    "by text": as_json(lambda texts, ratings: dict(zip(texts, ratings, strict=True))),
    "records by text": as_json(
        lambda texts, ratings: [{"use": t, "originality": r} for t, r in zip(texts, ratings, strict=True)]
    ),
    "table of texts": lambda texts, ratings: "| Use | Rating |\n|---|---|\n" + lines("| {t} | {r} |")(texts, ratings),
}


@st.composite
def rated(draw, texts=hostile, least=2):
    """Texts, a scale, and a rating of each."""
    scale = draw(scales)
    several = [*draw(st.lists(texts, min_size=least - 1, max_size=6)), "a bird feeder"]
    return several, scale, [draw(rating_on(scale)) for _ in several]


ALL = {**NUMBERED, **ECHOED, **ORDERED}


class TestForms:
    @pytest.mark.parametrize("form", ALL.values(), ids=ALL)
    @settings(max_examples=EACH, deadline=None)
    @given(case=rated(plain), data=st.data())
    def test_ratings_are_read_back_and_a_cut_changes_none(self, form, case, data):
        """Behind numbers, behind numbers and texts, in order; cut anywhere, each has its own rating or is truncated."""
        texts, scale, ratings = case
        # Behind a number "- a" is also the text "a" behind a bullet; which of the two is rated is ambiguous.
        assume(len({text.lstrip(BULLETS) for text in texts}) == len(set(texts)))
        reply = form(texts, ratings)
        assert values(read_places(Response(reply), texts, scale)) == ratings
        cut = reply[: data.draw(st.integers(0, len(reply)))]
        truncated = ParsedRating(None, MissingReason.TRUNCATED)
        for place, rating in zip(read_places(Response(cut, "length"), texts, scale), ratings, strict=True):
            assert place.reading in (ParsedRating(rating), truncated)

    @pytest.mark.parametrize("form", {**NUMBERED, **ECHOED}.values(), ids={**NUMBERED, **ECHOED})
    @settings(max_examples=EACH, deadline=None)
    @given(case=rated())
    def test_hostile_texts(self, form, case):
        """Whatever the texts are, each has its own rating or none."""
        texts, scale, ratings = case
        found = values(read_places(Response(form(texts, ratings)), texts, scale))
        assert all(value in (rating, None) for value, rating in zip(found, ratings, strict=True))

    @pytest.mark.parametrize("form", ORDERED.values(), ids=ORDERED)
    @settings(max_examples=EACH, deadline=None)
    @given(case=rated())
    def test_in_order(self, form, case):
        """As many bare numbers as texts are their ratings in order."""
        texts, scale, ratings = case
        assert values(read_places(Response(form(texts, ratings)), texts, scale)) == ratings

    @pytest.mark.parametrize("form", TEXTED.values(), ids=TEXTED)
    @settings(max_examples=EACH, deadline=None)
    @given(case=rated(plain))
    def test_by_the_words(self, form, case):
        """Texts are known by their numbers alone: what names them by their words rates none of them."""
        texts, scale, ratings = case
        assert set(values(read_places(Response(form(texts, ratings)), texts, scale))) == {None}


class TestLaws:
    @settings(deadline=None, max_examples=60)
    @given(rated(plain), st.sampled_from(sorted({*NUMBERED, *ECHOED} - {"section", "echo and section"})), st.data())
    def test_the_order_of_lines_does_not_matter(self, case, form, data):
        """Numbered lines in another order give every text the same rating."""
        texts, scale, ratings = case
        reply = ALL[form](texts, ratings)
        numbered = [line for line in reply.split("\n") if line and line[0] in "123456789(*"]
        assume(len(numbered) == len(texts))
        mixed = data.draw(st.permutations(numbered))
        assert values(read_places(Response("\n".join(mixed)), texts, scale)) == ratings

    @settings(deadline=None, max_examples=60)
    @given(
        rated(plain),
        st.sampled_from([form for name, form in ALL.items() if "records" not in name and name != "wrapped list"]),
        st.sampled_from(["", "<think>1: 5\n2: 5</think>\n", "Sure! Here you go:\n\n"]),
    )
    def test_spans_point_at_the_number(self, case, form, before):
        """What stands at the place of a rating in the completion is its number, each at a place of its own."""
        texts, scale, ratings = case
        assume(scale.low >= 0)
        reply = before + form(texts, ratings)
        placed = read_places(Response(reply), texts, scale)
        assume(before != "Sure! Here you go:\n\n" or values(placed) == ratings)
        assert values(placed) == ratings
        for place in placed:
            assert place.span is not None
            assert float(reply[slice(*place.span)]) == place.reading.value
        spans = [place.span for place in placed]
        assert len(set(spans)) == len(spans)

    @settings(deadline=None, max_examples=60)
    @given(
        st.lists(hostile, min_size=2, max_size=6),
        st.sampled_from(["{i}. {t}", "- {t}", '{i}. "{t}"', "Use {i}: {t}", "{t}"]),
    )
    @example(texts=["book", "lamp", "Use 3 - 5"], form="- {t}")
    @example(texts=["book", "[3, 4] stack"], form="- {t}")
    @example(texts=["1. something", "book: 4"], form="- {t}")
    @example(texts=["Rating: 5", "Rating: 5"], form="- {t}")
    @example(texts=["Rating: 5", "Score: 4", "rating = 3"], form="{t}")
    @example(texts=["book", "1:a{}"], form="{i}. {t}")
    def test_repeated_texts_are_no_ratings(self, texts, form):
        """A judge that only repeats the texts, whatever figures are in them, has rated none of them beside others."""
        assume(all(any(map(str.isalpha, text)) for text in texts))
        reply = "\n".join(form.format(i=at, t=text) for at, text in enumerate(texts, 1))
        assert {place.reading.value for place in read_places(Response(reply), texts, FIVE)} == {None}

    @settings(deadline=None, max_examples=60)
    @given(anything, st.lists(hostile, max_size=5), scales, st.sampled_from(FINISHES), st.booleans())
    @example("1: 4\n2: 3", ["", "\n"], FIVE, "stop", False)
    @example("\ud800 1: 4", ["a", "b"], FIVE, "stop", False)
    @example("1: nıne\n2: 4", ["a", "b"], FIVE, "stop", False)
    def test_any_reply(self, text, texts, scale, finish, failed):
        """Each text has a rating on the scale at a place that holds it, or a reason; what never arrived has none."""
        placed = read_places(Response(text, finish, failed), texts, scale)
        assert len(placed) == len(texts)
        for place in placed:
            assert place.reading.value is None or scale.admits(place.reading.value)
            assert place.span is None or 0 <= place.span[0] < place.span[1] <= len(text)
        if failed or finish == "content_filter":
            why = MissingReason.REFUSED if finish == "content_filter" else MissingReason.FAILED
            assert placed == missing(why, len(texts))
        wordless = "".join(c for c in text if c in "abcdfhjklm ,.\n-:{}\"'|")
        assert set(values(read_places(Response(wordless), texts, Scale(0, 10)))) <= {None}

    @settings(deadline=None, max_examples=60)
    @given(rated(), st.integers(2, 8), st.sampled_from(sorted(ORDERED)), st.data())
    def test_what_is_left_out_shifts_nothing(self, case, count, form, data):
        """More or fewer numbers without names than texts are ambiguous; numbered ones keep their places."""
        texts, scale, ratings = case
        kept = data.draw(st.sets(st.integers(1, len(texts)), min_size=1))
        reply = "\n".join(line for at, line in enumerate(NUMBERED["use"](texts, ratings).split("\n"), 1) if at in kept)
        expected = [rating if at in kept else None for at, rating in enumerate(ratings, 1)]
        assert values(read_places(Response(reply), texts, scale)) == expected
        assume(len(ratings) != count)
        others = [f"use {'abcdefgh'[at]}" for at in range(count)]
        whole = [min(5, max(1, int(rating))) for rating in ratings]
        found = read_places(Response(ORDERED[form]([""] * len(ratings), whole)), others, FIVE)
        assert found == missing(MissingReason.AMBIGUOUS, count)


class TestSpans:
    @pytest.mark.parametrize(
        ("reply", "marks"),
        [
            ("**1.** _book_ — **4**/5\r\n**2.** lamp — **3**/5", ["4", "3"]),
            ("<think>1: 2\n2: 2</think>\n1: 4,5\n2: 3.0", ["4,5", "3.0"]),
            ("1: ４/5\n2: 3", ["４", "3"]),
            ('{"1": 4, "2": 3}', ["4", "3"]),
            ("① 4\n② 3", [None, None]),
            ("$\\boxed{4}$ and\n", [None, None]),
            ("1: 4\n2: 3<|im_end|>\n1: 4\n2: 3", ["4", "3"]),
            ("1: four\n2: 3", [None, "3"]),
        ],
    )
    def test_where_the_number_stands(self, reply, marks):
        """A span is that of the value in the completion as it arrived, without what it is out of."""
        spans = [place.span for place in read_places(Response(reply), ["book", "lamp"], Scale(1, 5, 0.5))]
        assert [span and reply[slice(*span)] for span in spans] == marks

    def test_the_end_of_a_long_reply(self):
        """Of a very long reply whole lines at its end are read: half of "11: 4" is not "1: 4"."""
        texts = [f"use {at}" for at in range(11)]
        reply = "It is hard to say. " * 6000 + "\n11: 4\n"
        filler = "x" * (49_999 - len("1: 4\n"))
        placed = read_places(Response("y" * 60_000 + "11: 4\n" + filler), texts, FIVE)
        assert values(read_places(Response(reply), texts, FIVE))[10] == 4
        assert values(placed) == [None] * 11


LONG = {
    "items": "1. ", "numbered lines": "1: 4\n2: 3\n", "pairs": "1: 4, ", "figures": "9", "numbers": "4 ",
    "rows": "| 1 | 4 |\n", "cells": "1,", "dictionaries": '{"1": 4} ', "records": '{"id": 1, "rating": 4}\n',
    "dictionaries that never end": '{"1":', "brackets": "[", "quotations": '"a 1" ', "texts": "a book with 4: ",
    "lines with texts": "a book with 4: 3\n", "beginnings": "a book ", "labels": "1: rating of a ",
    "words": "Use 1 is rated a ", "marks": "1 - : = ( ", "spaces": "1:" + " " * 50, "Chinese": "1：評分４",
    "thoughts": "<think>1: 4",
}  # fmt: skip


@pytest.mark.parametrize("piece", LONG.values(), ids=LONG)
def test_long_replies_are_read_to_an_end(piece):
    """Hostile ones."""
    answer = Response(ending.hostile(piece))
    with ending.reads_to_an_end():
        places = read_places(answer, ["a book with 4", "1: 4, " * 300, "lamp"], FIVE)
    assert len(places) == 3
    whys = {MissingReason.EMPTY, MissingReason.UNPARSABLE, MissingReason.TRUNCATED}
    if "1: 4, " in piece:  # as the second text has it
        whys |= {MissingReason.AMBIGUOUS}
    assert {place.reading.missing for place in places} <= {None, *whys}
