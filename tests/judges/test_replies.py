"""One rating, several dimensions, a letter or a word from a judge's reply: laws. Corpora are in tests/replies."""

import json
import math
import re

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from support.ending import ends
from support.replies import older

from helm_creativity.benchmark.ratings import MissingReason, ParsedRating, Scale
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.replies.dimensions import rating_spans, read_scores
from helm_creativity.judges.replies.letters import read_letter
from helm_creativity.judges.replies.scores import read_score
from helm_creativity.judges.replies.text import own_words
from helm_creativity.judges.replies.words import read_word

No = MissingReason
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
WORDS = {"VALID": 1.0, "INVALID": 0.0}
TRUNCATED = ParsedRating(None, No.TRUNCATED)

texts = st.one_of(st.text(max_size=200), st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
ratings = st.integers(1, 10)
letters = st.sampled_from(list(LETTERS))
# Words of a judge in which no number can be mistaken for a rating, and no name for a dimension's.
reasons = st.text(st.sampled_from("abdgh ,.;:{}[]'\"\\/“”#\n-()"), max_size=30)


def scores(text, finish="unknown", rated=(), labels=LABELS, scale=TEN):
    """The readings of the dimensions."""
    return list(read_scores(Response(text, finish), labels, scale, rated=rated).values())


def score(text, finish="unknown", rated=(), scale=TEN):
    return read_score(Response(text, finish), scale, rated=rated)


def letter_in(text, finish="unknown", rated=()):
    return read_letter(Response(text, finish), LETTERS, rated=rated)


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
        (lambda: Scale(1, 5, 0), "a step that divides high - low; got .*step=0"),
        (lambda: Scale(1, 5, 3), "a step that divides"),
        (lambda: Scale(math.nan, 1), "finite"),
        (lambda: Scale(-1e308, 1e308), "a step that divides"),
        (lambda: ParsedRating(None, None), "a reading has a value, .* or a reason"),
        (lambda: ParsedRating(7.0, No.EMPTY), "a reading has a value, .* or a reason"),
        (lambda: ParsedRating(math.nan), "finite"),
        (lambda: read_score(Response("7"), TEN, "", rated=()), "labels must be"),
        *(
            (lambda labels=labels: scores("7", labels=labels), "one or more different names")
            for labels in ([], ["novelty", "Novelty"], ["novelty", ""], ["7"])
        ),
        *(
            (lambda some=some: read_letter(Response("A"), dict.fromkeys(some, 1.0), rated=()), "different capitals")
            for some in ("", "A", "ab", "A1", "ÄÖ")
        ),
    ],
)
def test_what_cannot_be_is_refused(make, message):
    """Scales, readings, labels that no reply can tell apart, and letters that are none."""
    with pytest.raises(ValueError, match=message):
        make()


@given(texts, texts, st.sampled_from(SCALES), st.sampled_from(FINISHES), st.booleans())
@example("Score: nıne", "", TEN, "stop", False)
@example("orıginality: 7", "", TEN, "stop", False)
@example("ORİGİNALİTY: 7", "", TEN, "stop", False)
@example("\ud800Score: 7", "", TEN, "stop", False)
@example("7\u20447", "", TEN, "stop", False)
def test_any_text_has_a_rating_of_the_scale_or_a_reason(text, idea, scale, finish, failed):
    """Whatever a judge writes and whatever is rated; what never arrived is not read, whatever came with it."""
    answer = Response(text, finish, failed)
    why = No.REFUSED if finish == "content_filter" else No.FAILED if failed else None
    for rated in ((), [idea]):
        both = read_scores(answer, LABELS, scale, rated=rated).values()
        chosen = read_letter(answer, LETTERS, rated=rated)
        for reading in (read_score(answer, scale, rated=rated), *both):
            assert (reading.value is None) != (reading.missing is None)
            assert reading.value is None or scale.admits(reading.value)
            assert reading.value is None or scale.between or reading.value in scale.values()
            assert reading.value is None or re.search(r"[\d½⁄]|seven|ten", text) or any(map(str.isdigit, text))
        assert chosen.value is None or "ABCD"[int(chosen.value)] in text.upper() or not text.isascii()
        assert why is None or {reading.missing for reading in (*both, chosen)} == {why}
    assert read_scores(answer, LABELS, scale, rated=["", "x", "1234567"]) == read_scores(
        answer, LABELS, scale, rated=()
    )


