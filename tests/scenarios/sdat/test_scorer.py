"""From answers in twelve languages to S-DAT scores and reasons."""

import argparse
import hashlib
import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.tongues import SORRY, words

from helm_creativity.embeddings.builtin import builtin
from helm_creativity.embeddings.registry import check_embeddings
from helm_creativity.errors import BadArguments
from helm_creativity.responses import Answer, Unscored
from helm_creativity.rooms import Row, render
from helm_creativity.scenarios.sdat.measure import sdat
from helm_creativity.scenarios.sdat.protocols import ASKED, CONSTRAINTS, LANGUAGES, nouns
from helm_creativity.scenarios.sdat.scorer import (
    CARD,
    HERE,
    SdatScorer,
    prompts_of,
    row_of,
    scorer_of,
    signature_of,
)

SCORES = [f"score_{language}" for language in LANGUAGES]


@pytest.fixture(scope="module")
def scorer(many_tongues):
    return SdatScorer(10, many_tongues)


def row(language, text=None, given_words=None, **answer):
    """One answer, as text or as words."""
    fields = {"language": language}
    return Row(Answer(text, **answer), fields) if given_words is None else Row(None, {**fields, "words": given_words})


def one(scorer, language, text=None, given_words=None, **answer):
    """The outcome of one answer."""
    return scorer.score([row(language, text, given_words, **answer)])[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_oracle_scores_100_in_every_language(scorer, language):
    """All nouns of the table, ten by ten, in their own script."""
    for start in range(0, len(nouns()) - 9, 10):
        ten = words(language, 10, start)
        outcome = one(scorer, language, "\n".join(ten))
        assert outcome.score == pytest.approx(100)
        assert outcome.details["scored_words"] == [word.lower() for word in ten]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_score_is_also_that_of_its_language(scorer, language):
    """And of no other; an answer that is not scored is the score of none."""
    outcome = one(scorer, language, given_words=words(language, 10))
    assert {name for name in SCORES if outcome.facets[name] is not None} == {f"score_{language}"}
    assert outcome.facets[f"score_{language}"] == outcome.score
    few = one(scorer, language, given_words=words(language, 6))
    assert (few.score, few.unscored) == (None, Unscored.TOO_FEW_VALID)
    assert {few.facets[name] for name in SCORES} == {None}


def test_languages_of_one_batch_keep_their_places(scorer):
    """All are embedded at once."""
    # A word and its translation have one direction: of 45 pairs n have no distance.
    answers = [[*words(language, 10 - n), *words("ko", n)] for n, language in enumerate(["de", "ja", "ar", "cs"])]
    rows = [
        row(language, given_words=answer) for language, answer in zip(["de", "ja", "ar", "cs"], answers, strict=True)
    ]
    outcomes = scorer.score(rows)
    for n, (language, outcome) in enumerate(zip(["de", "ja", "ar", "cs"], outcomes, strict=True)):
        assert outcome.score == pytest.approx(100 * (45 - n) / 45)
        assert outcome.facets[f"score_{language}"] == outcome.score


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("de", "{numbers}"),
        ("ja", "{pauses}"),
        ("zh", "{commas}"),
        ("ja", "承知しました。以下は10個の単語です。\n\n{numbers}\n\nご不明な点がございましたら、お知らせください。"),
        ("ar", "بالتأكيد! إليك 10 كلمات:\n{numbers}"),
        ("cs", "```json\n{json}\n```\nDoufám, že vám to pomůže!"),
        ("ko", "<think>{pauses}</think>네, 알겠습니다.\n\n{numbers}"),
    ],
)
def test_a_chatty_answer_equals_the_bare_one(scorer, language, text):
    """What stands around the words does not move the score."""
    ten = words(language, 10)
    chatty = text.format(
        numbers="\n".join(f"{i}. **{word}**" for i, word in enumerate(ten, 1)),
        pauses="、".join(ten),
        commas="，".join(ten),
        json=json.dumps(ten),
    )
    bare = one(scorer, language, "\n".join(ten))
    assert one(scorer, language, chatty) == bare
    assert bare.facets["n_valid"] == 10


