"""``helm-creativity judges exam``: judges are asked about texts that people judged; each gets a card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from helm_creativity.cli.options import FILE, NEW_FOLDER, announce_plans, price_option, print_tables, tell
from helm_creativity.defaults import LOCAL_PATH, THREADS
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.safe_text import counted

if TYPE_CHECKING:
    from helm_creativity.core.rubrics import Question, Rubric
    from helm_creativity.exams.card import ExamResult, JudgeCard
    from helm_creativity.exams.taking import AskingOptions, Examined
    from helm_creativity.exams.types import ExamSet
    from helm_creativity.reporting.tables import Table

# ``judges.settings`` and ``exams.taking`` have these, and cost more to load than all of the command's help.
SEED, TEMPERATURE, TOKENS = 42, 0.0, 4096
LACKS_REPLY = ("failed", "not_asked")
AGAIN = "start the same command again; it asks only for missing replies"
OWN = ("prompt", "response", "rater", "item", "source", "scale", "question", "licence")
"""Options that say what a file of one's own holds."""

_ASKING = (
    click.option("--base-url", metavar="URL", help="An OpenAI-compatible server; judges that it has are asked there."),
    click.option("--api-key-env", metavar="VAR", help="The environment variable that holds the key of --base-url."),
    click.option(
        "--local-path",
        "--prod-env",
        type=click.Path(path_type=Path),
        default=LOCAL_PATH,
        show_default=True,
        help="helm-run's --local-path, cache included.",
    ),
    click.option("--judge-temp", type=float, default=TEMPERATURE, show_default=True, help="Temperature of the judges."),
    click.option("--judge-max-tokens", type=int, default=TOKENS, show_default=True, help="Token limit of a reply."),
    click.option("--threads", type=int, default=THREADS, show_default=True, help="Number of concurrent requests."),
    price_option("Price per million tokens."),
    click.option("--dry-run", is_flag=True, help="Print what judges would be asked, and stop."),
)
judges_option = click.option(
    "--judges", required=True, metavar="A+B", help="HELM's names for the judges' deployments, joined by +."
)
repetition_option = click.option(
    "--repetition", default="", metavar="NAME", help="Ask anew, and cache the replies under this name."
)
_CARDS = click.option(
    "--out", type=NEW_FOLDER, metavar="DIR", help="Folder for cards (default: with the fetched files)."
)


def asking_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options of a command that asks judges outside of a run; it gets their names in HELM, and how they are asked.

    The latter are arguments of ``exams.taking.AskingOptions``.
    """

    @wraps(command)
    def with_server(
        judges: str,
        local_path: Path,
        base_url: str | None,
        api_key_env: str | None,
        judge_temp: float,
        judge_max_tokens: int,
        threads: int,
        dry_run: bool,
        **values: Any,  # noqa: ANN401
    ) -> None:
        from helm_creativity.operations.running.server import served_judges

        asking = {
            "temperature": judge_temp,
            "max_tokens": judge_max_tokens,
            "local_path": local_path,
            "threads": threads,
        }
        with served_judges(judges, base_url, api_key_env, local_path, tell, write=not dry_run) as names:
            command(judges=names, asking=asking, dry_run=dry_run, **values)

    for option in reversed(_ASKING):
        with_server = option(with_server)
    return with_server


def card_options(command: Callable[..., None]) -> Callable[..., None]:
    """The same of a command that keeps judges' cards."""
    return asking_options(_CARDS(command))


@click.command(short_help="test judges on texts that people rated; write their cards")
@judges_option
@click.option("--set", "sets", multiple=True, metavar="NAME", help="A public set; repeatable (default: all fetched).")
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
@card_options
@click.option("--since", type=FILE, metavar="CARD", help="An earlier card (.json): ask anew and show what changed.")
@click.option(
    "--repetition", metavar="NAME", help="With --since: continue the repetition with this name (default: today)."
)
def exam(
    judges: str,
    sets: Sequence[str],
    ratings: Path | None,
    sample: int | None,
    seed: int,
    asking: Mapping[str, Any],
    prices: Sequence[str],
    out: Path | None,
    since: Path | None,
    repetition: str | None,
    dry_run: bool,
    **own: Any,  # noqa: ANN401
) -> None:
    """Ask judges about texts that people judged, and write a card of each.

    Judges are asked as in a run, and their replies are cached. The same command continues a stopped exam; repeating a
    finished exam asks nothing. Fetch public sets with `helm-creativity items fetch NAME`.
    """
    from helm_creativity.exams.card import cards_folder
    from helm_creativity.exams.taking import ExamOptions, drawn, examine_judges
    from helm_creativity.judges.designs import parse_judges
    from helm_creativity.judges.standalone import require_judges

    names = parse_judges(judges)
    earlier, repeated = _earlier(since, names, repetition)
    options = ExamOptions(**asking, sample=sample, seed=seed, repetition=repeated)
    exams = _exams(sets, ratings, {name: own[name] for name in OWN})
    require_judges(names, options.local_path)
    asked = []
    for chosen in exams:
        questions = [response.question for response in drawn(chosen.responses, options.sample, options.seed)]
        title = f"{chosen.name}: {counted(len(questions), 'response')} of {len(chosen.responses):,}"
        asked.append((title, chosen.rubric, questions))
    if not announce_questions(names, asked, options, prices, dry_run):
        return
    if repeated:
        tell(f"asked anew; to continue after a stop, start the same command with --repetition {repeated}")
    folder = out or cards_folder()
    shown = [_show(examined, folder, earlier) for examined in examine_judges(judges, exams, options, folder)]
    if not all(shown):
        click.get_current_context().exit(1)


