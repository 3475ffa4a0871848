"""Suites whose responses can be read, and their reports."""

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


def report_page(output, **choice):
    """The report of the suite ``s`` in an output folder."""
    from helm_creativity.reports.report.page import render_report
    from helm_creativity.results.findings import derive_findings
    from helm_creativity.results.options import Options
    from helm_creativity.results.runs import find_suites, read_suites
    from helm_creativity.results.study import build_score_matrix

    suites = find_suites(["s"], output)
    collected = read_suites(suites)
    study = build_score_matrix(suites, {}, lambda line: None, collected)
    return render_report(derive_findings(study, collected.runs, Options(draws=100)), {}, **choice)
