"""Which of a model's responses are the same text, and what that says of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from helm.benchmark.adaptation.adapter_spec import AdapterSpec
from helm.benchmark.adaptation.request_state import RequestState

from helm_creativity.benchmark.comparability import is_baseline
from helm_creativity.benchmark.follow_ups import Trial
from helm_creativity.clients.request_states import samples_in
from helm_creativity.results.run_stats import Observations

LEAST_CHARACTERS = 40
"""Shortest response that is looked at: two that are shorter, such as the solution of a riddle, may well be equal."""


def observations(adapter: AdapterSpec, trials: Sequence[Trial]) -> Observations:
    """Which responses are one observation: those of an item whose text is the same.

    At temperature 0 and from our baselines a text that is written again is no news, however short it is; that is as it
    should be, so there is no rate. At a temperature above 0 it is a copy only where it has 40 characters or more. A
    model that is sure of the solution of a riddle, or of the letters of an analogy, writes these again and again, and
    every time is an observation; a whole list or story comes a second time from a fixed seed or a cache. The rate is
    over these long responses, and None where no item has two of them.

    Copies matter where there is one item, whose responses are the only sample. Where there are several items, standard
    errors count items, and all responses to one of them are one observation anyway, copied or not.

    A text of 40 characters or more that responds to several items is shared, at any temperature: it cannot be about the
    prompt. Shorter ones may well be right for several items, and some of our baselines heed no prompt.
    """
    sampled = _sampled(adapter)
    texts = [trial.sample.response.text.strip() if trial.sample.response else "" for trial in trials]
    long = [not sampled or len(text) >= LEAST_CHARACTERS for text in texts]
    keys = tuple(
        (trial.item, text) if looked_at else place
        for place, (trial, text, looked_at) in enumerate(zip(trials, texts, long, strict=True))
    )
    answered: defaultdict[str, set[str]] = defaultdict(set)
    for trial, text in zip(trials, texts, strict=True):
        answered[text].add(trial.item)
    model = not is_baseline(adapter.model)
    shared = tuple(model and len(text) >= LEAST_CHARACTERS and len(answered[text]) > 1 for text in texts)
    items = [trial.item for trial, looked_at in zip(trials, long, strict=True) if looked_at]
    later = len(items) - len(set(items))
    if not sampled or not later:
        return Observations(keys, None, shared)
    different = len({key for key, looked_at in zip(keys, long, strict=True) if looked_at})
    return Observations(keys, (len(items) - different) / later, shared)


def _sampled(adapter: AdapterSpec) -> bool:
    """Whether responses to a prompt are drawn anew each time; some of our baselines write the same."""
    return adapter.temperature > 0 and not is_baseline(adapter.model)


def equal_responses(adapter: AdapterSpec, states: Sequence[RequestState]) -> str | None:
    """A warning, where at a temperature above 0 all responses to at least half of the prompts are the same text.

    Looked at are prompts with two responses of 40 characters or more. Our own baselines are left out.
    """
    if not _sampled(adapter):
        return None
    texts: defaultdict[str, list[str]] = defaultdict(list)
    for state in states:
        written = [sample.response.text.strip() for sample in samples_in(state) if sample.response]
        texts[str(state.instance.id)] += [text for text in written if len(text) >= LEAST_CHARACTERS]
    several = [responses for responses in texts.values() if len(responses) > 1]
    equal = [len(responses) for responses in several if len(set(responses)) == 1]
    if not equal or 2 * len(equal) < len(several):
        return None
    count = f"all {equal[0]}" if len(set(equal)) == 1 else f"all {min(equal)} to {max(equal)}"
    return (
        f"for {len(equal)} of {len(several)} prompts {count} responses are equal, at temperature "
        f"{adapter.temperature:g}: the usual cause is a fixed seed on the server, or a caching proxy. Such trials "
        "count as one response: remove the cause and run again under another --suite, with an empty cache"
    )
