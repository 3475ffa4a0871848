"""From answers in twelve languages to S-DAT scores and reasons; and how the baselines answer."""

import itertools

import pytest
from support.benchmarks import scorer_of
from support.tongues import LANGUAGES, nouns, words

from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.errors import BadArguments

BENCHMARK = get_benchmark("sdat")
CARD = BENCHMARK.card
ASKED = BENCHMARK.options["asked"].allowed
SCORES = [f"score_{language}" for language in LANGUAGES]


def scorer_under(embedding, asked=10):
    """The scorer of responses to prompts for so many words."""
    return scorer_of("sdat", embedding=embedding, asked=asked)


@pytest.fixture(scope="module")
def scorer(many_tongues):
    return scorer_under(many_tongues)


def row(language, given):
    """One response, as text or as words."""
    fields = {"language": language}
    return Sample(Response(given), fields) if isinstance(given, str) else Sample(None, {**fields, "words": given})


def one(scorer, language, given):
    return scorer.score([row(language, given)])[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reference_answer_scores_100_in_every_language(scorer, language):
    """All nouns of the table, ten by ten, in their own script; the score is also that of its language and no other."""
    for start in range(0, len(nouns()) - 9, 10):
        ten = words(language, 10, start)
        found = one(scorer, language, "\n".join(ten))
        assert found.score == pytest.approx(100)
        assert found.details["scored_words"] == [word.lower() for word in ten]
        known = {name: found.submetrics[name] for name in SCORES if found.submetrics[name] is not None}
        assert known == {f"score_{language}": found.score}


@pytest.mark.parametrize("asked", ASKED)
def test_words_are_scored_up_to_the_number_asked_of_which_five_may_be_missing(many_tongues, asked):
    """The first so many, and all of them; how many came is reported."""
    scorer = scorer_under(many_tongues, asked)
    few, enough = (one(scorer, "nl", ["zzz", *words("nl", asked - missing)]) for missing in (6, 5))
    assert (few.score, few.failure_reason) == (None, FailureReason.TOO_FEW_VALID)
    assert {few.submetrics[name] for name in SCORES} == {None}
    assert enough.score == pytest.approx(100)
    # All behind the number asked are translations of the first, and would lower the score.
    answer = [*words("it", asked), *words("cs", 4)]
    found = one(scorer, "it", answer)
    assert found.score == pytest.approx(100)
    assert found.details["scored_words"] == words("it", asked)
    assert (found.submetrics["n_valid"], found.submetrics["wrong_count_rate"]) == (asked + 4, 1)
    assert one(scorer, "it", answer[:asked]).submetrics["wrong_count_rate"] == 0
    last = one(scorer, "it", [*words("it", asked - 1), *words("cs", 1)])
    pairs = asked * (asked - 1) / 2
    assert last.score == pytest.approx(100 * (pairs - 1) / pairs)


def test_a_single_character_is_a_word_where_the_script_writes_words_with_one(scorer):
    """A Han character or a Hangul syllable; neither a Latin letter nor a kana, though they have vectors here."""
    for language in ("ja", "zh", "ko"):
        short = [word for noun in nouns() if len(word := noun[language]) == 1][:10]
        assert one(scorer, language, short).score == pytest.approx(100)
    found = one(scorer, "ja", ["x", "か", *words("ja", 8)])
    assert found.details["unknown_entries"] == ["x", "か"]
    assert found.submetrics["unknown_rate"] == pytest.approx(0.2)
    assert found.submetrics["n_valid"] == 8


@pytest.mark.parametrize(
    ("language", "word", "others"),
    [
        ("de", "Wasser", ["wasser", "WASSER", "Ｗａｓｓｅｒ", "»Wasser«"]),
        ("es", "árbol", ["a\u0301rbol", "ÁRBOL"]),
        ("ar", "ماء", ["مَاء", "مـاء"]),
        ("ko", "산", ["\u1109\u1161\u11ab"]),
        ("ja", "パン", ["ﾊﾟﾝ"]),
    ],
)
def test_words_that_are_one_after_normalisation_are_repetitions(scorer, language, word, others):
    """Case, width, composition, vowel signs; the first counts, the others are counted."""
    rest = [other for other in words(language, 9, 3) if other != word][:8]
    found = one(scorer, language, [word, *others, *rest])
    assert found.details["repeated_entries"] == others
    assert found.submetrics["repeated_rate"] == pytest.approx(len(others) / (1 + len(others) + len(rest)))
    assert found.submetrics["n_valid"] == 1 + len(rest)
    assert found.score == pytest.approx(100)


def test_in_the_mean_of_languages_every_language_weighs_the_same(many_tongues):
    """However many of its answers could be scored; without one in a language that was asked there is none."""
    scorer = scorer_under(many_tongues)
    near = [noun["en"] for noun in nouns()[:7]]
    rows = [row("en", words("en", 10)), row("en", near), row("de", words("de", 10))]
    rows.append(row("de", []))
    found = scorer.score(rows)
    scores = [outcome.score for outcome in found]
    assert scores[3] is None
    expected = ((scores[0] + scores[1]) / 2 + scores[2]) / 2
    assert scorer.score_run(rows, found) == {"mean_of_languages": pytest.approx(expected)}
    rows.append(row("fr", []))
    assert scorer.score_run(rows, scorer.score(rows)) == {"mean_of_languages": None}


def test_the_builtin_table_scores_english_only():
    """Words of another language that are spelt like English ones would be taken for them."""
    with pytest.raises(BadArguments, match="the built-in table knows English only, got de, fr"):
        scorer_under("builtin").score([row(name, words(name, 10)) for name in ("fr", "de", "en")])


def constrained(constraint, embedding, **asked):
    """The scorer of a run whose prompts have a constraint."""
    return BENCHMARK.scorer(BENCHMARK.settings_type("mctb2025", embedding=embedding, constraint=constraint, **asked))


@pytest.mark.parametrize(
    ("constraint", "given", "expected"),
    [
        ("edible", ["bread", "Apples", "ice cream", "hammer", "idea", "cheese", "soup", "pizza"], 6 / 8),
        ("tool", ["hammers", "scissors", "bread", "idea", "screwdriver"], 3 / 5),
        ("sound", ["bell", "piano", "thunder", "idea", "bread"], 3 / 5),
        ("under_ten_dollars", ["pencil", "bread", "candle", "idea", "tractor"], 3 / 5),
        ("none", ["bread", "rice", "idea", "hammer", "drum"], None),
    ],
)
def test_words_that_obey_the_constraint_are_counted_and_move_no_score(constraint, given, expected):
    scorer = constrained(constraint, "builtin", items="en")
    found = one(scorer, "en", ", ".join(given))
    assert found.submetrics["obeying_rate"] == (pytest.approx(expected) if expected is not None else None)
    usual = one(scorer_under("builtin"), "en", ", ".join(given))
    assert found.score == usual.score > 0


def test_wordnets_classes_find_the_everyday_nouns():
    """As the card says; the labels of the table were given by hand."""
    found = {}
    for constraint in ("edible", "tool", "sound", "under_ten_dollars"):
        obeying = constrained(constraint, "builtin").obeying
        pairs = [(noun[constraint] == "1", noun["en"] in obeying) for noun in nouns()]
        found[constraint] = [pairs.count(pair) for pair in ((True, True), (True, False), (False, True))]
    expected = {"edible": [36, 0, 6], "tool": [25, 5, 10], "sound": [32, 11, 2], "under_ten_dollars": [46, 13, 10]}
    assert found == expected
    said = "all 36 edible ones, 25 of 30 tools, 32 of 43 that make a sound and 46 of 59 that cost less than ten dollars"
    assert f"{said}, and 6, 10, 2 and 10 of the others" in " ".join(CARD.deviations)


CONSTRAINTS = BENCHMARK.options["constraint"].allowed


@pytest.mark.parametrize(("asked", "constraint"), list(itertools.product(ASKED, CONSTRAINTS)))
@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_every_prompt_is_answered_in_its_language(many_tongues, strategy, asked, constraint):
    """With as many nouns as asked, all of which fulfil the constraint and are scored, of the same concepts in each."""
    scorer, concepts = scorer_under(many_tongues, asked), set()
    for language in LANGUAGES:
        fitting = {noun[language]: i for i, noun in enumerate(nouns()) if noun[constraint] == "1"}
        prompt = BENCHMARK.render(f"{language}_own", n_words=asked, constraint=constraint).text
        reply = baseline_response(BENCHMARK, prompt, CHOOSERS[strategy]("builtin", 1))
        concepts.add(tuple(fitting[word] for word in reply.split("\n")))
        found = one(scorer, language, reply)
        assert (found.score, found.submetrics["n_valid"]) == (pytest.approx(100), asked)
        assert found.submetrics["wrong_count_rate"] == 0
    (numbers,) = concepts
    assert len(numbers) == len(set(numbers)) == asked
