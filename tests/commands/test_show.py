"""``helm-creativity show``: the responses to an item with all that is known of them, for every benchmark."""

import json
import re
from pathlib import Path

import pytest
from support import command, helm
from support.folders import entry
from support.judged import judge_reply, state, write_run
from support.pages import Tree

from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.follow_ups import transcript_in
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.prompts import Instruction
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.errors import BadArguments, FileProblem

METAPHOR = get_benchmark("metaphor")
HOSTILE = "\x1b[31mred\x1b[0m \x07\u202ebidi <script>alert(1)</script> & \r\n\tcat\x00"
CONF = Path(__file__).parents[2] / "run_specs" / "run_entries_demo.conf"
STEERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")


def response(item, text, *replies, prompt="What is new?", trial=0, finish="stop", **result):
    """One answered request."""
    found = state(item, *replies, trial=trial)
    found["request"]["prompt"] = prompt
    found["result"]["completions"][0] |= {"text": text, "finish_reason": {"reason": finish}}
    found["result"] |= result
    return found


@pytest.fixture
def suite(tmp_path):
    return tmp_path / "runs" / "s"


def show(tmp_path, *options):
    return command.run("show", "s", "--output-path", tmp_path, *options)


def test_a_response_is_shown_with_its_judges_replies(suite, tmp_path):
    """Ratings beside the reply that they are from; why one is missing; what the server said of a failed request."""
    first = judge_reply("j/one", originality=7, feasibility="unparsable")
    states = [
        response("fog", "A net\nfor fog.", first, prompt="Fog?", finish="length"),
        response("fog", "", prompt="Fog?", trial=1, success=False, error="503: no capacity"),
    ]
    write_run(suite, "a/x", states)
    assert "a/x, trial 1 (of 2 trials)" in show(tmp_path, "--item", "fog").text
    show(tmp_path, "--item", "fog", "--out", tmp_path / "all.txt")
    text = (tmp_path / "all.txt").read_text("utf-8")
    parts = [
        "creativity_live_idea_bench, item fog: 2 responses of 1 model\n\na/x, trial 0 (of 2 trials)\n=",
        "\n\nPrompt\n    Fog?\n\nResponse\n    ended  length\n    A net\n    for fog.\n\nScore\n    score ",
        "\n\nJudges\n    ratings  1 of 2 planned\n\nj/one on critic\n",
        "    originality  7\n    feasibility  missing: unparsable\n    so be it",
        "\n\na/x, trial 1 (of 2 trials)\n=",
        "\n\nResponse\n    error  503: no capacity\n    (empty)\n",
    ]
    assert re.search(".*".join(map(re.escape, parts)), text, re.DOTALL), text
    assert text.count("Fog?") == 1, "a prompt that several responses share is printed once"


def test_an_instruction_stands_apart_from_the_prompt_of_the_item(tmp_path):
    """Whichever runs of the suite have one; runs without one are shown as before."""
    usual = "creativity_metaphor:prompts=own,judges=creativity/lexical-judge,num_trials=1,model=creativity/greedy"
    single = "creativity_dat:embedding=builtin,num_trials=1,instruction=creative,model=creativity/greedy"
    helm.run(tmp_path, [f"{usual},instruction=creative", usual, single])
    item, *_ = METAPHOR.items(parse_settings(METAPHOR, {"prompts": "own"}, require=False))
    task = item.prompt.text.split()
    show(tmp_path, "--benchmark", "metaphor", "--item", item.id, "--out", tmp_path / "all.txt")
    words = " ".join((tmp_path / "all.txt").read_text("utf-8").split())
    apart = ["Instruction", *Instruction("creative").text.split(), "Prompt", *task, "Response"]
    assert " ".join(apart) in words
    assert words.count("Instruction ") == 1
    assert words.count(" ".join(["Prompt", *task, "Response"])) == 2, "of each run"
    assert "Please enter 10 words" in show(tmp_path, "--benchmark", "dat").text, "the only item of its benchmark"


def test_nothing_that_steers_a_terminal_is_printed_and_html_is_escaped(suite, tmp_path):
    """In texts of models and judges, names, and ids; line breaks stay."""
    replies = [judge_reply(HOSTILE, rubric=HOSTILE, originality="unparsable")]
    states = [response("i\x1b[2J", HOSTILE, *replies, prompt=HOSTILE)]
    write_run(suite, "a/\x1b[31mx", states, arguments="x", entries=[])
    show(tmp_path, "--item", "i\x1b[2J", "--out", tmp_path / "page.html")
    text, html = show(tmp_path, "--item", "i\x1b[2J").text, (tmp_path / "page.html").read_text("utf-8")
    assert [STEERS.search(shown) for shown in (text.replace("\t", ""), show(tmp_path).text, html)] == [None] * 3
    assert "\n        cat" in text
    for shown in (text, Tree(html).text):
        assert shown.count("<script>alert(1)</script> &") >= 3
    assert not re.search(r"<script|(?:src|href)=|url\(|@import", html)
    assert "default-src 'none'" in html


