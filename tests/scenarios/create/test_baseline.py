"""How the baselines connect entities, and how the lexical judge sizes classes and tells facts."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.prompts import render
from helm_creativity.benchmark.types import Response
from helm_creativity.scenarios.create.baseline import LARGEST, baseline_response, is_believed, lexical_size
from helm_creativity.scenarios.create.paths import Target, Triple, find_faults, text_for_judges
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


@pytest.mark.parametrize("strategy", sorted(CHOOSERS))
def test_the_second_turn_is_answered_with_other_nouns(strategy):
    """Even under the same seed, on the way between the same entities."""
    for target in CASES[:2]:
        answer, turns = conversation(target, strategy)
        more = baseline_response(turns, chooser(strategy))
        first, second = decoded(answer)[0], decoded(more)[0]
        assert find_faults([*first, *second], target) == [()] * 16
        assert not set(nouns(first)) & set(nouns(second))


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
