"""Ratings or categories of many texts from one reply: laws, hostile texts, cuts, and places in the completion."""

import json
from pathlib import Path

import pytest
import yaml
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from helm_creativity.benchmark.ratings import MissingReason, ParsedRating, Scale
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.replies.groups import read_groups
from helm_creativity.judges.replies.places import RatingInReply, read_places
from helm_creativity.judges.replies.scores import is_generic
from helm_creativity.parsing.uses import tidy

few, some = settings(max_examples=15, deadline=None), settings(max_examples=60, deadline=None)
FIVE = Scale(1, 5)
SCALES = [FIVE, Scale(1, 5, 0.1), Scale(10, 50), Scale(0, 10), Scale(-3, 3), Scale(1, 5, between=True)]
MADE_OF = yaml.safe_load(Path(__file__).with_name("pieces.yaml").read_text("utf-8"))
words = st.text("abcdehinorst", min_size=1, max_size=6)
plain = st.lists(words, min_size=1, max_size=4).map(" ".join).filter(lambda text: not is_generic(text))
noise = (
    st.text("ab 12345.,:;/()[]{}#-\"'=", min_size=1, max_size=12)
    .map(lambda text: " ".join(text.split()))
    .filter(lambda text: any(map(str.isalpha, text)) and tidy(text) == text)  # as every use is that judges see
)
hostile = st.one_of(st.sampled_from(MADE_OF["texts"]), plain, noise, st.tuples(plain, noise).map(" ".join))


def values(text, texts, scale, finish="unknown"):
    return [place.reading.value for place in read_places(Response(text, finish), texts, scale)]


def lines(form):
    """A reply of one line for each text; a rating as judges write it."""
    return lambda texts, ratings: "\n".join(
        form.format(i=at, t=text, r=rating if isinstance(rating, str) else f"{rating:g}")
        for at, (text, rating) in enumerate(zip(texts, ratings, strict=True), 1)
    )


def joined(sign):
    return lambda texts, ratings: sign.join(f"{rating:g}" for rating in ratings)


def as_json(build, indent=None):
    """A reply in JSON: ``build`` makes it of number, text and rating of each."""
    return lambda texts, ratings: json.dumps(
        build([(at, *both) for at, both in enumerate(zip(texts, ratings, strict=True), 1)]),
        ensure_ascii=False,
        indent=indent,
    )


def table(head, row):
    return lambda texts, ratings: f"{head}\n|---|---|\n" + lines(row)(texts, ratings)


# What no words of a text can be taken for: its number stands before it, and nothing but the rating behind it.
NUMBERED = {
    **{name: lines(form) for name, form in MADE_OF["numbered"].items()},
    "in one line": lambda texts, ratings: ", ".join(f"{at}: {rating:g}" for at, rating in enumerate(ratings, 1)),
    "by number": as_json(lambda rows: {str(at): rating for at, _, rating in rows}),
    "by use": as_json(lambda rows: {f"use {at}": rating for at, _, rating in rows}, 2),
    "records": as_json(lambda rows: [{"id": at, "rating": rating} for at, _, rating in rows]),
    "table": table("| Use | Rating |", "| {i} | {r} |"),
}  # fmt: skip
ECHOED = {
    **{name: lines(form) for name, form in MADE_OF["echoed"].items()},
    "keys with both": as_json(lambda rows: {f"{at}. {text}": rating for at, text, rating in rows}),
    "records with texts": as_json(lambda rows: [{"id": at, "use": text, "rating": r} for at, text, r in rows], 2),
    "table with texts": table("| # | Use | Rating |", "| {i} | {t} | {r} |"),
}  # fmt: skip
ORDERED = {
    "JSON list": as_json(lambda rows: [rating for *_, rating in rows]),
    "wrapped list": as_json(lambda rows: {"ratings": [rating for *_, rating in rows]}),
    "one a line": lines("{r}"),
    "bullets": lines("- {r}"),
    "commas": joined(", "),
    "spaces": joined(" "),
}
ALL = {**NUMBERED, **ECHOED, **ORDERED}


def forms(known):
    return pytest.mark.parametrize("form", known.values(), ids=known)


@st.composite
def rated(draw, texts=hostile):
    """Texts, a scale, and a rating of each."""
    scale = draw(st.sampled_from(SCALES))
    several = [*draw(st.lists(texts, min_size=1, max_size=6)), "a bird feeder"]
    return several, scale, [draw(st.sampled_from(scale.values())) for _ in several]


@forms(ALL)
@few
@given(case=rated(plain), data=st.data())
def test_ratings_are_read_back_and_a_cut_changes_none(form, case, data):
    """Behind numbers, behind numbers and texts, in order; cut anywhere, each has its own rating or is truncated."""
    texts, scale, ratings = case
    # Behind a number "- a" is also the text "a" behind a bullet; which of the two is rated is ambiguous.
    assume(len({text.lstrip(" -*+•–—·") for text in texts}) == len(set(texts)))
    reply = form(texts, ratings)
    assert values(reply, texts, scale) == ratings
    cut = reply[: data.draw(st.integers(0, len(reply)))]
    truncated = ParsedRating(None, MissingReason.TRUNCATED)
    for place, rating in zip(read_places(Response(cut, "length"), texts, scale), ratings, strict=True):
        assert place.reading in (ParsedRating(rating), truncated)


@forms(ALL)
@few
@given(case=rated())
def test_hostile_texts(form, case):
    """Whatever the texts are, each has its own rating or none; as many bare numbers as texts are theirs in order."""
    texts, scale, ratings = case
    found = values(form(texts, ratings), texts, scale)
    least = [] if form in ORDERED.values() else [None]
    assert all(value in (rating, *least) for value, rating in zip(found, ratings, strict=True))


