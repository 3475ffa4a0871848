"""Whether all of a model's sampled responses to a prompt are the same text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from helm.benchmark.adaptation.adapter_spec import AdapterSpec
from helm.benchmark.adaptation.request_state import RequestState

from helm_creativity.clients.request_states import samples_in
from helm_creativity.core.pooling import is_baseline

LEAST_CHARACTERS = 40
"""Shortest response that is looked at: two that are shorter, such as the solution of a riddle, may well be equal."""


def equal_responses(adapter: AdapterSpec, states: Sequence[RequestState]) -> str | None:
    """A warning, where at a temperature above 0 all responses to at least half of the prompts are the same text.

    Looked at are prompts with two responses of 40 characters or more. Our own baselines are left out: some of them
    write the same to a prompt each time.
    """
    if adapter.temperature <= 0 or is_baseline(adapter.model):
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
        f"{adapter.temperature:g}: the usual cause is a fixed seed at the server, or a proxy that caches. Such trials "
        "are worth one response: remove the cause and run again under another --suite, with an empty cache"
    )