def test_a_single_character_is_a_word_where_the_script_writes_words_with_one(scorer):
    """A Han character or a Hangul syllable; neither a Latin letter nor a kana, though they have vectors here."""
    for language in ("ja", "zh", "ko"):
        short = [word for noun in nouns() if len(word := noun.words[language]) == 1][:10]
        assert one(scorer, language, given_words=short).score == pytest.approx(100)
    outcome = one(scorer, "ja", given_words=["x", "か", *words("ja", 8)])
    assert outcome.details["unknown_entries"] == ["x", "か"]
    assert outcome.facets["unknown_rate"] == pytest.approx(0.2)
    assert outcome.facets["n_valid"] == 8


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
    outcome = one(scorer, language, given_words=[word, *others, *rest])
    assert outcome.details["repeated_entries"] == others
    assert outcome.facets["repeated_rate"] == pytest.approx(len(others) / (1 + len(others) + len(rest)))
    assert outcome.facets["n_valid"] == 1 + len(rest)
    assert outcome.score == pytest.approx(100)


def test_accents_are_kept():
    """Under the built-in table, which knows no accents, a German word stays unknown."""
    outcome = one(SdatScorer(10, "builtin"), "en", given_words=["Bär", "Äpfel", *words("en", 7)])
    assert outcome.details["unknown_entries"] == ["Bär", "Äpfel"]


@pytest.mark.parametrize(("n", "score"), [(6, None), (7, 100), (9, 100), (10, 100)])
@pytest.mark.parametrize("asked", ASKED)
def test_seven_valid_words_are_enough(many_tongues, asked, n, score):
    """Of ten as of 25."""
    outcome = one(SdatScorer(asked, many_tongues), "nl", given_words=["zzz", *words("nl", n)])
    assert outcome.score == (None if score is None else pytest.approx(score))
    assert outcome.unscored is (Unscored.TOO_FEW_VALID if score is None else None)


@pytest.mark.parametrize("asked", ASKED)
def test_valid_words_are_scored_up_to_the_number_asked(many_tongues, asked):
    """The first so many; how many came is reported."""
    scorer = SdatScorer(asked, many_tongues)
    # All behind the number asked are translations of the first, and would lower the score.
    answer = [*words("it", asked), *words("cs", 4)]
    outcome = one(scorer, "it", given_words=answer)
    assert outcome.score == pytest.approx(100)
    assert outcome.details["scored_words"] == words("it", asked)
    assert (outcome.facets["n_valid"], outcome.facets["wrong_count_rate"]) == (asked + 4, 1)
    assert one(scorer, "it", given_words=answer[:asked]).facets["wrong_count_rate"] == 0
    # All of those asked are scored, not only as many as are needed.
    last = one(scorer, "it", given_words=[*words("it", asked - 1), *words("cs", 1)])
    pairs = asked * (asked - 1) / 2
    assert last.score == pytest.approx(100 * (pairs - 1) / pairs)


@pytest.mark.parametrize(
    ("text", "answer", "reason"),
    [
        ("", {}, Unscored.EMPTY),
        ("<think>水、火", {}, Unscored.EMPTY),
        (SORRY, {}, Unscored.REFUSED),
        ("申し訳ありませんが、そのご要望にはお応えできません。", {}, Unscored.REFUSED),
        ("", {"finish_reason": "content_filter", "failed": True}, Unscored.REFUSED),
        ("、".join(words("ja", 10)), {"finish_reason": "length"}, Unscored.TRUNCATED),
        ('["水", "火", "木', {}, Unscored.UNPARSABLE),
        ("\n".join(words("ja", 3)), {}, Unscored.TOO_FEW_VALID),
        ("\n".join(words("ja", 238) * 5), {}, Unscored.TOO_LONG),
        ("", {"failed": True}, Unscored.FAILED),
    ],
)
def test_every_failure_has_its_reason_and_no_score(scorer, text, answer, reason):
    """Unscored, not 0."""
    outcome = one(scorer, "ja", text, **answer)
    assert (outcome.score, outcome.unscored) == (None, reason)
    assert {outcome.facets[name] for name in SCORES} == {None}
    assert outcome.details["scored_words"] == []


