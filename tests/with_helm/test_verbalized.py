"""Five responses in one reply, of which one is drawn: in requests, scores, what judges see, and what readers see."""

import re

import pytest
from helm.benchmark.run_spec import get_run_spec_function
from support import helm
from support.judges import REFUSAL
from support.server import ChatServer, reply

import helm_creativity as hc
from helm_creativity.benchmark.names import VERBALIZED
from helm_creativity.benchmark.prompts import BETWEEN, Instruction
from helm_creativity.errors import BadArguments
from helm_creativity.parsing.candidates import draw, find_candidates, in_tags
from helm_creativity.results.runs import read_suite
from helm_creativity.results.samples import saved_samples

ASKED = Instruction(VERBALIZED)
LEAD = ASKED.text + BETWEEN
WORDS = [
    "cat, river, justice, hammer, cloud, violin, tax, moss, comet, shoe",
    "dog, ocean, mercy, anvil, storm, cello, loan, fern, planet, glove",
    "cow, desert, truth, chisel, fog, flute, rent, algae, moon, sock",
    "pig, glacier, honor, pliers, hail, harp, debt, lichen, star, scarf",
    "hen, canyon, pride, wrench, frost, drum, wage, reed, orbit, boot",
]
USES = [f"- {first}\n- {second}" for first, second in zip(
    ["doorstop", "footrest", "drum", "bookend", "sledge"],
    ["paper weight", "nail hammer", "fence post", "ship ballast", "garden border"],
    strict=True,
)]  # fmt: skip
TRIALS = 6
SIZE = f"embedding=builtin,max_eval_instances=1,num_trials={TRIALS},model=text,instruction={VERBALIZED}"
ENTRIES = [
    f"creativity_dat:dictionary=none,{SIZE}",
    f"creativity_aut:protocol=agc2026,prompts=own,judges=fake/judge,{SIZE}",
]


def texts_for(call):
    return WORDS if "10 words" in call.prompt else USES


BEHAVIOURS = {
    "five": lambda call: reply(in_tags(texts_for(call))),
    "one": lambda call: reply(texts_for(call)[0]),
    "refuses": lambda call: reply(REFUSAL),
    "judge": lambda call: reply("31"),
}


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """Folder of the runs of three models and a baseline, and the requests that the server got."""
    folder = tmp_path_factory.mktemp("verbalized")
    with ChatServer(BEHAVIOURS) as server:
        models = helm.deployments(folder, server.url, list(BEHAVIOURS))
        under_test = [model for model in models if model != "fake/judge"]
        helm.run(folder, ENTRIES, models=[*under_test, "creativity/random-nouns"])
        yield folder, server.bodies


def run_of(world, benchmark, model):
    runs, _ = read_suite(world[0] / "runs" / "s")
    (found,) = (run for run in runs if run.group == f"creativity_{benchmark}" and run.model.endswith(f"/{model}"))
    return found


@pytest.mark.commands
def test_the_model_is_asked_for_five_and_has_room_for_five(world):
    """The run says so in its name, its comparable settings and its provenance."""
    asked = [body for body in world[1] if body["model"] != "judge"]
    assert asked
    assert all(body["messages"][-1]["content"].startswith(LEAD) for body in asked)
    assert {body["max_tokens"] for body in asked} == {5 * 4096}
    run = run_of(world, "dat", "five")
    assert f",instruction={VERBALIZED}," in run.name
    assert f"|instruction:{ASKED.checksum}|" in run.comparable
    assert (run.instruction, run.provenance["max_tokens"]) == (VERBALIZED, "20480")


@pytest.mark.commands
@pytest.mark.parametrize(("benchmark", "texts"), [("dat", WORDS), ("aut", USES)])
def test_one_of_them_is_the_response(world, benchmark, texts):
    """Another one in other trials of the same item, although the reply is the same."""
    samples = saved_samples(run_of(world, benchmark, "five"))
    assert len(samples) == TRIALS
    responses = [sample.row.response for sample in samples]
    assert {response.written for response in responses} == {in_tags(texts)}
    assert len({response.text for response in responses}) > 2
    for sample, response in zip(samples, responses, strict=True):
        drawn = draw(find_candidates(response.written), sample.item, sample.trial, response.written)
        assert response.text == drawn.text


@pytest.mark.commands
def test_the_score_is_that_of_the_drawn_words(world):
    """As if they had been the whole reply."""
    run = run_of(world, "dat", "five")
    texts = [sample.row.response.text for sample in saved_samples(run)]
    scored = hc.score("dat", [{"response": text} for text in texts], embedding="builtin", dictionary="none")
    assert run.stats["score"] == pytest.approx(sum(scored.scores) / TRIALS)
    assert run.stats["valid_rate"] == 1


@pytest.mark.commands
def test_judges_see_the_drawn_uses_alone(world):
    """Neither the other candidates, nor their probabilities, nor the instruction."""
    questions = [body["messages"][-1]["content"] for body in world[1] if body["model"] == "judge"]
    drawn = {sample.row.response.text for sample in saved_samples(run_of(world, "aut", "five"))}
    shown = []
    for question in questions:
        assert ASKED.text not in question
        assert not re.search(r"<(response|text|probability)>", question)
        shown += [text for text in USES if all(use in question for use in text.replace("- ", "").split("\n"))]
        named = [text for text in USES if any(use in question for use in text.replace("- ", "").split("\n"))]
        assert len(named) <= 1  # the baseline's uses are others
    assert set(shown) == drawn
    assert run_of(world, "aut", "five").stats["score"] == 31


@pytest.mark.commands
@pytest.mark.parametrize("benchmark", ["dat", "aut"])
@pytest.mark.parametrize(("model", "rate"), [("one", "unparsable_rate"), ("refuses", "refusal_rate")])
def test_a_reply_without_candidates_is_counted_and_has_no_score(world, benchmark, model, rate):
    """A response that ignores the instruction is none of several; a refusal remains one."""
    stats = run_of(world, benchmark, model).stats
    assert (stats[rate], stats["valid_rate"]) == (1, 0)
    assert "score" not in stats


REFUSED = {
    "pace": ({"embedding": "builtin", "dictionary": "none"}, "asks the model further because of a response"),
    "live_idea_bench": ({"prompts": "own", "judges": "creativity/lexical-judge"}, "asks the model further because of"),
    "create": (
        {"judges": "creativity/lexical-judge", "embedding": "builtin"},
        "form=verbalized is the paper's own way",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_where_it_makes_no_sense_it_is_refused(name):
    """Before a request, with the reason."""
    values, why = REFUSED[name]
    with pytest.raises(BadArguments, match=rf"instruction=verbalized cannot be asked, leave it out: .*{why}"):
        get_run_spec_function(f"creativity_{name}")(instruction=VERBALIZED, **values)
