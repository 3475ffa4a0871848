"""Every answer's own stats on the page of a run."""

import json

from helm_creativity.helm.run_page import number_trials


def write(folder, trials, entries):
    """A run's page as HELM leaves it: answers in the order of ``trials``, each with the means of its item."""
    shown = [{"instance_id": item, "train_trial_index": 0, "stats": {"score": 2.5, "x": 1.0}} for item, _ in trials]
    asked = [{"request": {"random": str(trial)} if trial else {}} for _, trial in trials]
    stats = [
        {
            "instance_id": item,
            "train_trial_index": number,
            "stats": [{"name": {"name": name}, "mean": mean} for name, mean in values.items()],
        }
        for item, number, values in entries
    ]
    for name, content in (("display_predictions", shown), ("display_requests", asked), ("per_instance_stats", stats)):
        (folder / f"{name}.json").write_text(json.dumps(content))


def shown(folder):
    written = json.loads((folder / "display_predictions.json").read_text())
    return [(entry["instance_id"], entry["train_trial_index"], entry["stats"]) for entry in written]


ENTRIES = [
    ("a", 0, {"score": 2.5, "x": 1.0, "hidden": 1}),
    ("a", 1, {"score": 2.0, "x": 1.0, "hidden": 1}),
    ("a", 2, {"score": 3.0, "hidden": 2}),
    ("b", 0, {"score": 2.5, "x": 1.0}),
]


def test_answers_are_numbered_by_their_trials(tmp_path):
    """Stats that the page does not show stay away, undefined ones are left out, a single answer stays as it is."""
    write(tmp_path, [("a", 1), ("b", 0), ("a", 0)], ENTRIES)
    expected = [("a", 2, {"score": 3.0}), ("b", 0, {"score": 2.5, "x": 1.0}), ("a", 1, {"score": 2.0, "x": 1.0})]
    for _ in range(2):  # a second time nothing changes
        number_trials(tmp_path)
        assert shown(tmp_path) == expected


def test_pages_without_an_entry_an_answer_stay_as_they_are(tmp_path):
    """Runs of older make have only means; where a request brought several completions, the page shows the first."""
    for entries in (ENTRIES[:1], ENTRIES[:2], [*ENTRIES[:3], ("a", 3, {"score": 4.0})]):
        write(tmp_path, [("a", 0), ("a", 1)], entries)
        before = (tmp_path / "display_predictions.json").read_bytes()
        number_trials(tmp_path)
        assert (tmp_path / "display_predictions.json").read_bytes() == before
