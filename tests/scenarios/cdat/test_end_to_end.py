"""The conditional DAT through HELM's own commands: two baselines, a model that obeys the cue and one that is silent."""

import json
import re

import pytest
from support import helm
from support.cdat import nearest_nouns
from support.server import ChatServer, reply

from helm_creativity.cli import main
from helm_creativity.words.cues import CUE_WORDS

pytestmark = pytest.mark.commands

ENTRY = "creativity_cdat:embedding=builtin,model=text"
BASELINES = ["creativity/random-nouns", "creativity/greedy"]
CUE = re.compile(r'cue word: "(\w+)"')


def obedient(call):
    """Nouns near to the cue, the cue's plural among them; silence at ``dust``."""
    (cue,) = CUE.findall(call.prompt)
    return reply("" if cue == "dust" else json.dumps([*nearest_nouns(cue, 30)[5:14], f"{cue}s"]))


BEHAVIOURS = {"obedient": obedient, "silent": lambda call: reply("")}


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    """The folder after ``helm-run``."""
    folder = tmp_path_factory.mktemp("cdat")
    with ChatServer(BEHAVIOURS) as server:
        models = helm.deployments(folder, server.url, list(BEHAVIOURS))
        helm.run(folder, [ENTRY], models=[*models, *BASELINES])
    return folder


@pytest.mark.parametrize("model", [*BASELINES, "fake/obedient"])
def test_every_run_has_the_stats_of_the_gate(suite, model):
    """Beside those that every benchmark has, and without a standard error."""
    stats = helm.stats(suite, model)
    assert (stats["num_instances"], stats["num_answers"]) == (50, 50)
    assert stats["score"] == stats["novelty"] > 0
    assert stats["score_se"] == stats["novelty_se"] >= 0
    assert stats["appropriateness_200"] == pytest.approx(100 + stats["appropriateness"])
    assert 0 <= stats["gate_p_value"] <= 1
    assert {"gate_p_value_se", "gate_difference_se", "random_appropriateness_se"} & set(stats) == set()
    if stats["valid_rate"] == 1:
        # One answer a cue: the mean over cues is the mean over answers.
        assert stats["gate_difference"] == pytest.approx(stats["appropriateness"] - stats["random_appropriateness"])


def test_greedy_obeys_the_cue_and_random_nouns_do_not(suite):
    """Both are valid; only appropriateness tells them apart."""
    random, greedy = (helm.stats(suite, model) for model in BASELINES)
    assert random["valid_rate"] == greedy["valid_rate"] == 1
    assert random["cue_rate"] == greedy["cue_rate"] == 0
    assert greedy["gate_p_value"] < 1e-6
    assert random["gate_p_value"] > 0.001
    assert greedy["appropriateness"] > random["appropriateness"] + 10
    assert random["novelty"] > greedy["novelty"]


def test_what_the_model_did_wrong_is_counted(suite):
    """The cue's plural, and an answer that never came; of two cues another form is among the nouns near to them."""
    stats = helm.stats(suite, "fake/obedient")
    assert stats["valid_rate"] == pytest.approx(49 / 50)
    assert stats["empty_rate"] == pytest.approx(1 / 50)
    assert stats["cue_rate"] == pytest.approx(51 / 490)
    assert stats["score_failures_as_zero"] == pytest.approx(stats["score"] * 49 / 50)


def test_the_leaderboard_says_who_passes(suite, capsys):
    """Over all models of the suite; a model without any score is named below."""
    assert main(["leaderboard", "s", "--output-path", str(suite)]) == 0
    table, gate, lacking = capsys.readouterr().out.split("\n\n")
    assert lacking.startswith("no test for the gate: creativity_cdat:")
    assert "fake_silent" in lacking
    assert table.startswith("creativity_cdat\n")
    assert "fake/silent" in table
    lines = gate.splitlines()
    assert lines[0] == "creativity_cdat: gate, Benjamini-Hochberg over the models of a temperature, α = 0.001"
    rows = {line.split()[0]: line.split()[1:] for line in lines[3:-4]}
    passes = {model: cells[-1] for model, cells in rows.items()}
    assert passes == {"creativity/greedy": "yes", "fake/obedient": "yes", "creativity/random-nouns": "no"}
    assert rows["creativity/random-nouns"][:2] == ["-", "1"]
    assert rows["creativity/greedy"][0] == f"{helm.stats(suite, 'creativity/greedy')['novelty']:.2f}"
    assert lines[-4].startswith("comparable settings: cdat|protocol:schapiro2026|")
    assert "temperature:" not in lines[-4]


def test_helms_pages_take_the_suite(suite):
    """With a schema of what was run, and no complaint but that silence has no score."""
    schema = suite / "schema.yaml"
    assert main(["schema", "s", "--output-path", str(suite), "--out", str(schema)]) == 0
    output = helm.summarize(suite, schema, validation="error")
    warnings = [line for line in output.splitlines() if "WARNING" in line]
    assert [line for line in warnings if "does not have any stat matched by" not in line] == []
    (table,) = json.loads((suite / "runs" / "s" / "groups" / "creativity_cdat.json").read_text())
    titles = [cell["value"] for cell in table["header"]]
    assert titles[4:] == ["Appropriate", "Above random", "p (above random)", "Valid words"]
    assert len(table["rows"]) == len(BEHAVIOURS) + len(BASELINES)


def test_every_cue_was_asked_once(suite):
    """As the requests of the run say."""
    (folder,) = (suite / "runs" / "s").glob("*model=fake_obedient*")
    states = json.loads((folder / "scenario_state.json").read_text())["request_states"]
    assert [state["instance"]["extra_data"]["cue"] for state in states] == list(CUE_WORDS)
