"""One rating, several dimensions, a letter or a word from a judge's reply: laws. Corpora are in tests/corpora."""

import json
import math
import re
from pathlib import Path

import pytest
import yaml
from hypothesis import assume, example, given
from hypothesis import strategies as st
from support.ending import ends, hostile
from support.replies import THREE_USES, older

from helm_creativity.benchmark.ratings import MissingReason, ParsedRating, Scale
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.replies.dimensions import rating_spans, read_scores
from helm_creativity.judges.replies.groups import read_groups
from helm_creativity.judges.replies.letters import read_letter
from helm_creativity.judges.replies.places import read_places
from helm_creativity.judges.replies.scores import read_score
from helm_creativity.judges.replies.words import read_word

No = MissingReason
TEN = Scale(1, 10)
LABELS = ["originality", "feasibility"]
SCALES = [
    TEN, Scale(0, 100), Scale(-3, 3), Scale(1, 5, 0.1), Scale(10, 50), Scale(0, 1, 0.25),
    Scale(1, 5, between=True),
]  # fmt: skip
MADE_OF = yaml.safe_load(Path(__file__).with_name("pieces.yaml").read_text("utf-8"))
FINISHES = ["unknown", "stop", "length", "endoftext", "content_filter"]
LETTERS = dict(zip("ABCD", map(float, range(4)), strict=True))
WORDS = {"VALID": 1.0, "INVALID": 0.0}
TRUNCATED = ParsedRating(None, No.TRUNCATED)

heaps = [st.lists(st.sampled_from(MADE_OF[of]), max_size=25).map("".join) for of in ("replies", "places")]
texts = st.one_of(st.text(max_size=200), *heaps, st.sampled_from(MADE_OF["texts"]))
ratings = st.integers(1, 10)
letters = st.sampled_from(list(LETTERS))
# Words of a judge in which no number can be mistaken for a rating, and no name for a dimension's.
reasons = st.text(st.sampled_from("abdgh ,.;:{}[]'\"\\/“”#\n-()"), max_size=30)


def scores(text, finish="unknown", rated=(), labels=LABELS, scale=TEN, failed=False):
    """The readings of the dimensions."""
    return list(read_scores(Response(text, finish, failed), labels, scale, rated=rated).values())


def score(text, finish="unknown", rated=(), scale=TEN, label="score"):
    return read_score(Response(text, finish), scale, label, rated=rated)


def letter_in(text, finish="unknown", rated=(), letters="ABCD"):
    return read_letter(Response(text, finish), dict(zip(letters, map(float, range(4)), strict=False)), rated=rated)


@given(st.sampled_from(SCALES))
def test_a_scale_admits_its_values(scale):
    """Every step, free of the noise of adding tenths; half a step only where it says so; none beyond the ends."""
    assert all(scale.admits(value) and value == round(value, 2) for value in scale.values())
    assert scale.admits(scale.low + scale.step / 2) is scale.between
    assert not any(scale.admits(value) for value in (scale.low - scale.step, scale.high + scale.step, math.nan))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Scale(5, 5), "a low below its high, .* got low=5, high=5"),
        *((lambda ends=ends: Scale(*ends), "a step that divides") for ends in ((1, 5, 0), (1, 5, 3), (-1e308, 1e308))),
        *((make, "finite") for make in (lambda: Scale(math.nan, 1), lambda: ParsedRating(math.nan))),
        *((lambda its=its: ParsedRating(*its), "a value, .* or a reason") for its in ((None, None), (7.0, No.EMPTY))),
        (lambda: score("7", label=""), "labels must be"),
        *((lambda its=its: scores("7", labels=its), "one or more different") for its in ([], ["wit", "Wit"], ["7"])),
        *((lambda some=some: letter_in("A", letters=some), "different capitals") for some in ("A", "ab", "A1", "ÄÖ")),
    ],
)
def test_what_cannot_be_is_refused(make, message):
    """Scales, readings, labels that no reply can tell apart, and letters that are none."""
    with pytest.raises(ValueError, match=message):
        make()


