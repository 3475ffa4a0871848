"""What the examples do, whose code others learn from."""

import importlib
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.given import scores_of
from support.scaffolds import NAMES

from helm_creativity.core.benchmark import parse_settings, sample_in_row
from helm_creativity.core.entries import BenchmarkEntry
from helm_creativity.core.types import FailureReason, Response, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.create.parse import Triple


@pytest.fixture(scope="module")
def example(site):
    """A module of an example, imported."""
    before = set(sys.modules)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(site)
        yield lambda kind, part: importlib.import_module(f"{NAMES[kind]}.{part}")
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in NAMES.values():
            del sys.modules[name]


def path(*stops):
    return tuple(Triple(head, "and", tail) for head, tail in pairwise(stops))


@pytest.mark.parametrize(
    ("stops", "between"),
    [
        (("honey", "bee", "moon"), ("bee",)),
        (("Honey", "a bee", "the Moon."), ("bee",)),
        (("honey", "bee", "sky", "moon"), ("bee", "sky")),
        (("honey", "moon"), None),
        (("honey", "bee", "sun"), None),
        (("sugar", "bee", "moon"), None),
        (("honey", "bee", "honey", "moon"), None),
        (("honey", "moon", "moon"), None),
    ],
)
def test_a_path_is_valid_or_not(example, stops, between):
    """It leads from start to end, by another stop at least and by none twice."""
    assert example("paths", "measure").find_stops(path(*stops), "honey", "moon") == between


def test_a_path_with_a_gap_is_not_valid(example):
    """Each link begins where the one before ends."""
    broken = (Triple("honey", "is", "gold"), Triple("silver", "is", "moon"))
    assert example("paths", "measure").find_stops(broken, "honey", "moon") is None


def test_ways_share_no_stop_with_ways_that_count(example):
    """The second shares "bee" with the first, the third "sky" with one that does not count; the sixth is late."""
    different = example("paths", "measure").different
    ways = [("bee",), ("bee", "sky"), ("sky",), ("honey",), ("sun", "sea"), ("tea",)]
    found = different([path("honey", *way, "moon") for way in ways], "honey", "moon")
    assert found == [("bee",), ("sky",), ("sun", "sea")]


@given(ways=st.lists(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=3), max_size=8))
def test_ways_that_count_are_disjoint_and_the_first_valid_one_counts(example, ways):
    """And no way that was left out would fit before those that follow it."""
    measure = example("paths", "measure")
    paths = [path("honey", *way, "moon") for way in ways]
    found = measure.different(paths, "honey", "moon")
    stops = [stop for way in found for stop in way]
    assert len(set(stops)) == len(stops)
    valid = [way for way in (measure.find_stops(known_path, "honey", "moon") for known_path in paths[:5]) if way]
    assert found[:1] == valid[:1]
    assert all(way in found or set(way) & set(stops) for way in valid)


def scorer_of(example, kind, **settings):
    """The scorer of an example."""
    module = example(kind, "benchmark")
    folder = Path(module.__file__).parent
    (found,) = (member for name, member in vars(module).items() if name == f"My{kind.capitalize()}Benchmark")
    benchmark = found(BenchmarkEntry(folder.name, folder.name, folder))
    return benchmark, benchmark.scorer(benchmark.settings(**settings))


def test_paths_are_counted_and_an_empty_object_is_a_response(example):
    """Of which one is not valid; the other is malformed."""
    _, scorer = scorer_of(example, "paths")
    fields = {"start": "honey", "end": "moon"}
    text = '{"1": [["honey", "is", "gold"], ["gold", "is", "moon"]], "2": [["honey", "is", "moon"]], "3": [["honey"]]}'
    some, none = scorer.score([Sample(Response(reply), fields) for reply in (text, "{}")])
    assert (some.score, some.submetrics) == (1, {"stated_paths": 3, "valid_paths": 1, "stops": 1})
    assert some.details == {"ways": ["honey > gold > moon"]}
    assert (none.score, none.submetrics) == (0, {"stated_paths": 0, "valid_paths": 0, "stops": None})


def test_words_of_another_length_do_not_count(example):
    """They are counted; with fewer than five others there is no score."""
    _, scorer = scorer_of(example, "words")
    texts = ["idea rope moon salt cats river", "idea rope moon salt river money"]
    enough, few = scorer.score([Sample(Response("\n".join(text.split())), {"letters": 4}) for text in texts])
    assert enough.details["length_entries"] == ["river"]
    assert (enough.submetrics["n_valid"], few.submetrics["n_valid"]) == (5, 4)
    assert enough.score > 0
    assert few.failure_reason is FailureReason.TOO_FEW_VALID


def test_words_of_a_file_belong_to_an_item(example):
    """By its id; without one they have no length to be held to."""
    benchmark, _ = scorer_of(example, "words")
    settings = benchmark.settings()
    sample = sample_in_row(benchmark, {"id": "four", "words": ["idea", "rope"]}, settings)
    assert (sample.fields["letters"], list(sample.fields["words"])) == (4, ["idea", "rope"])
    with pytest.raises(BadArguments, match=r"expected the id of an item, which is one of four, five, .*, got nothing"):
        sample_in_row(benchmark, {"words": "idea"}, settings)


def test_a_riddle_is_solved_by_its_word_alone(example):
    """In any clothes; what says no one word is wrong and counted, what was cut off is not scored."""
    _, scorer = scorer_of(example, "keyed")
    texts = [Response("The watch."), Response("candle"), Response("a clock or a candle"), Response("")]
    samples = [Sample(response, {"answer": "clock|watch"}) for response in (*texts, Response("The wat", "length"))]
    assert [(sample_score.score, sample_score.failure_reason) for sample_score in scorer.score(samples)] == [
        (100, None),
        (0, None),
        (0, FailureReason.UNPARSABLE),
        (0, FailureReason.EMPTY),
        (None, FailureReason.TRUNCATED),
    ]


def test_ideas_count_once_and_not_when_truncated(example):
    """What is not sent to judges is not read either."""
    read = example("ideas", "benchmark").read
    text = "1. Freeze it\n2. Toast it\n3. Freeze it"
    assert read(Response(text)) == (("Freeze it", "Toast it"), None)
    assert read(Response(f"<think>1. Eat it\n2. Sell it</think>{text}")) == (("Freeze it", "Toast it"), None)
    assert read(Response(text, "length")) == ((), FailureReason.TRUNCATED)
    assert read(Response("")) == read(None) == ((), FailureReason.EMPTY)


def test_ideas_without_a_rating_in_one_dimension_are_unjudged(example):
    """The other dimension's mean is kept."""
    benchmark, scorer = scorer_of(example, "ideas", judges="creativity/lexical-judge")
    record = {"id": "bread", "response": "1. Freeze it\n2. Toast it", "originality": [2, 3]}
    settings = parse_settings(benchmark, {}, asked=False)
    (score,) = scores_of(benchmark, settings, [sample_in_row(benchmark, record, settings)], scorer)
    assert score.failure_reason is FailureReason.UNJUDGED
    assert score.submetrics == {"originality": 2.5, "feasibility": None, "fluency": 2}


def test_templates_have_no_marks_left(site):
    """All of them were rendered."""
    files = [file for file in Path(site).rglob("*") if file.is_file() and file.suffix != ".pyc"]
    assert files
    for file in files:
        assert not {"<<", ">>", "<%", "%>"} & set(file.read_text().split())
