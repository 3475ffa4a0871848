"""What the model and its judges are asked because of a response, in whatever order responses arrive."""

from hypothesis import given
from hypothesis import strategies as st
from support.given import arrived
from support.judges import REFUSAL

from helm_creativity.benchmark.follow_ups import AskJudges, Trial
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import Response, Sample

BENCHMARK = get_benchmark("live_idea_bench")
IDEA = "Feed bees by drone."
pools = st.lists(
    st.sampled_from([IDEA, "Tax salt by weight.", "Sow flax in winter.", "", REFUSAL]), min_size=1, max_size=5
)


@given(pools, pools, st.sampled_from(["all", "draw=1", "planned_missing=2"]), st.booleans(), st.data())
def test_any_order_of_arrival_gives_every_response_its_own_transcript(texts, others, design, at_once, data):
    """Two keywords at once, one idea after the other or all in threads; a refused one is asked for again."""
    settings = BENCHMARK.settings_type(protocol="ruan2024", judges="j/0+j/1+j/2", design=design, prompts="own")
    trials = [
        Trial(Sample(Response(text, "stop"), {"keyword": item, "number": place}), "?", item, number)
        for place, (item, its) in enumerate({"bees": texts, "tides": others}.items())
        for number, text in enumerate(its)
    ]
    places = range(len(trials))
    expected, there = arrived(BENCHMARK, settings, trials, places, turn="Well then: an idea.")
    assert all(there)
    order = data.draw(st.permutations(places))
    found, _ = arrived(BENCHMARK, settings, trials, order, turn="Well then: an idea.", at_once=at_once)
    assert found == expected
    for trial, annotation in zip(trials, found, strict=True):
        text, before = trial.sample.response.text, [*texts] if trial.item == "bees" else [*others]
        turns = [entry for entry in annotation["steps"] if "turn" in entry]
        asked = [entry for entry in annotation["steps"] if "turn" not in entry]
        assert len(turns) == (text == REFUSAL)
        idea = "Well then: an idea." if turns else text
        assert [entry["id"] for entry in asked[:1]] == [
            AskJudges(BENCHMARK.rubrics(settings)[0], {"idea": idea}).id
        ] * bool(text)
        pair = f"{trial.number - 1}+{trial.number}"
        compared = bool(text and trial.number and before[trial.number - 1])
        assert [entry["about"] for entry in asked[1:]] == [pair] * compared