def test_every_outcome_has_every_facet_of_the_card(scorer):
    """Scored or not, and no facet that the card does not describe."""
    facets = {facet.name for facet in CARD.facets if facet.of == "answer"}
    assert set(SCORES) <= facets
    for text in ("\n".join(words("fr", 10)), "eau\nfeu", ""):
        assert set(one(scorer, "fr", text).facets) == facets


def test_the_card_names_every_language():
    """Each facet under the language's own name, in the order of the report."""
    titles = [(facet.name, facet.title, facet.short_title) for facet in CARD.facets if facet.name in SCORES]
    assert titles == [(f"score_{code}", f"Score in {name}", name) for code, name in LANGUAGES.items()]
    assert CARD.language.split(", ") == sorted(LANGUAGES.values())


def test_score_is_the_formula_on_the_rows():
    """The slow way, under vectors that are not at right angles."""
    ten = words("en", 10)
    expected = float(sdat(builtin().embed(ten).vectors))
    assert one(SdatScorer(10, "builtin"), "en", given_words=ten).score == pytest.approx(expected, abs=1e-4)


def test_ensemble_is_the_mean_of_the_scores(many_tongues):
    """Never of the vectors."""
    ten = words("en", 10)
    alone = one(SdatScorer(10, "builtin"), "en", given_words=ten).score
    both = one(SdatScorer(10, f"builtin+{many_tongues}"), "en", given_words=ten)
    assert both.score == pytest.approx((alone + 100) / 2)


def test_only_the_built_in_table_scores_plurals_by_their_singular(scorer):
    """And says of how many words it did."""
    answer = ["trees", *words("en", 7, 3)]
    assert one(SdatScorer(10, "builtin"), "en", given_words=answer).facets["lemmatised_rate"] == pytest.approx(1 / 8)
    assert one(scorer, "en", given_words=answer).facets["lemmatised_rate"] is None


SOME = [*words("zh", 9), "zzz", "", "x"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.sampled_from(["zh", "ja"]), st.lists(st.sampled_from(SOME), max_size=14)), max_size=5))
def test_batches_do_not_matter(scorer, answers):
    """A row's outcome does not depend on the rows beside it."""
    rows = [row(language, given_words=answer) for language, answer in answers]
    together, alone = scorer.score(rows), [scorer.score([one])[0] for one in rows]
    assert [replace(a, score=None, unscored=Unscored.EMPTY, facets={}) for a in together] == [
        replace(b, score=None, unscored=Unscored.EMPTY, facets={}) for b in alone
    ]
    assert [a.score for a in together] == [None if b.score is None else pytest.approx(b.score) for b in alone]
    assert [a.unscored for a in together] == [b.unscored for b in alone]
    assert [a.facets for a in together] == [
        {name: None if value is None else pytest.approx(value) for name, value in b.facets.items()} for b in alone
    ]


@given(st.text())
def test_no_text_makes_it_raise(text):
    """Every answer has a score or a reason."""
    outcome = one(SdatScorer(10, "builtin"), "en", text)
    assert (outcome.score is None) != (outcome.unscored is None)


def test_rows_of_a_file():
    """A language, and words or a response."""
    assert row_of({"language": " de ", "response": "x"}) == Row(Answer("x"), {"language": "de"})
    assert row_of({"language": "ja", "words": ["水"]}) == Row(None, {"language": "ja", "words": ["水"]})


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"response": "x"}, "expected a text in the field language, got None"),
        ({"response": "x", "language": ""}, "expected a text in the field language, got ''"),
        ({"response": "x", "language": 7}, "expected a text in the field language, got 7"),
        ({"response": "x", "language": "German"}, "language must be one of en, de, .*, zh, got 'German'"),
        ({"response": "x", "language": "DE"}, "language must be one of en, de, .*, zh, got 'DE'"),
        ({"response": "x", "language": "all"}, "language must be one of .* got 'all'"),
        ({"language": "de"}, "expected a field response or words"),
        ({"language": "de", "words": 3}, "words must be a list of texts, got 3"),
    ],
)
def test_rows_that_are_none(record, message):
    """The field and what was found in it."""
    with pytest.raises(BadArguments, match=message):
        row_of(record)