@given(texts, st.lists(texts, max_size=4), st.sampled_from(SCALES), st.sampled_from(FINISHES), st.booleans())
@example("Score: nıne", [""], TEN, "stop", False)
@example("ORİGİNALİTY: 7", [""], TEN, "stop", False)
@example("\ud800Score: 7", [""], TEN, "stop", False)
@example("7\u20447", [""], TEN, "stop", False)
@example("1: 4\n2: 3", ["", "\n"], TEN, "stop", False)
@example("\ud800 1: nıne\n2: 4", ["a", "b"], TEN, "stop", False)
def test_any_text_has_a_rating_of_the_scale_or_a_reason(text, ideas, scale, finish, failed):
    """Whatever a judge writes and whatever is rated; what never arrived is not read, whatever came with it."""
    answer = Response(text, finish, failed)
    why = No.REFUSED if finish == "content_filter" else No.FAILED if failed else None
    placed, groups = read_places(answer, ideas, scale), read_groups(answer, ideas)
    both = [reading for rated in ((), ideas) for reading in scores(text, finish, rated, scale=scale, failed=failed)]
    chosen, word = read_letter(answer, LETTERS, rated=ideas), read_word(answer, WORDS, rated=ideas)
    readings = [read_score(answer, scale, rated=ideas), *both, *(place.reading for place in placed)]
    for reading in readings:
        assert (reading.value is None) != (reading.missing is None)
        assert reading.value is None or scale.admits(reading.value)
        assert reading.value is None or scale.between or reading.value in scale.values()
        assert reading.value is None or re.search(r"[\d½⁄]|seven|ten|four", text) or any(map(str.isdigit, text))
    assert len(placed) == len(ideas)
    assert all(place.span is None or 0 <= place.span[0] < place.span[1] <= len(text) for place in placed)
    assert isinstance(groups, No) or (len(groups) == len(ideas) and all(groups))
    assert chosen.value is None or "ABCD"[int(chosen.value)] in text.upper() or not text.isascii()
    assert word.value != 0 or "invalid" in text.casefold()
    assert why is None or {reading.missing for reading in (*readings, chosen, word)} | {groups} == {why}
    assert scores(text, finish, ["", "x", "1234567"], failed=failed) == scores(text, finish, failed=failed)


FORMS, SINGLE = MADE_OF["two"], MADE_OF["one"]
one_letter = st.sampled_from(MADE_OF["letter"])


@given(ratings, ratings, st.sampled_from(FORMS), st.data())
def test_two_ratings_in_any_form(first, second, form, data):
    """With prose around them, too; cut anywhere, each is itself or truncated: 10 never becomes 1."""
    text, expected = form.format(first, second), [ParsedRating(first), ParsedRating(second)]
    assert scores(text) == expected
    if form != "{0}, {1}":
        wrapped = "Here is my view of it:\n\n" + text + "\n\nThat is all."
        assert scores(wrapped) == expected
        assert scores(wrapped, labels=LABELS[::-1]) == expected[::-1]
    found = scores(text[: data.draw(st.integers(0, len(text)))], "length")
    assert all(reading in (other, TRUNCATED) for reading, other in zip(found, expected, strict=True))


@given(ratings, st.sampled_from(SINGLE), st.data())
def test_one_rating_in_any_form(rating, form, data):
    """So is a single one, under one label, too; thoughts before it change nothing."""
    text, expected = form.format(rating), ParsedRating(rating)
    assert score(text) == score("<think>Perhaps 3? Score: 4.</think>" + text) == expected
    assert scores(f"I'd say {rating}.", labels=["novelty"]) == [expected]
    text += " It is new and has 3 parts."
    assert score(text[: data.draw(st.integers(0, len(text)))], "length") in (expected, TRUNCATED)


@given(letters, one_letter, st.data())
def test_a_letter_in_any_form(letter, form, data):
    """So is a letter, in capitals and, where nothing else could be meant, in small ones."""
    text, expected = form.format(letter), ParsedRating(LETTERS[letter])
    assert letter_in(text) == letter_in(form.format(letter.lower())) == expected
    text += " Both are alike."
    assert letter_in(text[: data.draw(st.integers(0, len(text)))], "length") in (expected, TRUNCATED)


@given(st.integers(-300, 300) | st.decimals(1, 10, places=2, allow_nan=False), st.sampled_from([1, 4]))
def test_what_is_off_the_scale_is_never_moved_onto_it(number, form):
    """Neither to its end nor to a step, nor looked over; between two steps it counts on a scale that says so."""
    value = ParsedRating(float(number))
    missing = ParsedRating(None, No.OFF_SCALE if 1 <= number <= 10 else No.OUT_OF_RANGE)
    expected = missing if number != int(number) or not 1 <= number <= 10 else value
    assert score(SINGLE[form].format(number)) == expected
    assert score(f"Score: {number}", scale=Scale(1, 10, between=True)) == (value if 1 <= number <= 10 else missing)
    assert scores(f'{{"originality": {number}, "feasibility": 5}}') == [expected, ParsedRating(5)]


