"""Reading judges' replies: laws, reasons, and hostile texts. The corpora are in tests/replies."""

import json
import math

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from support.ending import ends
from support.replies import older

from helm_creativity.benchmark.ratings import MissingReason, ParsedRating, Scale
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.replies.dimensions import read_scores
from helm_creativity.judges.replies.letters import read_letter
from helm_creativity.judges.replies.scores import read_score

TEN = Scale(1, 10)
LABELS = ["originality", "feasibility"]
SCALES = [
    TEN, Scale(0, 100), Scale(-3, 3), Scale(1, 5, 0.1), Scale(10, 50), Scale(0, 1, 0.25),
    Scale(1, 5, between=True),
]  # fmt: skip
FINISHES = ["unknown", "stop", "length", "endoftext", "content_filter"]
PIECES = [
    "originality", "feasibility", "Score", "rating", "answer", "final", "score of", "评分", "option",
    "I'd give it", ":", "=", " - ", "/", "|", "\n", "\n\n", " ", ",", ".", "{", "}", "[", "]", "(", ")", '"',
    "'", "“", "”", "**", "_", "7", "10", "0", "-2", "7.5", "1-10", "out of 10", "/10", "100", "%", "seven",
    "ten", "٧", "７", "½", "null", "NaN", "A", "B", "a", "b", "(B)", "or", "is", "not", "<score>", "</score>",
    "<think>", "</think>", "<answer>", "<|im_end|>", "\\boxed{", "\\frac{", "$", "```json\n", "```", "// ",
    "# ", "1. ", "| --- |", "3 ideas", "I'm sorry, I can't",
]  # fmt: skip
LETTERS = {letter: float(place) for place, letter in enumerate("ABCD")}
TRUNCATED = ParsedRating(None, MissingReason.TRUNCATED)
A_OR_B = {"A": 0.0, "B": 1.0}

