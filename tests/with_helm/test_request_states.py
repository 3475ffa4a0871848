"""What providers say about the end of an answer, in the words of ``Response``."""

import pytest
from helm.common.request import GeneratedOutput, RequestResult
from support import states

from helm_creativity.benchmark.types import Response
from helm_creativity.helm.clients.responses import to_response, trial_in


def answer(reason, text="cat", **result):
    fields = {"success": True, "cached": False, "embedding": [], "completions": []}
    finish = None if reason is None else {"reason": reason}
    completion = GeneratedOutput(text=text, logprob=0.0, tokens=[], finish_reason=finish)
    return to_response(RequestResult(**{**fields, **result}), completion)


@pytest.mark.parametrize(
    ("reason", "kept"),
    [
        *((word, "length") for word in ("length", "max_tokens", "MAX_TOKENS", "model_length", "max_output_tokens")),
        *((word, "content_filter") for word in ("content_filter", "SAFETY", "It violates the content policy.")),
    ],
)
def test_every_providers_word_for_the_token_limit_and_for_a_filter(reason, kept):
    assert answer(reason) == Response("cat", finish_reason=kept)


def test_an_annotator_gets_the_one_answer():
    """With the fields of its item; none is an empty answer, and several are refused."""
    item = states.instance("a", cue="river")
    trial = trial_in(states.state(item, "cat"))
    assert (trial.sample.response.text, trial.sample.fields["cue"]) == ("cat", "river")
    assert (trial.item, trial.number, trial.prompt) == (item.id, 0, item.input.text)
    assert trial_in(states.state(item, "", completions=[])).sample.response.text == ""
    two = [GeneratedOutput(text, 0.0, []) for text in ("cat", "dog")]
    with pytest.raises(ValueError, match="expected one answer, got 2: use num_trials= instead of num_outputs="):
        trial_in(states.state(item, "", completions=two))