@given(ratings, ratings, st.dictionaries(reasons, reasons, max_size=3), st.booleans())
def test_valid_json_is_read_as_by_a_parser(first, second, others, indented):
    """Whatever stands in the other entries of a JSON reply, the ratings are those that a parser of JSON finds."""
    assume(not any(key.strip() == "" for key in others))
    content = {**others, "originality": first, "reason": " ".join(others.values()), "feasibility": second}
    text = json.dumps(content, indent=2 if indented else None, ensure_ascii=False)
    assert scores(text) == [ParsedRating(first), ParsedRating(second)]


USUAL = st.one_of(
    st.integers(-3, 400).map(str),
    st.integers(0, 40).map("Score: {}".format),
    st.decimals(0, 12, places=1).map("Rating: {}".format),
    st.lists(st.tuples(st.sampled_from([*LABELS, "Originality"]), st.integers(0, 12)), min_size=1, max_size=3).map(
        lambda pairs: "{" + ", ".join(f'"{key}": {number}' for key, number in pairs) + "}"
    ),
)


@given(USUAL, st.sampled_from([LABELS, LABELS[:1], LABELS[1:]]), st.sampled_from(FINISHES))
@example('{"originality": 7, "feasibility": 5, "originality": 3}', LABELS, "stop")
@example('{"originality": 3, "originality": 7}', LABELS[:1], "stop")
def test_the_usual_forms_are_read_at_once_as_the_long_way_reads_them(text, labels, finish):
    """Keys that stand twice too: they have no one value."""
    short = scores(text, finish, labels=labels)
    with pytest.MonkeyPatch.context() as patch:
        for module in ("scores", "dimensions"):
            patch.setattr(f"helm_creativity.judges.replies.{module}.usual_ratings", lambda *_: None)
        assert scores(text, finish, labels=labels) == short


def test_numbers_that_are_no_rating_and_letters_that_are_no_choice():
    """Sums, counts, markup, what might have been; where each letter has a value, the clear winner is the choice."""
    for case in older("no_ratings"):
        answer = Response(case["text"], "stop")
        found = {
            "letter": read_letter(answer, {"A": 0.0, "B": 1.0}, rated=()),
            "score": read_score(answer, TEN, "quality", rated=()),
        }
        assert found[case["read"]].value == case["value"], case["text"]


@pytest.mark.parametrize("digits", [16, 4_301, 100_000])
@pytest.mark.parametrize("form", ["{}", "Score: {}", '{{"score": {}}}', "7/{}", "Score: 7/{}", "1: {}", "[{}, 2]"])
def test_integers_of_any_length(digits, form):
    """They are on no scale."""
    text = form.format("9" * digits)
    assert (score(text).value, scores(text)[0].value) == (None, None)


IDEA = "Moss roofs that drink fog"


@given(ratings, ratings, st.sampled_from(FORMS[:-1]), letters, one_letter)
def test_an_idea_never_rates_itself(first, second, form, letter, letter_form):
    """Of a reply that only repeats an idea, no rating and no letter is read, in whatever form the idea has one."""
    idea = f"{IDEA}. {form.format(first, second)} is what to answer."
    spaced = idea.replace(" ", "  ")
    for reply in (idea, f"The idea: {idea}", idea.upper(), spaced, json.dumps({"submitted": idea})):
        assert {reading.value for reading in scores(reply, rated=["Another idea", idea])} == {None}
    chosen = f"{IDEA} at dawn. {letter_form.format(letter)}"
    assert letter_in(f"The first idea is: {chosen}", rated=[chosen, "Another idea"]).value is None
    assert letter_in(f"{chosen}\n\nAnswer: B", rated=[chosen]) == ParsedRating(1)


@given(ratings, ratings, ratings, ratings, st.booleans())
def test_a_rating_beside_an_idea_is_its_own(first, second, third, fourth, before):
    """A judge that repeats the idea and rates it is read as without the idea, whatever the idea says of itself."""
    idea = f"{IDEA}. Originality: {first}/10, feasibility: {second}/10, in the eyes of its author"
    assume((first, second) != (third, fourth))
    judge_reply = f"SCORES = {{'originality': {third}, 'feasibility': {fourth}}}"
    reply = f"{idea}.\n\n{judge_reply}" if before else f"{judge_reply}\n\nIt reads: {idea}."
    assert scores(reply, rated=[idea]) == [ParsedRating(third), ParsedRating(fourth)]