def _exams(sets: Sequence[str], ratings: Path | None, own: Mapping[str, Any]) -> list[ExamSet]:
    """The sets to examine on.

    Raises:
        BadArguments: for options that do not go together, an unknown set, or a column that a file does not have.
        FileProblem: for a set that is not fetched, or no set at all.
    """
    from helm_creativity.exams.own_file import own_exam_set
    from helm_creativity.exams.sets import fetched_exam_sets, list_exam_sets, load_exam_set

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
    if not chosen:
        raise FileProblem("no set is on this machine: fetch one as above, or name your own file with --ratings")
    return [load_exam_set(name) for name in dict.fromkeys(chosen)]


def _earlier(since: Path | None, names: Sequence[str], repetition: str | None) -> tuple[JudgeCard | None, str]:
    """The earlier card, and the name under which its questions are asked anew.

    Raises:
        BadArguments: for a card of another judge, or a repetition of nothing.
        FileProblem: when the card cannot be read.
    """
    from datetime import date

    from helm_creativity.exams.card import read_card

    if since is None:
        if repetition:
            raise BadArguments("--repetition needs the earlier card: name it with --since")
        return None, ""
    card = read_card(since)
    if list(names) != [card.judge]:
        raise BadArguments(
            f"{since} is the card of {card.judge}: expected --judges {card.judge}, got {'+'.join(names)}"
        )
    return card, repetition or date.today().isoformat()


def announce_questions(
    names: Sequence[str],
    asked: Iterable[tuple[str, Rubric, Sequence[Question]]],
    options: AskingOptions,
    prices: Sequence[str],
    dry_run: bool,
) -> bool:
    """Prints what each judge will be asked, and what that costs; see ``announce_plans``.

    Args:
        names: of the judges.
        asked: title, rubric and questions of each table.
        options: how they are asked.
        prices: as the command's options have them.
        dry_run: whether none is to be asked.
    """
    from helm_creativity.exams.taking import question_loads
    from helm_creativity.judges.standalone import unreachable_judges
    from helm_creativity.operations.planning.prices import parse_prices
    from helm_creativity.operations.planning.rating_files import ratings_table

    parsed = parse_prices(prices)
    plans = [
        ratings_table(question_loads(names, rubric, questions), options.max_tokens, title, parsed)
        for title, rubric, questions in asked
    ]
    return announce_plans(plans, dry_run, partial(unreachable_judges, names, options.local_path))


def write_page(card: JudgeCard, folder: Path, more: Sequence[Table] = ()) -> None:
    """Writes a card as Markdown beside its file."""
    from helm_creativity.exams.card import card_path
    from helm_creativity.reporting.judge_cards import card_tables

    page = card_path(folder, card.judge, "md")
    print_tables([*card_tables(card.judge, card.results, card.attacks), *more], "markdown", page)
    tell(f"card of {card.judge}: {page} and {page.with_suffix('.json').name}")


def _show(examined: Examined[ExamResult], folder: Path, earlier: JudgeCard | None) -> bool:
    """Prints what was found about a judge, and writes its card as Markdown beside its file.

    Returns:
        Whether it rated anything, and no request failed.
    """
    from helm_creativity.exams.drift import find_drift
    from helm_creativity.reporting.judge_cards import card_tables, drift_tables

    card = examined.card
    drift = [] if earlier is None else drift_tables(find_drift(earlier, examined.results))
    print_tables([*card_tables(card.judge, examined.results), *drift])
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
            tell(f"{card.judge}: {lacking:,} ratings of {result.set} are missing; {AGAIN}")
    if card.results:
        write_page(card, folder, drift)
    return complete
