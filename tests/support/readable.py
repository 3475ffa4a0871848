"""Suites whose responses can be read."""

from support.folders import entry
from support.judged import state, write_run


def response(item, text, *replies, trial=0, prompt="What is new?", **result):
    """One answered request."""
    found = state(item, *replies, trial=trial)
    found["request"]["prompt"] = prompt
    found["result"]["completions"][0] |= {"text": text, "finish_reason": {"reason": "stop"}}
    found["result"] |= result
    return found


def written(suite, model, texts, scores, *replies, **more):
    """A run with one response to each item; an item whose score is None has none."""
    states = [response(item, text, *replies) for item, text in texts.items()]
    known = [entry(item, 0, **({} if scores[item] is None else {"score": scores[item]})) for item in texts]
    means = [value for value in scores.values() if value is not None]
    stats = {"score": sum(means) / len(means), "num_answers": float(len(texts)), "num_instances": float(len(texts))}
    return write_run(suite, model, states, entries=known, stats=stats, **more)