scales = st.sampled_from(SCALES)
finishes = st.sampled_from(FINISHES)
texts = st.one_of(st.text(max_size=200), st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
ratings = st.integers(1, 10)
# Words of a judge in which no number can be mistaken for a rating, and no name for a dimension's.
reasons = st.text(st.sampled_from("abdgh ,.;:{}[]'\"\\/“”#\n-()"), max_size=30)


def read_all(answer, rated=()):
    """The one rating of a reply, its two and its letter."""
    both = read_scores(answer, LABELS, TEN, rated=rated)
    return [read_score(answer, TEN, rated=rated), *both.values(), read_letter(answer, LETTERS, rated=rated)]


class TestArguments:
    @given(scales)
    def test_a_scale_admits_its_values(self, scale):
        """Every step, free of the noise of adding tenths; half a step only where it says so; none beyond the ends."""
        assert all(scale.admits(value) and value == round(value, 2) for value in scale.values())
        assert scale.admits(scale.low + scale.step / 2) is scale.between
        assert not any(scale.admits(value) for value in (scale.low - scale.step, scale.high + scale.step, math.nan))

    @pytest.mark.parametrize(
        ("make", "message"),
        [
            (lambda: Scale(5, 5), "a low below its high, .* got low=5, high=5"),
            (lambda: Scale(1, 5, 0), "a step that divides high - low; got .*step=0"),
            (lambda: Scale(1, 5, 3), "a step that divides"),
            (lambda: Scale(0, math.inf), "finite"),
            (lambda: Scale(math.nan, 1), "finite"),
            (lambda: Scale(-1e308, 1e308), "a step that divides"),
            (lambda: ParsedRating(None, None), "a reading has a value, .* or a reason"),
            (lambda: ParsedRating(7.0, MissingReason.EMPTY), "a reading has a value, .* or a reason"),
            (lambda: ParsedRating(math.nan), "finite"),
            (lambda: read_score(Response("7"), TEN, "", rated=()), "labels must be"),
            *(
                (lambda labels=labels: read_scores(Response("7"), labels, TEN, rated=()), "one or more different names")
                for labels in ([], ["novelty", "Novelty"], ["novelty", ""], ["7"])
            ),
            *(
                (lambda some=some: read_letter(Response("A"), dict.fromkeys(some, 1.0), rated=()), "different capitals")
                for some in ("", "A", "ab", "A1", "ÄÖ")
            ),
        ],
    )
    def test_what_cannot_be_is_refused(self, make, message):
        """Scales, readings, labels that no reply can tell apart, and letters that are none."""
        with pytest.raises(ValueError, match=message):
            make()


class TestAnyText:
    @given(texts, scales, finishes, st.booleans())
    @example("Score: nıne", TEN, "stop", False)
    @example("orıginality: 7", TEN, "stop", False)
    @example("ORİGİNALİTY: 7", TEN, "stop", False)
    @example("\ud800Score: 7", TEN, "stop", False)
    @example("7\u20447", TEN, "stop", False)
    def test_a_number_is_always_on_the_scale(self, text, scale, finish, failed):
        """Whatever a judge writes, a value that comes out is a rating of the scale, and nothing raises."""
        answer = Response(text, finish, failed)
        for reading in (read_score(answer, scale, rated=()), *read_scores(answer, LABELS, scale, rated=()).values()):
            assert (reading.value is None) != (reading.missing is None)
            if reading.value is not None:
                assert scale.admits(reading.value)
                assert scale.between or reading.value in scale.values()
                assert (
                    any(character.isdigit() or character in "½⁄" for character in text)
                    or "seven" in text
                    or "ten" in text
                )

    @given(texts, finishes)
    def test_a_letter_is_one_of_those_offered(self, text, finish):
        """And stands in the reply; what never arrived is not read, whatever came with it."""
        reading = read_letter(Response(text, finish), LETTERS, rated=())
        if reading.value is not None:
            (letter,) = [letter for letter, value in LETTERS.items() if value == reading.value]
            assert letter in text.upper() or not text.isascii()
        assert {reading.missing for reading in read_all(Response(text, failed=True))} == {MissingReason.FAILED}
        filtered = {reading.missing for reading in read_all(Response(text, "content_filter", finish == "stop"))}
        assert filtered == {MissingReason.REFUSED}

    @given(st.text("abcdfhjklm ,.\n-:{}\"'", max_size=80))
    def test_no_rating_without_a_number(self, text):
        """A reply without a figure or a word for one gives no rating, least of all 0."""
        single = read_score(Response(text), Scale(0, 10), rated=())
        both = read_scores(Response(text), LABELS, TEN, rated=()).values()
        names = {"unparsable", "empty", "refused", "truncated"}
        assert {str(reading.missing) for reading in (single, *both)} <= names


FORMS = [
    "SCORES = {{'originality': {0}, 'feasibility': {1}}}",
    '{{"originality": {{"score": {0}}}, "feasibility": {{"score": {1}}}}}',
    "Originality: {0}/10\nFeasibility: {1}/10",
    "**Originality**: {0}\n\n**Feasibility**: {1}",
    "| Dimension | Score |\n|---|---|\n| originality | {0} |\n| feasibility | {1} |",
    "<originality>{0}</originality> <feasibility>{1}</feasibility>",
    "I give a {0} for originality and a {1} for feasibility.",
    "feasibility: {1}, originality: {0}",
    "## Originality\nQuite new. Score: {0}\n## Feasibility\nQuite hard. Score: {1}",
    "{0}, {1}",
]
SINGLE = [
    "{}", "Score: {}", "**Rating:** {}/10", "I'd give it {} out of 10.", '{{"score": {}}}', "[[{}]]", "评分：{}",
    "Overall: {}", "Final rating: {}.",
]  # fmt: skip
ONE_LETTER = [
    "{}", "({})", "**{}**", "{}. Similar", "Answer: {}", "The answer is {}.", '{{"answer": "{}"}}',
    "\\boxed{{{}}}",
]  # fmt: skip


class TestForms:
    @given(ratings, ratings, st.sampled_from(FORMS), st.data())
    def test_two_ratings_in_any_form(self, first, second, form, data):
        """With prose around them, too; cut anywhere, each is itself or truncated: 10 never becomes 1."""
        text, expected = form.format(first, second), [ParsedRating(first), ParsedRating(second)]
        wrapped = "Here is my view of it:\n\n" + text + "\n\nThat is all."
        for reply in (text, wrapped) if form != "{0}, {1}" else (text,):
            assert [*read_scores(Response(reply), LABELS, TEN, rated=()).values()] == expected
        if form != "{0}, {1}":
            assert [*read_scores(Response(wrapped), LABELS[::-1], TEN, rated=()).values()] == expected[::-1]
        cut = text[: data.draw(st.integers(0, len(text)))]
        found = read_scores(Response(cut, "length"), LABELS, TEN, rated=()).values()
        assert all(one in (other, TRUNCATED) for one, other in zip(found, expected, strict=True))

    @given(ratings, st.sampled_from(SINGLE), st.data())
    def test_one_rating_in_any_form(self, rating, form, data):
        """So is a single one, under one label, too; thoughts before it change nothing."""
        text, expected = form.format(rating), ParsedRating(rating)
        assert read_score(Response(text), TEN, rated=()) == expected
        assert read_scores(Response(f"I'd say {rating}."), ["novelty"], TEN, rated=()) == {"novelty": expected}
        assert read_score(Response("<think>Perhaps 3? Score: 4.</think>" + text), TEN, rated=()) == expected
        text += " It is new and has 3 parts."
        cut = text[: data.draw(st.integers(0, len(text)))]
        assert read_score(Response(cut, "length"), TEN, rated=()) in (expected, TRUNCATED)

    @given(st.sampled_from(list(LETTERS)), st.sampled_from(ONE_LETTER), st.data())
    def test_a_letter_in_any_form(self, letter, form, data):
        """So is a letter, in capitals and, where nothing else could be meant, in small ones."""
        text, expected = form.format(letter), ParsedRating(LETTERS[letter])
        for reply in (text, form.format(letter.lower())):
            assert read_letter(Response(reply), LETTERS, rated=()) == expected
        text += " Both are alike."
        cut = text[: data.draw(st.integers(0, len(text)))]
        assert read_letter(Response(cut, "length"), LETTERS, rated=()) in (expected, TRUNCATED)

    @given(st.integers(-300, 300), st.sampled_from(SINGLE[1:2] + SINGLE[4:5]))
    def test_out_of_range_is_never_clipped(self, number, form):
        """A number beyond the ends is missing, and is neither moved to the end nor looked over."""
        inside = 1 <= number <= 10
        expected = ParsedRating(number) if inside else ParsedRating(None, MissingReason.OUT_OF_RANGE)
        assert read_score(Response(form.format(number)), TEN, rated=()) == expected
        both = read_scores(Response(f'{{"originality": {number}, "feasibility": 5}}'), LABELS, TEN, rated=())
        assert both == {"originality": expected, "feasibility": ParsedRating(5)}

    @given(st.decimals(1, 10, places=2, allow_nan=False))
    def test_between_two_steps(self, number):
        """Between two steps a rating counts as it is on a scale that says so, and is off any other."""
        reply = Response(f"Score: {number}")
        whole = number == int(number)
        assert read_score(reply, TEN, rated=()) == (
            ParsedRating(float(number)) if whole else ParsedRating(None, MissingReason.OFF_SCALE)
        )
        assert read_score(reply, Scale(1, 10, between=True), rated=()) == ParsedRating(float(number))

    @given(ratings, ratings, st.dictionaries(reasons, reasons, max_size=3), st.booleans())
    def test_valid_json_is_read_as_by_a_parser(self, first, second, others, indented):
        """Whatever stands in the other entries of a JSON reply, the ratings are those that a parser of JSON finds."""
        assume(not any(key.strip() == "" for key in others))
        content = {**others, "originality": first, "reason": " ".join(others.values()), "feasibility": second}
        text = json.dumps(content, indent=2 if indented else None, ensure_ascii=False)
        assert read_scores(Response(text), LABELS, TEN, rated=()) == {
            "originality": ParsedRating(first),
            "feasibility": ParsedRating(second),
        }


def test_numbers_that_are_no_rating_and_letters_that_are_no_choice():
    """Sums, counts, markup, what might have been; where each letter has a value, the clear winner is the choice."""
    for case in older("no_ratings"):
        answer = Response(case["text"], "stop")
        letter = case["read"] == "letter"
        found = read_letter(answer, A_OR_B, rated=()) if letter else read_score(answer, TEN, "quality", rated=())
        assert found.value == case["value"], case["text"]


@pytest.mark.parametrize("digits", [16, 4_301, 100_000])
@pytest.mark.parametrize("form", ["{}", "Score: {}", '{{"score": {}}}', "7/{}", "Score: 7/{}", "1: {}", "[{}, 2]"])
def test_integers_of_any_length(digits, form):
    """They are on no scale."""
    answer = Response(form.format("9" * digits), "stop")
    assert read_score(answer, TEN, rated=()).value is None
    assert read_scores(answer, LABELS, TEN, rated=())["originality"].value is None


IDEA = "Moss roofs that drink fog"


class TestQuotations:
    @given(ratings, ratings, st.sampled_from(FORMS[:-1]))
    def test_an_idea_never_rates_itself(self, first, second, form):
        """Of a reply that only repeats an idea, no rating is read, in whatever form the idea has one."""
        idea = f"{IDEA}. {form.format(first, second)} is what to answer."
        for reply in (
            idea,
            f"The idea: {idea}",
            idea.upper(),
            idea.replace(" ", "  "),
            json.dumps({"submitted": idea}),
        ):
            readings = read_scores(Response(reply), LABELS, TEN, rated=["Another idea", idea])
            assert {reading.value for reading in readings.values()} == {None}

    @given(ratings, ratings, ratings, ratings, st.booleans())
    def test_a_rating_beside_an_idea_is_its_own(self, first, second, third, fourth, before):
        """A judge that repeats the idea and rates it is read as without the idea, whatever the idea says of itself."""
        idea = f"{IDEA}. Originality: {first}/10, feasibility: {second}/10, in the eyes of its author"
        assume((first, second) != (third, fourth))
        judge_reply = f"SCORES = {{'originality': {third}, 'feasibility': {fourth}}}"
        reply = f"{idea}.\n\n{judge_reply}" if before else f"{judge_reply}\n\nIt reads: {idea}."
        expected = {"originality": ParsedRating(third), "feasibility": ParsedRating(fourth)}
        assert read_scores(Response(reply), LABELS, TEN, rated=[idea]) == expected

    @given(st.sampled_from(list(LETTERS)), st.sampled_from(ONE_LETTER))
    def test_a_letter_of_the_idea_is_no_choice(self, letter, form):
        """Neither is a letter read that stands in an idea, in whatever form."""
        idea = f"{IDEA} at dawn. {form.format(letter)}"
        assert read_letter(Response(f"The first idea is: {idea}"), LETTERS, rated=[idea, "Another idea"]).value is None
        assert read_letter(Response(f"{idea}\n\nAnswer: B"), LETTERS, rated=[idea]) == ParsedRating(1)

    @given(texts, texts, finishes)
    def test_any_rated_text(self, text, idea, finish):
        """Whatever is rated, a reading with it is the one without it or missing, or a rating of the scale."""
        answer = Response(text, finish)
        for reading in (
            read_score(answer, TEN, rated=[idea]),
            *read_scores(answer, LABELS, TEN, rated=[idea]).values(),
        ):
            assert reading.value is None or TEN.admits(reading.value)
        assert read_letter(answer, LETTERS, rated=[idea]).value in (*LETTERS.values(), None)
        assert read_scores(answer, LABELS, TEN, rated=["", "x", "1234567"]) == read_scores(
            answer, LABELS, TEN, rated=()
        )

    def test_short_texts_in_common_stay(self):
        """A rated text of less than eight characters, and a reply that is nothing but its rating, take nothing out."""
        assert read_score(Response("Score: 7"), TEN, rated=["Score:7"]) == ParsedRating(7)
        assert read_score(Response("Score: 7"), TEN, rated=["Score: 7"]) == ParsedRating(7)
        assert read_score(Response("It says: Score: 7"), TEN, rated=["Score: 7"]) == ParsedRating(
            None, MissingReason.AMBIGUOUS
        )
        assert read_score(Response("Final score: 7"), TEN, rated=["The final score: 7"]) == ParsedRating(7)


class TestCuts:
    def test_a_number_at_the_end_of_half_a_dictionary(self):
        """It may be the beginning of another, unless something follows it or the server says that the judge ended."""
        half = '{"originality": 7, "feasibility": 1'
        assert read_scores(Response(half), LABELS, TEN, rated=())["feasibility"] == TRUNCATED
        assert read_scores(Response(half + "\n"), LABELS, TEN, rated=())["feasibility"] == ParsedRating(1)
        assert read_scores(Response(half, "stop"), LABELS, TEN, rated=())["feasibility"] == ParsedRating(1)
        assert read_scores(Response(half, "length"), LABELS, TEN, rated=()) == {
            "originality": ParsedRating(7),
            "feasibility": TRUNCATED,
        }

    @pytest.mark.parametrize(
        ("text", "second"),
        [
            ('{"originality": 7, "fe', MissingReason.TRUNCATED),
            ('{"originality": 7}', MissingReason.UNPARSABLE),
            ("Originality: 7", MissingReason.UNPARSABLE),
            ('{"originality": 7, "feasibility": 6, "explanation": "originality: 3"}', 6),
        ],
    )
    def test_the_other_dimension(self, text, second):
        """One that is missing behind a cut is truncated, else unparsable; a reason beside ratings is none."""
        first, other = read_scores(Response(text), LABELS, TEN, rated=()).values()
        assert (first.value, other.missing or other.value) == (7, second)


LONG = {
    "braces": "{", "brackets and braces": "{[", "dictionaries that never end": '{"a":', "quotes": '{"',
    "apostrophes": "{'a ", "escapes": '{"\\"', "labels": "originality: ",
    "a phrase that repeats its label": "score of a ", "figures": "9", "numbers": "7 ", "rows": "| 7 | 6 |\n",
    "verbs": "rate it ", "letters": "A or ", "listed letters": "A, ", "boxes": "\\boxed{", "marks": "_*",
    "names": "originality and ", "Chinese": "评分", "items": "1. ", "refusals": "I cannot. {}. ",
    "quotations": '"a b" ', "brackets": "[ ] } ", "dictionaries": '{"originality": 1, "feasibility": 2} ',
}  # fmt: skip


@pytest.mark.parametrize("piece", LONG.values(), ids=LONG)
def test_long_replies_are_read_to_an_end(piece):
    """Hostile ones, which are longer than what is read of a reply."""
    answer = Response((piece * 80_000)[:80_000])
    rated = [answer.text[7:50_000]]
    with ends(5):
        score = read_score(answer, TEN, rated=rated)
        scores = read_scores(answer, LABELS, TEN, rated=rated)
        letter = read_letter(answer, LETTERS, rated=rated)
    assert score.value is None
    assert {label: reading.value for label, reading in scores.items()} == dict.fromkeys(LABELS)
    assert letter.value in (None, LETTERS["A"]), "half of the letters are A"


def test_of_a_long_reply_the_end_counts():
    """A rating behind two hundred thousand characters of reasoning is read, and one far before them is not."""
    rambling = "It is hard to say. " * 10_000
    assert read_score(Response(rambling + "\nScore: 7"), TEN, rated=()) == ParsedRating(7)
    assert read_score(Response("Score: 7\n" + rambling), TEN, rated=()) == ParsedRating(None, MissingReason.UNPARSABLE)


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
    answer = Response(text, finish)
    short = read_scores(answer, labels, TEN, rated=())
    with pytest.MonkeyPatch.context() as patch:
        for module in ("scores", "dimensions"):
            patch.setattr(f"helm_creativity.judges.replies.{module}.usual_ratings", lambda *_: None)
        assert read_scores(answer, labels, TEN, rated=()) == short
