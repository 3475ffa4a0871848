"""Suites as frames: what the tables of files hold, without files."""

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from support.participants import sample
from support.simulated import simulated_suite

from helm_creativity.people.sample import read_people, write_sample
from helm_creativity.results import tidy
from helm_creativity.results.loading import read_suite
from helm_creativity.results.runs import find_suites, read_suites


@pytest.fixture(scope="module")
def output(tmp_path_factory):
    folder = tmp_path_factory.mktemp("frames")
    simulated_suite(
        folder / "runs" / "s", 3, n_models=3, benchmarks=("dat", "rat"), n_items=3, n_trials=2, failures=0.1
    )
    return folder


def written(output, name):
    tidy.write_tables(read_suites(find_suites(["s"], output)), output / "out", tidy.TABLES[:3], pytest.fail)
    return pl.read_parquet(output / "out" / f"{name}.parquet")


def test_stats_are_the_tables_of_stats_and_runs(output):
    frame = read_suite(["s"], output).run_stats()
    assert frame.columns == [*tidy.STATS, *(name for name in tidy.RUNS if name != "run")]
    assert_frame_equal(frame.select(list(tidy.STATS)), written(output, "stats"))
    runs = frame.select(list(tidy.RUNS)).unique(maintain_order=True)
    assert_frame_equal(runs, written(output, "runs"), check_row_order=False)


def test_scores_are_the_table_of_scores_with_what_is_known_of_their_runs(output, monkeypatch):
    """Read when collected; a filter and a choice of columns go into the reading."""
    lazy, read = read_suite(["s"], output).response_scores(), []
    assert isinstance(lazy, pl.LazyFrame)
    whole = lazy.collect()
    assert whole.schema == lazy.collect_schema()
    assert_frame_equal(whole.select(list(tidy.SCORES)), written(output, "scores"))
    assert whole["participant"].null_count() == len(whole)
    best = lazy.filter(pl.col("stat") == "score", pl.col("model") == "creativity/greedy").select("item", "value")
    expected = whole.filter(pl.col("stat") == "score", pl.col("model") == "creativity/greedy").select("item", "value")
    assert len(expected) > 0
    assert_frame_equal(best.collect(), expected)
    monkeypatch.setattr(tidy, "AHEAD", 1)
    monkeypatch.setattr(tidy, "all_scores", lambda run, real=tidy.all_scores: read.append(run.name) or real(run))
    assert_frame_equal(read_suite(["s"], output).response_scores().head(5).collect(), whole.head(5))
    assert len(read) == 1  # no more runs than rows are wanted


def test_responses_of_people_are_rows_too(output, tmp_path):
    people = sample({"p": [2.0, 2.0], "q": [4.0, None]})
    write_sample(people, tmp_path / "people")
    frame = read_suite(["s"], output, people=tuple(read_people([tmp_path / "people"]))).response_scores().collect()
    own = frame.filter(pl.col("participant").is_not_null())
    assert own["run"].unique().to_list() == [people.name]
    assert own["comparable"].unique().to_list() == [people.comparable]
    assert own.filter(pl.col("stat") == "score")["value"].to_list() == [2.0, 2.0, 4.0, None]
    assert own["model"].null_count() == len(own)
    assert len(frame) - len(own) == len(read_suite(["s"], output).response_scores().collect())
