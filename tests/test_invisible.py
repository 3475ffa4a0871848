"""What nobody sees moves no score: characters of no width, joiners and marks of direction, in any benchmark."""

from __future__ import annotations

from itertools import cycle

import pytest
from support.stories import STORIES

import helm_creativity as hc

MARKS = "\u200b\u200d\u202e\u2066\u00ad\u200e\ufeff\u061c"
WORDS = "lamp, algorithm, golf, playground, orchestra, spaghetti, crocodile, volcano, violin, treaty"
LETTER = "cat, candle, comet, castle, cello, copper, coffee, carpet, circus, canyon, cobra, compass, curtain, crystal"
CUES, STORY = next(iter(STORIES.items()))
PATH = '[["Alan Turing", "studied at", "Princeton"], ["Princeton", "was home of", "Albert Einstein"]]'
BUILTIN = {"embedding": "builtin"}
GIVEN = ["ocean", "guitar", "justice"]
CHAIN = [
    "harbour",
    "rope",
    "tower",
    "stone",
    "river",
    "bread",
    "cloud",
    "glass",
    "horse",
    "violin",
    "paper",
    "engine",
    "salt",
    "king",
    "garden",
    "needle",
    "snow",
    "owl",
]

CASES = {
    "aut": ({"object": "brick", "response": "1. a doorstop\n2. a drum - hit it\n3. red pigment"}, BUILTIN),
    "cdat": ({"cue": "ocean", "response": f"Sure!\n{WORDS}"}, BUILTIN),
    "create": (
        {"entity_a": "Alan Turing", "rel_b": "knew", "entity_b": "Albert Einstein", "response": f'{{"1": {PATH}}}'},
        BUILTIN,
    ),
    "dat": ({"response": f"Here are ten: {WORDS}"}, BUILTIN),
    "design_problems": ({"response": "A bench that folds.", "creativity": 30}, {}),
    "drat": ({"anchors": ["moon", "engine"], "response": WORDS}, BUILTIN),
    "hard_dat": ({"letter": "c", "given": GIVEN, "response": LETTER}, BUILTIN),
    "hivemind": ({"prompt": "Name a thing.", "response": "A lamp of glass."}, BUILTIN),
    "letter_string": ({"id": "", "response": ""}, {}),
    "live_idea_bench": ({"keyword": "moss", "originality": [7], "feasibility": [5], "clarity": [6]}, {}),
    "macgyver": (
        {
            "item": "home-01",
            "response": "Push the thin plastic bag in, blow it up and pull. It cannot fail.",
            "class": "A",
        },
        {},
    ),
    "metaphor": ({"response": "a lamp in the fog", "creativity": 30}, {}),
    "novelty": ({"prompt": "Name a city.", "response": "Lagos.", "quality": 5}, {"same": "builtin", "responses": 2}),
    "pace": ({"seed": "moon", "chains": [["moon", first, *CHAIN] for first in ("tide", "wolf", "axe")]}, BUILTIN),
    "rat": ({"stems": ["cracker", "fly", "fighter"], "answer": "fire", "response": "The answer is **fire**."}, {}),
    "scientific_thinking": ({"response": "Do moths count?", "creativity": 30}, {}),
    "sdat": ({"language": "en", "response": WORDS}, BUILTIN),
    "story": ({"cues": list(CUES), "response": f"**A Title**\n\n{STORY}"}, BUILTIN),
}


def sprinkled(value):
    """The same with something invisible behind every second character of its texts."""
    if isinstance(value, str):
        marks = cycle(MARKS)
        return "".join(one + next(marks) * (i % 2) for i, one in enumerate(value))
    if isinstance(value, list):
        return [sprinkled(one) for one in value]
    return value


def item_of(name):
    """A case; of letter strings, one whose answer the benchmark itself knows."""
    record, settings = CASES[name]
    if name == "letter_string":
        benchmark = hc.get_benchmark(name)
        item = next(iter(benchmark.items(benchmark.settings())))
        record = {"id": item.id, "response": f"[{item.fields['answer']}]"}
    return record, settings


def test_every_benchmark_is_here():
    """None is left out."""
    assert set(CASES) == set(hc.list_benchmarks())


@pytest.mark.parametrize("name", CASES)
def test_what_nobody_sees_moves_no_score(name):
    """In the response alone, and in all that a record says of its item."""
    record, settings = item_of(name)
    records = [record, {**record, "response": "another, thing"}] if name in ("hivemind", "novelty") else [record]
    plain = hc.score(name, records, **settings).records()
    assert plain[0]["score"] is not None
    responses = [{**one, **({"response": sprinkled(one["response"])} if "response" in one else {})} for one in records]
    everything = [{key: sprinkled(one[key]) for key in one} for one in records]
    for some in (responses, everything):
        assert hc.score(name, some, **settings).records() == plain