def test_signature_names_everything_that_moves_the_score(many_tongues):
    """Two settings, two signatures."""
    asked = [prompts_of(list(LANGUAGES), n, constraint) for n in ASKED for constraint in CONSTRAINTS]
    signatures = {
        signature_of(10, many_tongues),
        signature_of(25, many_tongues),
        signature_of(10, "builtin"),
        signature_of(10, f"builtin+{many_tongues}"),
        *(signature_of(10, many_tongues, prompts) for prompts in asked),
        signature_of(10, many_tongues, prompts_of(["en", "de"], 10, "none")),
        signature_of(10, many_tongues, prompts_of(["en", "fr"], 10, "none")),
    }
    assert len(signatures) == 4 + 10 + 2
    (embedding,) = check_embeddings(many_tongues)
    plain = signature_of(25, many_tongues)
    assert plain.startswith("sdat|protocol:mctb2025|prompts:not asked here|words:7-25 of 25|embedding:")
    assert f"|embedding:{embedding}|card:{CARD.version}|" in plain
    assert SdatScorer(25, many_tongues).signature == plain
    assert f"|prompts:{asked[0]}|" in SdatScorer(10, many_tongues, asked[0]).signature


def test_checksum_of_the_prompts_is_that_of_their_texts():
    """SHA-256 of the prompts' own, in order."""
    texts = [render(HERE, language, n_words=25, constraint="tool").text for language in ("de", "zh")]
    joined = "".join(hashlib.sha256(text.encode()).hexdigest() for text in texts)
    assert prompts_of(["de", "zh"], 25, "tool") == f"2@sha256:{hashlib.sha256(joined.encode()).hexdigest()[:12]}"


def test_command_line_takes_the_number_asked(many_tongues):
    """And refuses vectors that are not here before it reads a file."""
    made = scorer_of(argparse.Namespace(asked=25, embedding=many_tongues))
    assert (made.rule.asked, made.signature) == (25, signature_of(25, many_tongues))
    with pytest.raises(Exception, match="embeddings fetch granite-278m"):
        scorer_of(argparse.Namespace(asked=10, embedding="granite-278m"))


def test_outcomes_are_plain_floats(scorer):
    """No numpy number, which HELM fails to write."""
    outcome = one(scorer, "pt", given_words=words("pt", 10))
    numbers = [outcome.score, *(value for value in outcome.facets.values() if value is not None)]
    assert not [number for number in numbers if isinstance(number, np.generic)]
    assert json.loads(json.dumps(outcome.details)) == outcome.details


def test_in_the_mean_of_languages_every_language_weighs_the_same(many_tongues):
    """However many of its answers could be scored; without one in a language that was asked there is none."""
    scorer = SdatScorer(10, many_tongues)
    near = [noun.words["en"] for noun in nouns()[:7]]
    rows = [row("en", given_words=words("en", 10)), row("en", given_words=near), row("de", given_words=words("de", 10))]
    rows.append(row("de", given_words=[]))
    outcomes = scorer.score(rows)
    scores = [outcome.score for outcome in outcomes]
    assert scores[3] is None
    expected = ((scores[0] + scores[1]) / 2 + scores[2]) / 2
    assert scorer.of_run(rows, outcomes) == {"mean_of_languages": pytest.approx(expected)}
    rows.append(row("fr", given_words=[]))
    assert scorer.of_run(rows, scorer.score(rows)) == {"mean_of_languages": None}


def test_the_builtin_table_scores_english_only():
    """Words of another language that are spelt like English ones would be taken for them."""
    with pytest.raises(BadArguments, match="the built-in table knows English only, got de, fr"):
        SdatScorer(10, "builtin").score(
            [row(language, given_words=words(language, 10)) for language in ("fr", "de", "en")]
        )
