"""Which benchmark a baseline responds for."""

from helm_creativity.baselines import client
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import list_entries


def test_the_benchmark_of_a_prompt_is_looked_for_once(monkeypatch):
    story = get_benchmark("story")
    prompt = next(iter(story.items(parse_settings(story, {}, require=False)))).prompt.text
    asked, respond = [], client.baseline_response
    monkeypatch.setattr(
        client, "baseline_response", lambda found, *rest: asked.append(found.name) or respond(found, *rest)
    )
    replies = [client.baseline_reply(prompt, CHOOSERS["random"]("builtin", seed)) for seed in (1, 2)]
    assert replies == [respond(story, prompt, CHOOSERS["random"]("builtin", seed)) for seed in (1, 2)]
    assert asked[-2:] == ["story", "story"]
    assert len(asked) > 5
    assert client.baseline_reply("Name a colour.", CHOOSERS["random"]("builtin", 1)) is None
    assert asked[-1] == list_entries()[-1].name
