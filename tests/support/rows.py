"""A row of a user's file for every benchmark, which has a score under its settings."""

from __future__ import annotations

from support.stories import STORIES

import helm_creativity as hc

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

ROWS = {
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


def row_of(name):
    """A row and its settings; of letter strings, one whose answer the benchmark itself knows."""
    record, settings = ROWS[name]
    if name == "letter_string":
        benchmark = hc.get_benchmark(name)
        item = next(iter(benchmark.items(benchmark.settings())))
        record = {"id": item.id, "response": f"[{item.fields['answer']}]"}
    return record, settings
