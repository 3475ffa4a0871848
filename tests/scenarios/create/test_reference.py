"""How the baselines connect entities, and how the lexical judge sizes classes and tells facts."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.baselines.client import baseline_reply, rating_reply
from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.word_choosers import CHOOSERS, make_seed
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.prompts import render
from helm_creativity.core.types import Response
from helm_creativity.scenarios.create.parse import Target, Triple, find_faults, parse_paths, text_for_judges
from helm_creativity.scenarios.create.reference import LARGEST, baseline_response, is_believed, lexical_size
from helm_creativity.scenarios.create.rubrics import FACTUALITY, HERE, SPECIFICITY

FORMS = ("original", "creative", "verbalized")
QUERY = 'How is "Airplane!" star Kareem Abdul-Jabbar connected to someone in a team?'
TARGET = Target('Kareem "Cap" Abdul-Jabbar', "member of sports team", "Scuderia {O'Neil}")
CASES = [
    TARGET,
    Target("prednisolone", "subject has role", "folic acid antagonists"),
    Target("", "x", ""),
    Target("moss", "child", "moss"),
    Target("Øystein\tÅ", "出演者", "Ōsaka \\n"),
]
names = st.text(st.characters(exclude_categories=["Cs", "Co"]) | st.sampled_from("'\"\\(),[]"), min_size=1)
triples = st.lists(st.builds(Triple, names, names, names), min_size=1, max_size=8)


def prompt(form, target=TARGET):
    return render(HERE, form, query=QUERY, **target._asdict()).text


def chooser(strategy="random", seed=1):
    return CHOOSERS[strategy]("builtin", seed)


def decoded(text):
    """The paths and their probabilities, in the order of their keys."""
    assert text.startswith("<answer>\n")
    assert text.endswith("\n</answer>")
    numbered = json.loads(text.removeprefix("<answer>").removesuffix("</answer>"))
    assert list(numbered) == [str(number) for number in range(1, len(numbered) + 1)]
    entries = [path if isinstance(path, dict) else {"path": path} for path in numbered.values()]
    paths = [tuple(Triple(*triple) for triple in entry["path"]) for entry in entries]
    return paths, [entry.get("path_probability") for entry in entries]


def nouns(paths):
    return [triple.tail for path in paths for triple in path[:-1]]


def conversation(target=TARGET, strategy="random"):
    """The first answer and all three turns as one text."""
    first = prompt("original", target)
    answer = baseline_response(first, chooser(strategy))
    return answer, "\n\n".join([first, answer, render(HERE, "iterative", query=QUERY).text])


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
@pytest.mark.parametrize("form", FORMS)
def test_every_prompt_is_answered_with_valid_paths(strategy, form):
    """Eight, of which two lead through two nouns; no noun comes twice."""
    for target in CASES[:2]:
        paths, _ = decoded(baseline_response(f"Be creative.\n\n{prompt(form, target)}", chooser(strategy)))
        assert find_faults(paths, target) == [()] * 8
        assert sorted(map(len, paths)) == [2] * 6 + [3] * 2
        assert len(set(nouns(paths))) == 10
        assert all(len(triple.relation.split()) <= 3 for path in paths for triple in path[:-1])


@pytest.mark.parametrize("target", CASES)
def test_entities_are_named_as_the_prompt_names_them(target):
    """Whatever signs they hold."""
    for form in FORMS:
        paths, _ = decoded(baseline_response(prompt(form, target), chooser()))
        for path in paths:
            assert path[0].head == target.entity_a
            assert path[-1][1:] == (target.rel_b, target.entity_b)
            assert all(triple.tail == other.head for triple, other in pairwise(path))


@pytest.mark.parametrize("form", FORMS)
def test_answers_are_read_as_they_are_meant(form):
    """By the reader of all answers."""
    for target in CASES[:2]:
        text = baseline_response(prompt(form, target), chooser())
        parse = parse_paths(Response(text, "stop"))
        paths, probabilities = decoded(text)
        assert (list(parse.paths), list(parse.probabilities)) == (paths, probabilities)
        assert (parse.malformed, parse.truncated, parse.failure_reason) == (0, False, None)


def test_probabilities_are_given_where_they_are_asked():
    """They fall from path to path, have two decimals, and sum to 1."""
    paths, probabilities = decoded(baseline_response(prompt("verbalized"), chooser()))
    hundredths = [round(100 * probability) for probability in probabilities]
    assert hundredths == sorted(hundredths, reverse=True)
    assert sum(hundredths) == 100
    assert probabilities == [hundredth / 100 for hundredth in hundredths]
    plain, none = decoded(baseline_response(prompt("original"), chooser()))
    assert (plain, set(none)) == (paths, {None})


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_the_second_turn_is_answered_with_other_nouns(strategy):
    """Even under the same seed, on the way between the same entities."""
    for target in CASES[:2]:
        answer, turns = conversation(target, strategy)
        more = baseline_response(turns, chooser(strategy))
        first, second = decoded(answer)[0], decoded(more)[0]
        assert find_faults([*first, *second], target) == [()] * 16
        assert not set(nouns(first)) & set(nouns(second))


def test_other_seeds_have_other_paths():
    """And the same seed the same ones."""
    first, second, again = (baseline_response(prompt("original"), chooser(seed=seed)) for seed in (1, 2, 1))
    assert first == again != second


def test_the_strategies_choose_other_nouns():
    """The greedy baseline's are less alike than nouns drawn at random."""
    found = {name: nouns(decoded(baseline_response(prompt("original"), chooser(name)))[0]) for name in CHOOSERS}
    alike = {}
    for name, chosen in found.items():
        vectors = chooser(name).nouns.find_vectors(chosen)
        alike[name] = (vectors @ vectors.T).sum()
    assert alike["greedy"] < alike["random"]


