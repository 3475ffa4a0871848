"""What judges find in the reasoning before a response: entities and relations (prompt G.1)."""

from dataclasses import replace

import pytest
from support.create import FIELDS, stated, via

from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.follow_ups import Replies, Trial, drive, missing
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.judges.readings import readings
from helm_creativity.scenarios.create.benchmark import CreateScorer
from helm_creativity.scenarios.create.rubrics import EXTRACTION, read_extraction

CREATE = get_benchmark("create")
PATHS = stated(via("alder"))
REASONING = "Ada Lovelace worked with Charles Babbage.\nCharles Babbage knew Mary Somerville."
REPLY = (
    '{"relation": ["worked with", "knew", "Knew"], "entities": ["ada lovelace", "charles babbage", "charles babbage"]}'
)
COUNTS = (3.0, 3.0, 2.0, 2.0)


def settings(trace=True, judges="x/one+x/two", **more):
    values = {"embedding": "builtin", "trace": trace, **more}
    return replace(parse_settings(CREATE, values, require=False), judges=judges)


def sample(text=PATHS, **more):
    return Sample(Response(text, "stop", **more), FIELDS)


def asked(response, replies=(), **more):
    """The questions about reasoning because of a response, and what is known of it then."""
    questions = []

    def reply(step):
        if step.rubric is not EXTRACTION:
            return missing(step)
        questions.append(step)
        return Replies(
            JudgeReply(f"x/{number}", EXTRACTION.name, "", {"entities": found.reading}, parts=found.parts, counts=True)
            for number, found in enumerate(read_extraction(Response(text, "stop"), ["t"]) for text in replies)
        )

    return questions, drive(CREATE.follow_up(Trial(response), settings(**more)), reply)


def submetrics(found):
    (score,) = CreateScorer(CREATE.card, settings()).score([found])
    return {name: value for name, value in score.submetrics.items() if name.startswith("trace_")}


@pytest.mark.parametrize(
    "response",
    [
        sample(thinking=REASONING),
        sample(f"<think>{REASONING}</think>{PATHS}"),
        sample(f"{REASONING}</think>{PATHS}"),
    ],
)
def test_judges_read_the_reasoning_wherever_it_is(response):
    """Apart from the text, in tags, or before a closing tag alone; the question shows it whole."""
    questions, found = asked(response, [REPLY])
    (question,) = questions
    assert question.variables["trace"] == REASONING
    assert f"```\n{REASONING}\n```" in question.rubric.question(**question.variables).user
    assert found.trace == COUNTS
    assert submetrics(found) == {
        "trace_entities": 3,
        "trace_relations": 3,
        "trace_distinct_entities": 2,
        "trace_distinct_relations": 2,
    }


def test_the_numbers_are_means_over_the_judges_that_can_be_read():
    """An unreadable reply is missing, and 0 entities are a number."""
    nothing = '{"relation": [], "entities": []}'
    assert asked(sample(thinking=REASONING), [REPLY, "no idea", nothing])[1].trace == (1.5, 1.5, 1.0, 1.0)
    assert asked(sample(thinking=REASONING), ["no idea"])[1].trace is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (REPLY, COUNTS),
        (f"Here it is:\n```json\n{REPLY}\n```", COUNTS),
        (REPLY.replace("[", "(").replace("]", ")"), COUNTS),
        ('{"Entities": ["a"], "relations": []}', (1.0, 0.0, 1.0, 0.0)),
        (f"{REPLY}\n{REPLY}", COUNTS),
        ('{"relation": ["x"], "entities": []} or {"relation": [], "entities": []}', MissingReason.AMBIGUOUS),
        ('{"relation": ["x"]}', MissingReason.UNPARSABLE),
        ('{"relation": ["x"], "entities": "a, b"}', MissingReason.UNPARSABLE),
        ('{"relation": ["x"], "entities": [["a", "b"]]}', MissingReason.UNPARSABLE),
        (
            '{ "relation": ("relation1","relation2",...), "entities": ("entity1","entity2",...) }',
            MissingReason.UNPARSABLE,
        ),
        ("I found 12 entities.", MissingReason.UNPARSABLE),
        ("", MissingReason.EMPTY),
    ],
)
def test_replies_are_read_or_missing(text, expected):
    """Both lists, of texts alone, in JSON's brackets or in those that the prompt shows."""
    (found,) = readings(EXTRACTION, Response(text, "stop"), [REASONING])
    reading = found.readings["entities"]
    if isinstance(expected, MissingReason):
        assert (reading, found.parts) == (ParsedRating(None, expected), ())
    else:
        assert (reading.value, found.parts) == (expected[0], expected)