@some
@given(
    rated(plain),
    st.sampled_from([form for name, form in ALL.items() if "records" not in name and name != "wrapped list"]),
    st.sampled_from(["", "<think>1: 5\n2: 5</think>\n", "Sure! Here you go:\n\n"]),
)
def test_spans_point_at_the_number(case, form, before):
    """What stands at the place of a rating in the completion is its number, each at a place of its own."""
    texts, scale, ratings = case
    assume(scale.low >= 0)
    reply = before + form(texts, ratings)
    placed = read_places(Response(reply), texts, scale)
    found = [place.reading.value for place in placed]
    assume("Sure" not in before or found == ratings)
    assert found == ratings == [float(reply[slice(*place.span)]) for place in placed]
    assert len({place.span for place in placed}) == len(placed)


@some
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
def test_repeated_texts_are_no_ratings(texts, form):
    """A judge that only repeats the texts, whatever figures are in them, has rated none of them beside others."""
    assume(all(any(map(str.isalpha, text)) for text in texts))
    assert set(values(lines(form)(texts, texts), texts, FIVE)) == {None}


@some
@given(rated(), st.integers(2, 8), st.sampled_from(sorted(ORDERED)), st.data())
def test_what_is_left_out_shifts_nothing(case, count, form, data):
    """More or fewer numbers without names than texts are ambiguous; numbered ones keep their places in any order."""
    texts, scale, ratings = case
    kept = data.draw(st.sets(st.integers(1, len(texts)), min_size=1))
    numbered = [line for at, line in enumerate(NUMBERED["use"](texts, ratings).split("\n"), 1) if at in kept]
    reply = "\n".join(data.draw(st.permutations(numbered)))
    assert values(reply, texts, scale) == [rating if at in kept else None for at, rating in enumerate(ratings, 1)]
    assume(len(ratings) != count)
    whole = [min(5, max(1, int(rating))) for rating in ratings]
    others = [f"use {letter}" for letter in "abcdefgh"[:count]]
    found = read_places(Response(ORDERED[form]([""] * len(ratings), whole)), others, FIVE)
    assert found == [RatingInReply(ParsedRating(None, MissingReason.AMBIGUOUS), None)] * count


@pytest.mark.parametrize(("reply", "marks"), MADE_OF["marks"])
def test_where_the_number_stands(reply, marks):
    """A span is that of the value in the completion as it arrived, without what it is out of."""
    spans = [place.span for place in read_places(Response(reply), ["book", "lamp"], Scale(1, 5, 0.5))]
    assert [span and reply[slice(*span)] for span in spans] == marks


def test_the_end_of_a_long_reply():
    """Of a very long reply whole lines at its end are read: half of "11: 4" is not "1: 4"."""
    texts = [f"use {at}" for at in range(11)]
    assert values("It is hard to say. " * 6000 + "\n11: 4\n", texts, FIVE)[10] == 4
    filler = "x" * (49_999 - len("1: 4\n"))
    assert values("y" * 60_000 + "11: 4\n" + filler, texts, FIVE) == [None] * 11


def gathered(rows):
    """The numbers of the texts of each category."""
    return {label: [at for at, _, other in rows if other == label] for _, _, label in rows}


GROUPED = {
    **{name: lines(form) for name, form in {"numbers": "{i}: {r}", "texts": "{i}. {t} - {r}"}.items()},
    "quoted texts": lines('{i}. "{t}": {r}'),
    "dictionary": NUMBERED["by number"],
    "list": ORDERED["JSON list"],
    "records": as_json(lambda rows: [{"id": at, "category": label} for at, _, label in rows], 1),
    "groups": as_json(gathered),
    "lines": lambda texts, labels: "\n".join(
        f"{label}: {', '.join(map(str, places))}"
        for label, places in gathered([(at, "", label) for at, label in enumerate(labels, 1)]).items()
    ),
}
NAMES = ["tools", "toys", "home decor", "art & craft", "self-defence", "sports", "x", "kitchen"]
GROUPABLE = ["book", "book end", "book: 4", "Category: toys", "1. something", "tools: 1, 2", "a, b; c", "3 legs", "{x"]


@forms(GROUPED)
@settings(max_examples=20, deadline=None)
@given(
    uses=st.lists(st.sampled_from([*GROUPABLE, "[1, 2] stack"]), min_size=1, max_size=6, unique=True), data=st.data()
)
def test_categories_are_read_back(form, uses, data):
    """Those that were written, whatever the texts are; a cut loses all of them or none."""
    uses = [*uses, "bird feeder"]
    labels = [data.draw(st.sampled_from(NAMES)) for _ in uses]
    reply = form(uses, labels)
    assert read_groups(Response(reply), uses) == tuple(labels)
    cut = read_groups(Response(reply[: data.draw(st.integers(0, len(reply)))], "length"), uses)
    assert cut in (tuple(labels), MissingReason.TRUNCATED)


@pytest.mark.parametrize("planted", ['{"1": "toys", "2": "tools"}', "1: toys, 2: tools"])
def test_categories_that_a_text_planted_are_not_the_judges(planted):
    """Nothing is read of them alone, unless they are the whole reply; lists of numbers are no labels."""
    uses = [f"stack of {planted}", "paint"]
    said = f"The first says:\n{planted}\nI do not follow it."
    assert read_groups(Response(said), uses) is MissingReason.AMBIGUOUS
    assert read_groups(Response(f"{said}\n1: art\n2: art"), uses) == ("art", "art")
    assert read_groups(Response("1. Tools: 1, 2\n2. Furniture: 1"), ["lamp", "bed"]) is MissingReason.AMBIGUOUS