def test_the_clients_find_the_benchmark():
    """Prompt, conversation and questions all belong to this benchmark alone."""
    seed = make_seed("x")
    assert baseline_reply(prompt("original"), chooser(seed=seed)) == baseline_response(
        prompt("original"), chooser(seed=seed)
    )
    assert "<answer>" in baseline_reply(conversation()[1], chooser())
    for rubric in (SPECIFICITY, FACTUALITY):
        question = rubric.question(path="[('a', 'b', 'c')]", triples=["t"]).user
        assert rating_reply(question) == lexical_rating(get_benchmark("create"), question)


def replies(path):
    """The lexical judge's replies on a path, as the instruments read them."""
    for rubric in (SPECIFICITY, FACTUALITY):
        asked = rubric.question(path=text_for_judges(path), triples=path)
        assert rubric.composed is not None
        yield rubric.composed(Response(lexical_rating(get_benchmark("create"), asked.user), "stop"), asked.rated)


@given(triples)
def test_every_triple_is_judged(path):
    """By itself, in the form that was asked, whatever signs it holds."""
    sizes, labels = replies(path)
    assert len(sizes.parts) == len(labels.parts) == len(path)
    assert 1 <= min(sizes.parts) <= max(sizes.parts) <= LARGEST
    for place, triple in enumerate(path):
        alone, label = replies([triple])
        assert (alone.parts, label.parts) == (sizes.parts[place : place + 1], labels.parts[place : place + 1])


def test_longer_words_belong_to_smaller_classes():
    """By hand: 10000 to the share of the way from nine letters to four that the mean word of head and tail has."""
    assert lexical_size(("moss", "is", "wet")) == 10_000
    assert lexical_size(("interferometry", "is", "unfathomable")) == 1
    assert lexical_size(("abcdef", "a very long relation", "abcdefg")) == 100  # (9 - 6.5) / 5 = 1/2
    sizes, _ = replies([Triple("Abcdef", "x", "Abcdefg"), Triple("Moss", "x", "Wet")])
    assert sizes.parts == (100.0, 10_000.0)
    assert sizes.reading.value == 1.0


def test_facts_are_recognised_by_their_form():
    """Two different entities and a relation of one to four words."""
    assert is_believed(("a", "member of sports team", "b"))
    assert not is_believed(("a", "was once known to be", "b"))
    assert not is_believed(("a", "is", "a"))
    assert not is_believed(("a", " ", "b"))
    _, labels = replies([Triple("A", "is", "b"), Triple("B", "is", "b"), Triple("b", "is one of the many", "c")])
    assert labels.parts == (1.0, 0.0, 0.0)


def test_both_baselines_score():
    """The lexical judge takes their paths for facts, and finds them specific to different degrees."""
    found = {}
    for name in CHOOSERS:
        judged = [list(replies(path)) for path in decoded(baseline_response(prompt("original"), chooser(name)))[0]]
        assert all(labels.reading.value == 1.0 for _, labels in judged)
        found[name] = [sizes.parts for sizes, _ in judged]
    assert found["greedy"] != found["random"]


@pytest.mark.parametrize(
    "text",
    [
        prompt("original")[:-10],
        render(HERE, "iterative", query=QUERY).text,
        SPECIFICITY.question(path="[('a', 'b', 'c')]", triples=["t"]).user,
    ],
)
def test_a_turn_without_the_others_is_no_prompt(text):
    """None, which the client makes a failure of; a second turn without the first names no entities."""
    assert baseline_response(text, chooser()) is None


@pytest.mark.parametrize("text", conversation())
def test_turns_of_a_conversation_are_no_questions(text):
    """None, which the client makes a failure of."""
    assert lexical_rating(get_benchmark("create"), text) is None