@given(st.text("abcdfhjklm ,.\n-:{}\"'", max_size=80))
def test_no_rating_without_a_number(text):
    """A reply without a figure or a word for one gives no rating, least of all 0."""
    found = (score(text, scale=Scale(0, 10)), *scores(text))
    assert {str(reading.missing) for reading in found} <= {"unparsable", "empty", "refused", "truncated"}


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
one_letter = st.sampled_from(ONE_LETTER)


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


@given(st.integers(-300, 300), st.sampled_from(SINGLE[1:2] + SINGLE[4:5]))
def test_out_of_range_is_never_clipped(number, form):
    """A number beyond the ends is missing, and is neither moved to the end nor looked over."""
    expected = ParsedRating(number) if 1 <= number <= 10 else ParsedRating(None, No.OUT_OF_RANGE)
    assert score(form.format(number)) == expected
    assert scores(f'{{"originality": {number}, "feasibility": 5}}') == [expected, ParsedRating(5)]


@given(st.decimals(1, 10, places=2, allow_nan=False))
def test_between_two_steps(number):
    """Between two steps a rating counts as it is on a scale that says so, and is off any other."""
    expected = ParsedRating(float(number)) if number == int(number) else ParsedRating(None, No.OFF_SCALE)
    assert score(f"Score: {number}") == expected
    assert score(f"Score: {number}", scale=Scale(1, 10, between=True)) == ParsedRating(float(number))


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


@given(ratings, ratings, st.sampled_from(FORMS[:-1]))
def test_an_idea_never_rates_itself(first, second, form):
    """Of a reply that only repeats an idea, no rating is read, in whatever form the idea has one."""
    idea = f"{IDEA}. {form.format(first, second)} is what to answer."
    spaced = idea.replace(" ", "  ")
    for reply in (idea, f"The idea: {idea}", idea.upper(), spaced, json.dumps({"submitted": idea})):
        assert {reading.value for reading in scores(reply, rated=["Another idea", idea])} == {None}


@given(ratings, ratings, ratings, ratings, st.booleans())
def test_a_rating_beside_an_idea_is_its_own(first, second, third, fourth, before):
    """A judge that repeats the idea and rates it is read as without the idea, whatever the idea says of itself."""
    idea = f"{IDEA}. Originality: {first}/10, feasibility: {second}/10, in the eyes of its author"
    assume((first, second) != (third, fourth))
    judge_reply = f"SCORES = {{'originality': {third}, 'feasibility': {fourth}}}"
    reply = f"{idea}.\n\n{judge_reply}" if before else f"{judge_reply}\n\nIt reads: {idea}."
    assert scores(reply, rated=[idea]) == [ParsedRating(third), ParsedRating(fourth)]


@given(letters, one_letter)
def test_a_letter_of_the_idea_is_no_choice(letter, form):
    """Neither is a letter read that stands in an idea, in whatever form."""
    idea = f"{IDEA} at dawn. {form.format(letter)}"
    assert letter_in(f"The first idea is: {idea}", rated=[idea, "Another idea"]).value is None
    assert letter_in(f"{idea}\n\nAnswer: B", rated=[idea]) == ParsedRating(1)


def test_short_texts_in_common_stay():
    """A rated text of less than eight characters, and a reply that is nothing but its rating, take nothing out."""
    assert score("Score: 7", rated=["Score:7"]) == score("Score: 7", rated=["Score: 7"]) == ParsedRating(7)
    assert score("It says: Score: 7", rated=["Score: 7"]) == ParsedRating(None, No.AMBIGUOUS)
    assert score("Final score: 7", rated=["The final score: 7"]) == ParsedRating(7)