def listed(tmp_path, *arguments):
    """Rows of the list of items."""
    show(tmp_path, *arguments, "--out", tmp_path / "items.json")
    found = json.loads((tmp_path / "items.json").read_text("utf-8"))[0]["rows"]
    (tmp_path / "items.json").unlink()
    return found


def test_without_an_item_all_are_listed(suite, tmp_path):
    """With where their prompts begin to differ, and the mean score of each run; of one trial where it is named.

    Runs of one model are told apart by the settings in which they differ.
    """
    entries = [entry("fog", 0, score=2.0), entry("fog", 1, score=1.0), entry("fog", 2, score=3.0), entry("sea", 0)]
    states = [response(name, "!", prompt=f"Name a use of {name} now.") for name in ("fog", "sea")]
    write_run(suite, "a/x", states, entries=entries)
    write_run(suite, "b/y", states, entries=[entry("fog", 0, score=5.0)])
    assert listed(tmp_path) == [
        {"item": "fog", "prompt": "… fog now.", "a/x": 2.0, "b/y": 5.0},
        {"item": "sea", "prompt": "… sea now.", "a/x": None, "b/y": None},
    ]
    assert [row["a/x"] for row in listed(tmp_path, "--trial", "1", "--model", "a/x")] == [3.0, None]
    write_run(suite, "a/x", states, arguments="temp=1")
    told_apart = set(re.findall(r"^a/x (\S+)", show(tmp_path, "--item", "fog").text, re.M))
    assert told_apart == {"protocol=ruan2024", "temp=1"}


def test_a_run_of_another_package_is_shown_with_its_own_stats(suite, tmp_path):
    """Its scorer is not here; neither is that of a benchmark whose settings have changed since."""
    write_run(suite, "a/x", [response("q1", "Paris")], group="geography", entries=[entry("q1", 0, exact=1.0)])
    text = show(tmp_path, "--item", "q1").text
    assert "\n    Paris\n" in text
    assert re.search(r"^    exact +1$", text, re.MULTILINE)
    assert "the benchmark is none of this package or one like it" in text
    changed = {"group": "creativity_dat", "embedding": "builtin", "comparable": "dat|protocol:old"}
    folder = write_run(suite, "a/x", [response("q1", "A net.")], entries=[entry("q1", 0, score=3.5)], **changed)
    text = show(tmp_path, "--item", "q1", "--benchmark", "dat").text
    assert re.search(r"^    score +3\.5$", text, re.MULTILINE)
    assert "what is installed scores by other settings than the run" in text
    (folder / "per_instance_stats.json").write_text("[")
    assert "cannot read the scores of its items" in show(tmp_path, "--item", "q1", "--benchmark", "dat").text


def test_files_that_cannot_be_read_are_named(suite, tmp_path):
    """As is a run that holds no response."""
    folder = write_run(suite, "a/x", [])
    with pytest.raises(BadArguments, match=r"no response in .*a_x: a dry run"):
        show(tmp_path, "--item", "fog")
    (folder / "scenario_state.json").write_text("[")
    with pytest.raises(FileProblem, match=r"cannot read its responses"):
        show(tmp_path, "--item", "fog")
    write_run(suite, "b/y", [response("fog", "A net.")])
    for done in (show(tmp_path, "--item", "fog"), show(tmp_path)):
        assert re.search(r"^left out: .*model=a_x: cannot read its responses", done.stderr[0])
        assert "fog" in done.text


@pytest.fixture(scope="module")
def every(tmp_path_factory):
    """A small suite of all benchmarks, run by HELM."""
    folder, entries = tmp_path_factory.mktemp("every"), re.findall(r'description: "([^"]+)"', CONF.read_text("utf-8"))
    small = [re.sub(r",(max_eval_instances|num_trials)=\d+", "", entry) + ",max_eval_instances=2" for entry in entries]
    helm.run(folder, small, models=["creativity/greedy"])
    return folder


@pytest.mark.commands
@pytest.mark.parametrize("name", [entry.name for entry in list_entries() if entry.ours])
def test_every_item_of_every_benchmark_can_be_shown(every, name):
    """With prompt, response, and where there are judges their replies, in text and on a page."""
    (folder,) = (every / "runs" / "s").glob(f"creativity_{name}:*")
    states = json.loads((folder / "scenario_state.json").read_text("utf-8"))["request_states"]
    firsts = {saved["instance"]["id"]: saved for saved in reversed(states)}
    assert {row["item"] for row in listed(every, "--benchmark", name)} == set(firsts)
    for item, first in firsts.items():
        where = ["--benchmark", name, "--item", item, "--trial", first["request"].get("random", "0")]
        done, page = show(every, *where), show(every, *where, "--out", every / f"{name}.html")
        assert done.stderr == page.stderr == []
        assert "from the run's files" not in done.text
        texts = [first["request"]["prompt"], first["result"]["completions"][0]["text"]]
        if transcript := transcript_in(first["annotations"]):
            assert transcript.steps
            texts += [reply.reply for reply in transcript.judge_replies if reply.reply]
        for shown in (done.text, Tree((every / f"{name}.html").read_text("utf-8")).text):
            flat = " ".join(shown.split())
            assert all(" ".join(text.split()) in flat for text in texts)
