"""``helm-creativity judges exam``: judges are asked about texts that people judged; each gets a card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from helm_creativity.commands.options import FILE, NEW_FOLDER, announce_plans, price_option, print_tables, tell
from helm_creativity.defaults import LOCAL_PATH, THREADS
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import counted

if TYPE_CHECKING:
    from helm_creativity.benchmark.rubrics import Question, Rubric
    from helm_creativity.judges.evaluation.taking import Examined, ExamOptions
    from helm_creativity.judges.evaluation.types import ExamSet

# ``judges.settings`` and ``judges.evaluation.taking`` have these, and cost more to load than all of the command's help.
SEED, TEMPERATURE, TOKENS = 42, 0.0, 4096
LACKS_REPLY = ("failed", "not_asked")


@click.command(short_help="test judges on texts that people rated; write their cards")
@click.option("--judges", required=True, metavar="A+B", help="HELM's names for the judges' deployments, joined by +.")
@click.option(
    "--set", "sets", multiple=True, metavar="NAME", help="Set; repeatable (default: all whose files are here)."
)
@click.option(
    "--ratings", type=FILE, help="Your own file instead of a set: one response per row, with people's ratings."
)
@click.option("--rater", multiple=True, metavar="COLUMN", help="With --ratings: a rater's column (default: rating).")
@click.option("--prompt", metavar="COLUMN", help="With --ratings: the column of prompts (default: prompt).")
@click.option("--response", metavar="COLUMN", help="With --ratings: the column of responses (default: response).")
@click.option("--item", metavar="COLUMN", help="With --ratings: the column of items (default: the prompt).")
@click.option("--source", metavar="COLUMN", help="With --ratings: the column that says who wrote the response.")
@click.option("--scale", nargs=2, type=float, metavar="LOW HIGH", help="With --ratings: the ends of the rating scale.")
@click.option("--question", help="With --ratings: what judges are asked to rate, in one sentence.")
@click.option("--licence", help="With --ratings: licence of the data, for the card.")
@click.option(
    "--sample", type=click.IntRange(1), metavar="N", help="Number of responses from each set, spread over its items."
)
@click.option("--seed", type=int, default=SEED, show_default=True, help="Seed of the sample.")
@click.option("--base-url", metavar="URL", help="An OpenAI-compatible server; judges that it has are asked there.")
@click.option("--api-key-env", metavar="VAR", help="The environment variable that holds the key of --base-url.")
@click.option(
    "--local-path",
    "--prod-env",
    type=click.Path(path_type=Path),
    default=LOCAL_PATH,
    show_default=True,
    help="helm-run's --local-path, cache included.",
)
@click.option("--judge-temp", type=float, default=TEMPERATURE, show_default=True, help="Temperature of the judges.")
@click.option("--judge-max-tokens", type=int, default=TOKENS, show_default=True, help="Token limit of a reply.")
@click.option("--threads", type=int, default=THREADS, show_default=True, help="Number of concurrent requests.")
@price_option("Price per million tokens.")
@click.option("--dry-run", is_flag=True, help="Print what judges would be asked, and stop.")
@click.option("--out", type=NEW_FOLDER, metavar="DIR", help="Folder for cards (default: with the fetched files).")
def exam(
    judges: str,
    sets: Sequence[str],
    ratings: Path | None,
    sample: int | None,
    seed: int,
    base_url: str | None,
    api_key_env: str | None,
    local_path: Path,
    judge_temp: float,
    judge_max_tokens: int,
    threads: int,
    prices: Sequence[str],
    dry_run: bool,
    out: Path | None,
    **own: Any,  # noqa: ANN401 - what a file of one's own holds
) -> None:
    """Ask judges about texts that people judged, and write a card of each.

    Judges are asked as in a run, and their replies are cached. The same command continues a stopped exam; repeating a
    finished exam asks nothing. Fetch public sets with `helm-creativity items fetch NAME`.
    """
    from helm_creativity.commands.running.server import served_judges
    from helm_creativity.judges.evaluation.taking import ExamOptions

    options = ExamOptions(judge_temp, judge_max_tokens, local_path, threads, sample, seed)
    with served_judges(judges, base_url, api_key_env, local_path, tell, write=not dry_run) as names:
        complete = _examine(names, _exams(sets, ratings, own), options, prices, dry_run, out)
    if not complete:
        click.get_current_context().exit(1)


def _examine(
    judges: str, exams: Sequence[ExamSet], options: ExamOptions, prices: Sequence[str], dry_run: bool, out: Path | None
) -> bool:
    from helm_creativity.judges.designs import parse_judges
    from helm_creativity.judges.evaluation.card import cards_folder
    from helm_creativity.judges.evaluation.taking import drawn, examine_judges, questions_about
    from helm_creativity.judges.standalone import require_judges

    names = parse_judges(judges)
    require_judges(names, options.local_path)
    asked = []
    for chosen in exams:
        responses = drawn(chosen.responses, options.sample, options.seed)
        title = f"{chosen.name}: {counted(len(responses), 'response')} of {len(chosen.responses):,}"
        asked.append((title, chosen.rubric, questions_about(responses)))
    if not _announce(names, asked, options, prices, dry_run):
        return True
    folder = out or cards_folder()
    shown = [_show(examined, folder) for examined in examine_judges(judges, exams, options, folder)]
    return all(shown)


def _exams(sets: Sequence[str], ratings: Path | None, own: Mapping[str, Any]) -> list[ExamSet]:
    from helm_creativity.judges.evaluation.own_file import own_exam_set
    from helm_creativity.judges.evaluation.sets import fetched_exam_sets, list_exam_sets, load_exam_set

    given = {name: value for name, value in own.items() if value}
    if ratings is None and given:
        raise BadArguments(f"--{next(iter(given))} describes your own file: name the file with --ratings")
    if ratings is not None:
        if "rater" in given:
            given["raters"] = given.pop("rater")
        return [*map(load_exam_set, sets), own_exam_set(ratings, **given)]
    chosen = sets or fetched_exam_sets()
    if not sets:
        for card in list_exam_sets():
            if card.name not in chosen:
                tell(f"left out: {card.name}; get it with `helm-creativity items fetch {card.name}`")
    return [load_exam_set(name) for name in dict.fromkeys(chosen)]


def _announce(
    names: Sequence[str],
    asked: Iterable[tuple[str, Rubric, Sequence[Question]]],
    options: ExamOptions,
    prices: Sequence[str],
    dry_run: bool,
) -> bool:
    from helm_creativity.commands.planning.prices import parse_prices
    from helm_creativity.commands.planning.rating_files import ratings_table
    from helm_creativity.judges.evaluation.taking import question_loads
    from helm_creativity.judges.standalone import unreachable_judges

    parsed = parse_prices(prices)
    plans = [
        ratings_table(question_loads(names, rubric, questions), options.max_tokens, title, parsed)
        for title, rubric, questions in asked
    ]
    return announce_plans(plans, dry_run, partial(unreachable_judges, names, options.local_path))


def _show(examined: Examined, folder: Path) -> bool:
    from helm_creativity.judges.evaluation.card import card_path
    from helm_creativity.reports.judge_cards import card_tables

    card = examined.card
    print_tables(card_tables(card.judge, examined.results))
    complete = any(result.rated for result in examined.results)
    for result in examined.results:
        lacking = sum(result.missing.values())
        failed = any(reason in result.missing for reason in LACKS_REPLY)
        complete &= not failed
        if not result.rated:
            tell(
                f"{card.judge} rated none of {lacking:,} responses of {result.set}, so its card leaves them out: "
                f"{result.error}"
            )
        elif failed:
            tell(
                f"{card.judge}: {lacking:,} ratings of {result.set} are missing; start the same command again; it asks "
                "only for missing replies"
            )
    if card.results:
        page = card_path(folder, card.judge, "md")
        print_tables(card_tables(card.judge, card.results), "markdown", page)
        tell(f"card of {card.judge}: {page} and {page.with_suffix('.json').name}")
    return complete