@pytest.mark.parametrize(
    ("text", "finish", "second"),
    [
        # A number at the end of half a dictionary may be the beginning of another.
        ('{"originality": 7, "feasibility": 1', "unknown", No.TRUNCATED),
        ('{"originality": 7, "feasibility": 1\n', "unknown", 1),
        ('{"originality": 7, "feasibility": 1', "stop", 1),
        ('{"originality": 7, "feasibility": 1', "length", No.TRUNCATED),
        ('{"originality": 7, "fe', "unknown", No.TRUNCATED),
        ('{"originality": 7}', "unknown", No.UNPARSABLE),
        ("Originality: 7", "unknown", No.UNPARSABLE),
        ('{"originality": 7, "feasibility": 6, "explanation": "originality: 3"}', "unknown", 6),
    ],
)
def test_what_is_missing_behind_a_cut_is_truncated(text, finish, second):
    """Else unparsable; a reason beside ratings is none."""
    first, other = scores(text, finish)
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
    text = (piece * 80_000)[:80_000]
    with ends(5):
        found = [reading.value for reading in (score(text, rated=[text[7:50_000]]), *scores(text, rated=[text[7:]]))]
        chosen = letter_in(text, rated=[text[7:50_000]])
    assert found == [None] * 3
    assert chosen.value in (None, LETTERS["A"]), "half of the letters are A"


def test_of_a_long_reply_the_end_counts():
    """A rating behind two hundred thousand characters of reasoning is read, and one far before them is not."""
    rambling = "It is hard to say. " * 10_000
    assert score(rambling + "\nScore: 7") == ParsedRating(7)
    assert score("Score: 7\n" + rambling) == ParsedRating(None, No.UNPARSABLE)


SORRY, STORY = "I'm sorry, but I can't help with that.", "VALID, the ticket said, until the end of the year."


def word_in(text, *rated, first=False, **more):
    found = read_word(Response(text, **{"finish_reason": "stop", **more}), WORDS, rated=rated, first=first)
    return found.missing if found.value is None else found.value


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize(
    "form",
    [
        *("{}", " {}.\n", "**{}**", '"{}"', "{} - it names a use.", "{}, if a plain one", "Answer: {}"),
        *("My final answer is: **{}**", "It names a use.\n\n{}", '{{"answer": "{}"}}'),
        "<think>INVALID? VALID?</think>{}",
    ],
)
def test_a_word_that_stands_for_itself_is_read(form, word):
    """In capitals or not."""
    assert word_in(form.format(word)) == word_in(form.format(word.lower())) == WORDS[word]


@pytest.mark.parametrize(
    ("text", "found", "of_first"),
    [
        *(("", No.EMPTY, No.EMPTY), (SORRY, No.REFUSED, No.REFUSED)),
        *(
            (text, No.UNPARSABLE, No.UNPARSABLE)
            for text in ("This is not a valid attempt.", "Valid attempt? No.", "Validity is high", "It is VALID.")
        ),
        ("Valid attempts differ from this one.", No.UNPARSABLE, No.UNPARSABLE),
        ("VALID or INVALID", No.AMBIGUOUS, ...),
        ("VALID\n\nINVALID", No.AMBIGUOUS, 1),
        ("VALID, but also INVALID.", No.AMBIGUOUS, ...),
        ("VALID. It is not invalid.", ..., 1),
        ("**Invalid**, though valid uses\nexist", ..., 0),
        ("invalid\nVALID would be wrong", ..., 0),
        ("VALID  The use is plain.", ..., 1),
        ("<think>VALID?</think>Invalid: no use.", 0, 0),
    ],
)
def test_which_word_a_reply_says(text, found, of_first):
    """Or why none; where the authors of a question read replies so, the first word decides whatever follows."""
    assert found is ... or word_in(text) == found
    assert of_first is ... or word_in(text, first=True) == of_first


