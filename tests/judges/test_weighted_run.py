"""Uses rated one by one and weighted by probabilities, through HELM's own command and a real server."""

import json
from collections import Counter

import pytest
from support import helm
from support.server import ChatServer, failure, reply, weighed

from helm_creativity.benchmark.follow_ups import Replies, transcript_in

pytestmark = pytest.mark.commands

GROUP = "creativity_aut"
FIRST = ("2", {"2": 0.75, "1": 0.25})
SECOND = ("4", {"4": 0.5, "5": 0.5})
WEIGHED = weighed("1: ", FIRST, "\n2: ", SECOND, "\n")
SORTED = reply("1: weights\n2: weights")
JUDGES = ["tells", "alike", "omits", "refuses"]
SIZE = "embedding=builtin,max_eval_instances=2,num_trials=1,model=text"


def judge(rating, other=None):
    """A judge that sorts both uses into one category; without probabilities it says what ``other`` is."""

    def behave(call):
        if "Sort these uses" in call.prompt:
            return SORTED
        return rating if "logprobs" in call.body else other or reply("1: 2\n2: 4")

    return behave


BEHAVIOURS = {
    "candidate": lambda call: reply(f"- a paper{call.number}\n- a drum"),
    "tells": judge(WEIGHED),
    "alike": judge(weighed("1: ", SECOND, "\n2: ", FIRST, "\n")),
    "omits": judge(reply("1: 2\n2: 4")),
    "refuses": judge(failure(400)),
}


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    """One suite: the uses rated with weights, as they are written, and not at all; what was asked; what was printed."""
    folder = tmp_path_factory.mktemp("uses")
    judged = f"{GROUP}:protocol=mctb2025,prompts=own,judges={'+'.join(f'fake/{name}' for name in JUDGES)}"
    with ChatServer(BEHAVIOURS) as server:
        helm.deployments(folder, server.url, list(BEHAVIOURS))
        entries = [f"{judged},weighted=true,{SIZE}", f"{judged},{SIZE}", f"{GROUP}:protocol=wenger2025,{SIZE}"]
        output = helm.run(folder, entries, models=["fake/candidate"], impatient=True)
        return folder, list(server.bodies), output


def runs_of(folder):
    """The folders of the weighted run, the plain one and the one without judges."""
    found = sorted((folder / "runs" / "s").glob(f"{GROUP}:*"), key=lambda path: -len(path.name))
    kinds = [("weighted=" in path.name) + ("judges=" in path.name) for path in found]
    assert kinds == [2, 1, 0]
    return found


def judged(path):
    """The replies of judges about each response; none where none was asked."""
    states = json.loads((path / "scenario_state.json").read_text())["request_states"]
    return [Replies(its.judge_replies) for state in states if (its := transcript_in(state["annotations"]))]


def stats(path):
    return {its["name"]["name"]: its["mean"] for its in json.loads((path / "stats.json").read_text()) if its["count"]}


def test_weighted_and_plain_ratings_of_one_suite(world):
    """By hand: 0.75 * 2 + 0.25 * 1 = 1.75 and 0.5 * 4 + 0.5 * 5 = 4.5, turned around by one judge; 2 as written."""
    weighted, plain, unjudged = runs_of(world[0])
    assert len(judged(weighted)) == len(judged(plain)) == 2
    for replies in judged(weighted):
        assert replies.values("originality", about="#1") == [pytest.approx(4.5), pytest.approx(1.75)]
        assert replies.values("flexibility") == [1, 1, 1, 1]
    found = stats(weighted)
    assert found["judged_originality"] == pytest.approx(3.125)
    # Of 8 ratings and 4 counts for each of two objects, those of two judges' ratings are missing.
    assert found["judge_coverage"] == pytest.approx(8 / 12)
    assert (found["judge_calls"], found["judge_failures"]) == (16, 8)
    for replies in judged(plain):
        assert replies.values("originality", about="#1") == [2, 2, 2, 2]
    assert weighted.name.replace(",weighted=true", "") == plain.name
    questions = [body for body in world[1] if body["model"] == "tells"]
    asked = Counter(("Sort these uses" in body["messages"][-1]["content"], "logprobs" in body) for body in questions)
    assert asked == {(False, True): 2, (False, False): 2, (True, False): 2}
    assert judged(unjudged) == []
    assert "judge_calls" not in stats(unjudged)


def test_judges_who_bring_no_probabilities_are_reported_at_the_end(world):
    """By name, with the reason, and once more in the last lines, with the run and what to do."""
    weighted, _, _ = runs_of(world[0])
    before, _, last = world[2].partition("Runs of this command whose scores need attention:")
    for lines in (before, last):
        assert lines.count("fake/omits: 4 of 6 ratings are missing (no_probabilities 4)") == 1
        assert lines.count("fake/refuses: 4 of 6 ratings are missing (failed 4)") == 1
        assert lines.count(" ratings are missing") == 2
    assert f"* {weighted.name}: " in last
