"""What models and judges are asked about uses, in the words of the authors or of this package, and baselines' replies.

The authors' own words are read from their files; here are stand-ins of the same structure.
"""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import chat
from support.judges import answered

from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.follow_ups import FOLLOW_UPS, Replies, Trial, transcript_in
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.planned_requests import planned_requests
from helm_creativity.benchmark.prompts import Instruction, render
from helm_creativity.benchmark.rubrics import Question
from helm_creativity.benchmark.types import Sample
from helm_creativity.commands.planning.counting import requests_by_role
from helm_creativity.helm.annotator import CreativityAnnotator
from helm_creativity.scenarios.aut.baseline import baseline_response
from helm_creativity.scenarios.aut.benchmark import CATEGORIES, HERE, ONE_TO_FIVE, RUBRICS, TEN_TO_FIFTY, TENTHS

AUT = get_benchmark("aut")
SEVEN = ["lamp", "bed", "hat", "drum", "boat", "desk", "gate"]
ODD = ("cat", "Interferometric photoluminescence characterises heterogeneous perovskites")
TABLE_18 = (
    "Imagine that someone gives you a {}. Write down as many uses as you can think of for this object, up to 10 "
    "uses. Please list the uses as words or phrases (single word answers are ok), separated by semicolons. Do not "
    "write anything besides your proposed uses."
)


@pytest.mark.parametrize("thing", ["book", "fork"])
def test_the_printed_prompt_is_exact(thing):
    """Wadhwa et al. 2026, Table 18, with the object as its only variable."""
    assert render(HERE, "wenger2025", phrase=f"a {thing}").text == TABLE_18.format(thing)


@pytest.mark.parametrize(
    ("settings", "text", "n", "sign"),
    [
        ({"protocol": "agc2026"}, "Some uses.\n\n3 to 6 for a TABLE.", 3, "; "),
        ({"protocol": "agc2026", "instruction": "creative"}, "Odd uses: TABLE\n\nThree.", 3, "; "),
        ({"protocol": "agc2026", "instruction": "effective"}, "Handy uses: TABLE\n\nThree.", 3, "; "),
        ({"protocol": "mctb2025"}, None, 10, "\n"),
        ({"protocol": "mctb2025", "uses": 20, "form": "varied"}, None, 20, "\n"),
    ],
)
def test_prompts_of_authors_are_asked_and_answered(authors_words, settings, text, n, sign):
    """What an instruction says stands in the prompt, nothing before it; baselines list as many uses as it asks for."""
    chosen = AUT.settings_type(**settings)
    items = {item.id: item.prompt.text for item in AUT.items(chosen)}
    assert chosen.before_prompts == Instruction()
    assert AUT.settings_type(**settings, prompts="own").before_prompts == Instruction(
        settings.get("instruction", "neutral")
    )
    if text is not None:
        assert (list(items), items["table"]) == (["brick", "table"], text)
    for prompt in items.values():
        assert len(set(baseline_response(prompt, CHOOSERS["random"]("builtin", 1)).split(sign))) == n


def test_a_judge_reads_one_use_at_a_time(authors_words, tmp_path, monkeypatch):
    """Under mctb2025; categories are asked of all of them at once. A plan says so."""
    chat.deploy(monkeypatch, "http://127.0.0.1:9/v1", ["candidate"])
    panel = {"protocol": "mctb2025", "judges": "creativity/lexical-judge"}
    annotator = CreativityAnnotator(chat.auto_client(tmp_path), "aut", embedding="builtin", **panel)
    note = annotator.annotate(answered("\n".join(SEVEN), item="brick", fields={"object": "brick"}))
    replies = Replies(transcript_in({FOLLOW_UPS: note}).judge_replies)
    assert [reply.about for reply in replies] == [*[f"#{i}" for i in range(1, 8)], ""]
    assert [reply.rubric for reply in replies] == ["originality_mctb2025"] * 7 + ["categories"]
    ratings = replies.each("originality", 7)
    assert all(len(values) == 1 and 10 <= values[0] <= 50 for values in ratings)
    settings = AUT.settings_type(uses=20, **panel)
    trial = Trial(Sample(None, {"object": "brick"}))
    cases = list(planned_requests(AUT, settings, trial, 1))
    (_, times, characters, _), (_, once, _, _) = requests_by_role(cases, settings.panel, trial)
    assert (times, once) == ((0, 20, 200), (0, 1, 1))
    rubric, use = RUBRICS[settings.source["originality"]], "use it as something to sit on 1"
    assert characters == pytest.approx(len(f'A use of a BRICK, 10-50: "{use}". A number.'), abs=1)
    question = rubric.question(phrase="a brick", thing="brick", capitals="BRICK", use=use)
    assert question == Question("", f'A use of a BRICK, 10-50: "{use}. A number.', (use,))


def rated(rubric, *uses):
    """What the lexical judge replies, in the order of the uses."""
    question = rubric.question(phrase="a box", uses=uses).user
    assert lexical_rating(AUT, question) == lexical_rating(AUT, question)
    ratings = json.loads(lexical_rating(AUT, question))
    assert list(ratings) == [str(place) for place in range(1, len(uses) + 1)]
    return list(ratings.values())


@pytest.mark.parametrize("rubric", [TENTHS, ONE_TO_FIVE, TEN_TO_FIFTY], ids=lambda rubric: rubric.name)
@given(uses=st.lists(st.text("abc def.;:12", min_size=1).map(str.strip).filter(bool), min_size=1, max_size=12))
def test_the_lexical_judge_rates_every_use_by_its_surface(rubric, uses):
    """On the scale, the same in any place; longer and more varied words are called more original."""
    assert all(map(rubric.scale.admits, rated(rubric, *uses)))
    plain, odd = rated(rubric, *ODD)
    assert plain < odd
    assert rated(rubric, ODD[1]) == [odd]


def test_its_categories_are_the_last_words():
    assert rated(CATEGORIES, "hold a cat", "feed the Cat", "123") == ["cat", "cat", "other"]
