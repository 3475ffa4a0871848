"""The baselines' answers to the S-DAT."""

import itertools

import pytest

from helm_creativity.baselines.players import PLAYERS
from helm_creativity.responses import Answer
from helm_creativity.rooms import Row, render
from helm_creativity.scenarios.sdat.baseline import answer
from helm_creativity.scenarios.sdat.protocols import ASKED, CONSTRAINTS, LANGUAGES, nouns
from helm_creativity.scenarios.sdat.scorer import HERE, SdatScorer


def prompt(language, asked, constraint):
    return render(HERE, language, n_words=asked, constraint=constraint).text


def player(strategy, seed=1):
    return PLAYERS[strategy]("builtin", seed)


@pytest.mark.parametrize(("asked", "constraint"), list(itertools.product(ASKED, CONSTRAINTS)))
@pytest.mark.parametrize("strategy", sorted(PLAYERS))
def test_every_prompt_is_answered_in_its_language(many_tongues, strategy, asked, constraint):
    """With as many nouns as asked, all of which fulfil the constraint and are scored."""
    scorer = SdatScorer(asked, many_tongues)
    for language in LANGUAGES:
        fitting = {noun.words[language] for noun in nouns() if constraint in noun.fulfils}
        reply = answer(prompt(language, asked, constraint), player(strategy))
        words = reply.split("\n")
        assert len(words) == len(set(words)) == asked
        assert set(words) <= fitting
        (outcome,) = scorer.score([Row(Answer(reply), {"language": language})])
        assert outcome.score == pytest.approx(100)
        assert (outcome.facets["n_valid"], outcome.facets["wrong_count_rate"]) == (asked, 0)


@pytest.mark.parametrize(
    ("noun", "fulfilled"),
    [
        ("bread", {"edible", "under_ten_dollars"}),
        ("hammer", {"tool", "sound"}),
        ("bell", {"sound"}),
        ("mountain", set()),
    ],
)
def test_what_some_nouns_fulfil(noun, fulfilled):
    """As the table has it; being a noun is always fulfilled."""
    (found,) = [one for one in nouns() if one.words["en"] == noun]
    assert found.fulfils == fulfilled | {"none"}


def test_constraints_leave_some_nouns_out():
    """Else the test above would say nothing of them."""
    counts = {constraint: sum(constraint in noun.fulfils for noun in nouns()) for constraint in CONSTRAINTS}
    assert counts["none"] == len(nouns())
    assert all(30 <= counts[constraint] < len(nouns()) for constraint in CONSTRAINTS[1:])


@pytest.mark.parametrize("strategy", sorted(PLAYERS))
def test_one_seed_chooses_one_set_of_concepts_in_every_language(strategy):
    """The choice is made in English."""
    concepts = set()
    for language in LANGUAGES:
        number = {noun.words[language]: i for i, noun in enumerate(nouns())}
        reply = answer(prompt(language, 10, "none"), player(strategy))
        concepts.add(tuple(number[word] for word in reply.split("\n")))
    assert len(concepts) == 1


def test_the_greedy_one_beats_chance():
    """By the vectors that it chooses by."""
    scorer = SdatScorer(10, "builtin")

    def mean(strategy):
        replies = [answer(prompt("en", 10, "none"), player(strategy, seed)) for seed in range(10)]
        scores = [outcome.score for outcome in scorer.score([Row(Answer(one), {"language": "en"}) for one in replies])]
        return sum(scores) / len(scores)

    assert mean("greedy") > mean("random") + 3


@pytest.mark.parametrize("strategy", sorted(PLAYERS))
def test_other_seeds_choose_other_nouns(strategy):
    """The trials of a run differ."""
    replies = {answer(prompt("ja", 10, "none"), player(strategy, seed)) for seed in range(5)}
    assert len(replies) == 5


@pytest.mark.parametrize(
    "text",
    [
        "",
        "What is 2 + 2?",
        prompt("en", 10, "none")[:-1],
        prompt("en", 10, "none").replace("10", "11"),
        render(HERE.parent / "dat", "olson2021", n_words=10).text,
    ],
)
def test_other_prompts_are_left_to_others(text):
    """None is no answer."""
    assert answer(text, player("random")) is None


def test_a_prompt_is_known_among_other_text():
    """As where a user's instructions stand around it."""
    reply = answer(f"Hello.\n{prompt('ko', 25, 'tool')}\nBye.", player("random"))
    assert len(reply.split("\n")) == 25
