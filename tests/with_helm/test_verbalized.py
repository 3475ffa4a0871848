"""Five responses in one reply, of which one is drawn: in requests, scores, what judges see, and what readers see."""

import re

import pytest
from support import helm
from support.judges import REFUSAL
from support.server import ChatServer, reply

import helm_creativity as hc
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.names import VERBALIZED
from helm_creativity.benchmark.prompts import BETWEEN, Instruction
from helm_creativity.errors import BadArguments
from helm_creativity.helm.run_spec import run_spec
from helm_creativity.parsing.candidates import draw, find_candidates, in_tags
from helm_creativity.results.runs import read_suite
from helm_creativity.results.samples import saved_samples

ASKED = Instruction(VERBALIZED)
WORDS = [
    "cat, river, justice, hammer, cloud, violin, tax, moss, comet, shoe",
    "dog, ocean, mercy, anvil, storm, cello, loan, fern, planet, glove",
    "cow, desert, truth, chisel, fog, flute, rent, algae, moon, sock",
    "pig, glacier, honor, pliers, hail, harp, debt, lichen, star, scarf",
    "hen, canyon, pride, wrench, frost, drum, wage, reed, orbit, boot",
]
FIRST = ["doorstop", "footrest", "drum", "bookend", "sledge"]
SECOND = ["paper weight", "nail hammer", "fence post", "ship ballast", "garden border"]
TEXTS = {"dat": WORDS, "aut": [f"- {first}\n- {second}" for first, second in zip(FIRST, SECOND, strict=True)]}
TRIALS = 6
SIZE = f"embedding=builtin,max_eval_instances=1,num_trials={TRIALS},model=text,instruction={VERBALIZED}"
ENTRIES = [
    f"creativity_dat:dictionary=none,{SIZE}",
    f"creativity_aut:protocol=agc2026,prompts=own,judges=fake/judge,{SIZE}",
]


def texts_for(call):
    return TEXTS["dat" if "10 words" in call.prompt else "aut"]


BEHAVIOURS = {
    "five": lambda call: reply(in_tags(texts_for(call))),
    "one": lambda call: reply(texts_for(call)[0]),
    "refuses": lambda call: reply(REFUSAL),
    "judge": lambda call: reply("31"),
}


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """Runs by benchmark and model, of three models and a baseline; and the requests that the server got."""
    folder = tmp_path_factory.mktemp("verbalized")
    with ChatServer(BEHAVIOURS) as server:
        *models, _ = helm.deployments(folder, server.url, list(BEHAVIOURS))
        helm.run(folder, ENTRIES, models=[*models, "creativity/random-nouns"])
    runs, _ = read_suite(folder / "runs" / "s")
    return {(run.group.removeprefix("creativity_"), run.model.partition("/")[2]): run for run in runs}, server.bodies


@pytest.mark.commands
def test_the_model_is_asked_for_five_and_has_room_for_five(world):
    """The run says so in its name, its comparable settings and its provenance."""
    runs, bodies = world
    asked = [body for body in bodies if body["model"] != "judge"]
    assert {body["messages"][-1]["content"].startswith(ASKED.text + BETWEEN) for body in asked} == {True}
    assert {body["max_tokens"] for body in asked} == {5 * 4096}
    run = runs["dat", "five"]
    assert f",instruction={VERBALIZED}," in run.name
    assert f"|instruction:{ASKED.checksum}|" in run.comparable
    assert (run.instruction, run.provenance["max_tokens"]) == (VERBALIZED, "20480")


@pytest.mark.commands
@pytest.mark.parametrize("benchmark", TEXTS)
def test_one_of_them_is_the_response(world, benchmark):
    """Another one in other trials of the same item, although the reply is the same; the score is that of its words."""
    run = world[0][benchmark, "five"]
    samples = saved_samples(run)
    responses = [sample.row.response for sample in samples]
    assert {response.written for response in responses} == {in_tags(TEXTS[benchmark])}
    assert len({response.text for response in responses}) > 2
    candidates = find_candidates(in_tags(TEXTS[benchmark]))
    texts = [response.text for response in responses]
    assert texts == [draw(candidates, one.item, one.trial, in_tags(TEXTS[benchmark])).text for one in samples]
    assert len(texts) == TRIALS
    if benchmark == "dat":
        scored = hc.score("dat", [{"response": text} for text in texts], embedding="builtin", dictionary="none")
        assert run.stats["score"] == pytest.approx(sum(scored.scores) / TRIALS)
        assert run.stats["valid_rate"] == 1


@pytest.mark.commands
def test_judges_see_the_drawn_uses_alone(world):
    """Neither the other candidates, nor their probabilities, nor the instruction."""
    runs, bodies = world
    questions = [body["messages"][-1]["content"] for body in bodies if body["model"] == "judge"]
    told = rf"<(response|text|probability)>|{re.escape(ASKED.text)}"
    assert [question for question in questions if re.search(told, question)] == []
    shown = [tuple(use for use in (*FIRST, *SECOND) if use in question) for question in questions]
    drawn = {sample.row.response.text for sample in saved_samples(runs["aut", "five"])}
    # The baseline's uses are others.
    assert {*shown} - {()} == {tuple(text.removeprefix("- ").split("\n- ")) for text in drawn}
    assert runs["aut", "five"].stats["score"] == 31


@pytest.mark.commands
@pytest.mark.parametrize("benchmark", TEXTS)
@pytest.mark.parametrize(("model", "rate"), [("one", "unparsable_rate"), ("refuses", "refusal_rate")])
def test_a_reply_without_candidates_is_counted_and_has_no_score(world, benchmark, model, rate):
    """A response that ignores the instruction is none of several; a refusal remains one."""
    stats = world[0][benchmark, model].stats
    assert (stats[rate], stats["valid_rate"], "score" in stats) == (1, 0, False)


LEXICAL = {"judges": "creativity/lexical-judge"}


@pytest.mark.parametrize(
    ("name", "values", "why"),
    [
        ("pace", {"embedding": "builtin", "dictionary": "none"}, "asks the model further because of a response"),
        ("create", {"embedding": "builtin", **LEXICAL}, "form=verbalized is the paper's own way"),
    ],
)
def test_where_five_make_no_sense_they_are_refused(name, values, why):
    """Before a request, with the reason."""
    with pytest.raises(BadArguments, match=rf"instruction=verbalized cannot be asked, leave it out: .*{why}"):
        run_spec(get_benchmark(name), {"instruction": VERBALIZED, **values})
