"""Names of runs at the heads of the table of items."""

from types import SimpleNamespace

from helm_creativity.reports.response_page import _run_labels


def test_runs_of_one_model_are_told_apart_by_what_they_do_not_share():
    """One whose settings another one has too, and more, is named by its model alone."""
    settings = ["temp=1", "instruction=verbalized,temp=1", "temp=1", "temp=1,max_tokens=9"]
    models = ["a/x", "a/x", "b/y", "a/x"]
    runs = [
        SimpleNamespace(name=f"creativity_dat:{given},model={model.replace('/', '_')}", model=model)
        for given, model in zip(settings, models, strict=True)
    ]
    assert _run_labels(runs) == ["a/x", "a/x instruction=verbalized", "b/y", "a/x max_tokens=9"]