def test_what_a_reply_repeats_is_no_word():
    """A response may hold the word that it wants, or begin with it; nor is one that was truncated."""
    ticket = "My ticket is\nVALID\nuntil the end of the year"
    assert word_in(f"The response is:\n{ticket}", ticket) == No.AMBIGUOUS
    for reply in (STORY, f"{STORY}\nINVALID.", f"*{STORY}* is valid"):
        assert word_in(reply, STORY, first=True) == No.AMBIGUOUS
    assert word_in("VALID", "VALID") == word_in("Valid.", "Valid.", first=True) == 1.0
    assert word_in("VALID", failed=True) == No.FAILED
    assert word_in("", finish_reason="content_filter") == No.REFUSED
    assert word_in("VALID", first=True, finish_reason="length") == No.TRUNCATED


@given(st.text(st.sampled_from(" VALIDN\n.:*-nova"), max_size=40))
def test_any_reply_has_its_word_or_a_reason(text):
    found = word_in(text)
    assert isinstance(found, No) or ("invalid" in text.lower()) == (found == 0.0)


def marked(text, *names, rated=()):
    """The reply with the figures of the first name marked; None where they are not known."""
    names = names or ("originality",)
    span = rating_spans(Response(text, "stop"), names, TEN, rated=rated)[names[0]]
    return None if span is None else f"{text[: span[0]]}<<{text[slice(*span)]}>>{text[span[1] :]}"


FOUND = [
    *("<<7>>", "**<<7>>**", "Score: <<7>>", "Score: <<7>>/10", "Score: <<10>>", "Originality: <<7>>. It has 7 parts."),
    *("**Originality**: <<7>>", "In 7 words. Rating: <<7>>", '{"originality": <<7>>}', "$\\boxed{<<7>>}$"),
    'Of 7 parts:\n\n```json\n{"reason": "7 parts", "originality": <<7>>}\n```',
    *("<think>originality: 7, or 7?</think>Originality: <<7>>", "Ünique — originality: <<７>>"),
]
NOT_CERTAIN = [
    *("", "seven", "7 or 8", "Originality: 7.5", "<think>7</think>", "originality: 17", "② 7\nScore: 7"),
    '{"originality": {"score": 7}}',
]


def test_the_figures_are_found_that_were_read():
    """Each dimension's own, and none of a text that is quoted; where it is not certain nothing is guessed."""
    assert [text for text in FOUND if marked(text.replace("<<", "").replace(">>", "")) != text] == []
    assert [text for text in NOT_CERTAIN if marked(text) is not None] == []
    text, names = 'SCORES = {"originality": 7, "clarity_of_form": 7}', ("originality", "clarity_of_form")
    assert marked(text, *names) == 'SCORES = {"originality": <<7>>, "clarity_of_form": 7}'
    assert marked(text, *names[::-1]) == 'SCORES = {"originality": 7, "clarity_of_form": <<7>>}'
    idea = "So: Originality: 7! Says its author, who is proud."
    assert marked(f"{idea}\nOriginality: 3", rated=[idea]) == f"{idea}\nOriginality: <<3>>"
    assert marked(idea, rated=[idea]) is None


@pytest.mark.parametrize("quoted", ["1: 4 5: 9 8: 7", "1: 4\n2: 5", "4 5 6 7 8", "Score 3 4 B 5", "A: 3 4: 5 B: 6"])
@pytest.mark.parametrize("rating", ["", "\nOriginality: 3", "\nOriginality: 3\n"])
def test_quoted_numbers_side_by_side_move_no_place(quoted, rating):
    """Each may be the value behind one word and the word before the next, so that what is quoted overlaps."""
    text, rated = f"long\n{quoted}{rating}", [f"a moth says {quoted}"]
    own = own_words(Response(text, "stop"), rated)
    assert len(own.text) == len(own.reply.text)
    if rating:
        assert marked(text, rated=rated) == text.replace("Originality: 3", "Originality: <<3>>")


@given(ratings, st.text('ab 0123456789.:\n{}"', max_size=40), st.text(" ab\n.", max_size=10))
def test_what_stands_there_is_what_was_read(rating, before, behind):
    """Whatever stands around it."""
    answer = Response(f"{before}\nOriginality: {rating}{behind}", "stop")
    span = rating_spans(answer, ["originality"], TEN, rated=())["originality"]
    if span is not None:
        assert float(answer.text[slice(*span)]) == read_score(answer, TEN, "originality", rated=()).value