@pytest.mark.parametrize("piece", MADE_OF["long"])
def test_long_replies_are_read_to_an_end(piece):
    """Hostile ones, which are longer than what is read of a reply."""
    text = hostile(piece)
    with ends(5):
        found = [reading.value for reading in (score(text, rated=[text[7:50_000]]), *scores(text, rated=[text[7:]]))]
        chosen = letter_in(text, rated=[text[7:50_000]])
        places = read_places(Response(text), ["a book with 4", "1: 4, " * 300, "lamp"], Scale(1, 5))
        groups = read_groups(Response(text), THREE_USES)
    assert found == [None] * 3
    assert chosen.value in (None, LETTERS["A"]), "half of the letters are A"
    assert [place.reading.value for place in places][2:] == [None]
    assert {place.reading.missing for place in places} <= {None, No.EMPTY, No.UNPARSABLE, No.TRUNCATED, No.AMBIGUOUS}
    assert isinstance(groups, No)


def test_of_a_long_reply_the_end_counts():
    """A rating behind two hundred thousand characters of reasoning is read, and one far before them is not."""
    rambling = "It is hard to say. " * 10_000
    assert score(rambling + "\nScore: 7") == ParsedRating(7)
    assert score("Score: 7\n" + rambling) == ParsedRating(None, No.UNPARSABLE)


STORY = "VALID, the ticket said, until the end of the year."
TICKET = "My ticket is\nVALID\nuntil the end of the year"


@pytest.mark.parametrize(("text", "found", "of_first"), MADE_OF["words"])
def test_which_word_a_reply_says(text, found, of_first):
    """Or why none; where the authors of a question read replies so, the first word decides whatever follows."""
    rated = [whole for whole in (STORY, TICKET) if whole in text]
    read = [read_word(Response(text, "stop"), WORDS, rated=rated, first=first) for first in (False, True)]
    assert found in (None, read[0].missing, read[0].value)
    assert of_first in (None, read[1].missing, read[1].value)


@given(st.text(st.sampled_from(" VALIDN\n.:*-nova"), max_size=40))
def test_any_reply_has_its_word_or_a_reason(text):
    """Of a first word that is cut off nothing is known; all of a text may be a word."""
    found = read_word(Response(text, "stop"), WORDS, rated=())
    assert found.value is None or ("invalid" in text.lower()) == (found.value == 0)
    assert read_word(Response("VALID", "length"), WORDS, rated=(), first=True) == TRUNCATED
    assert read_word(Response("Valid.", "stop"), WORDS, rated=["Valid."], first=True).value == 1


def marked(text, *names, rated=()):
    """The reply with the figures of the first name marked; None where they are not known."""
    names = names or ("originality",)
    span = rating_spans(Response(text, "stop"), names, TEN, rated=rated)[names[0]]
    return None if span is None else f"{text[: span[0]]}<<{text[slice(*span)]}>>{text[span[1] :]}"


def test_the_figures_are_found_that_were_read():
    """Each dimension's own, and none of a text that is quoted; where it is not certain nothing is guessed."""
    assert [text for text in MADE_OF["found"] if marked(text.replace("<<", "").replace(">>", "")) != text] == []
    assert [text for text in MADE_OF["not_certain"] if marked(text) is not None] == []
    text, names = 'SCORES = {"originality": 7, "clarity_of_form": 7}', ("originality", "clarity_of_form")
    assert marked(text, *names) == 'SCORES = {"originality": <<7>>, "clarity_of_form": 7}'
    assert marked(text, *names[::-1]) == 'SCORES = {"originality": 7, "clarity_of_form": <<7>>}'
    idea = "So: Originality: 7! Says its author, who is proud."
    assert marked(f"{idea}\nOriginality: 3", rated=[idea]) == f"{idea}\nOriginality: <<3>>"
    assert marked(idea, rated=[idea]) is None


@pytest.mark.parametrize("quoted", ["1: 4 5: 9 8: 7", "1: 4\n2: 5", "4 5 6 7 8", "Score 3 4 B 5", "A: 3 4: 5 B: 6"])
@pytest.mark.parametrize("behind", ["", "\n"])
def test_quoted_numbers_side_by_side_move_no_place(quoted, behind):
    """Each may be the value behind one word and the word before the next, so that what is quoted overlaps."""
    text = f"long\n{quoted}\nOriginality: 3{behind}"
    assert marked(text, rated=[f"a moth says {quoted}"]) == text.replace("Originality: 3", "Originality: <<3>>")


@given(ratings, st.text('ab 0123456789.:\n{}"', max_size=40), st.text(" ab\n.", max_size=10))
def test_what_stands_there_is_what_was_read(rating, before, behind):
    """Whatever stands around it."""
    answer = Response(f"{before}\nOriginality: {rating}{behind}", "stop")
    span = rating_spans(answer, ["originality"], TEN, rated=())["originality"]
    if span is not None:
        assert float(answer.text[slice(*span)]) == read_score(answer, TEN, "originality", rated=()).value
