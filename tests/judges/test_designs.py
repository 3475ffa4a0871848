"""Who rates what: seats, turns, draws, and the names of panels."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.errors import BadArguments
from helm_creativity.judges.designs import SEED, Design, Panel, Unit, parse_design, parse_judges, short_names
from helm_creativity.judges.settings import JudgedSettings, Judging

FIVE = ("a/v", "a/w", "b/x", "b/y", "c/z")
names = st.text("abcxyz019-._:", min_size=1, max_size=12)
judges = st.lists(st.builds("{}/{}".format, names, names), min_size=1, max_size=7, unique=True).map(tuple)
numbers = st.none() | st.integers(0, 2000)
units = st.builds(Unit, st.text(max_size=5), numbers, st.integers(0, 9), st.sampled_from(["", "0+1", "3+4"]))


@st.composite
def panels(draw):
    """Panels of every design."""
    members = draw(judges)
    kind = draw(st.sampled_from(["all", "planned_missing", "draw"]))
    seats = draw(st.integers(1, len(members))) if kind != "all" else 0
    return Panel(members, Design(kind, seats, draw(st.integers(0, 99))))


@given(panels(), units)
def test_seats_are_filled_without_replacement_in_the_panels_order(panel, unit):
    """As many different judges as the design says; nothing but panel and unit decides which."""
    raters = panel.raters(unit)
    assert len(raters) == panel.seats == (panel.design.seats or len(panel.judges))
    assert list(raters) == [judge for judge in panel.judges if judge in raters]
    assert replace(panel).raters(replace(unit)) == raters


def test_the_draws_are_these():
    """Written down, so that a change of the draw is seen: it would ask for every rating anew."""
    draw = Panel(FIVE, Design("draw", 3))
    drawn = [draw.raters(Unit("enzymes", 7, *more)) for more in ((0,), (1,), (0, "0+1"))]
    assert drawn == [("a/v", "b/x", "c/z"), ("a/w", "b/x", "c/z"), ("a/v", "b/x", "c/z")]
    turns = Panel(FIVE[:3], Design("planned_missing", 2))
    taken = [turns.raters(Unit("enzymes", number)) for number in (0, 1, 2)]
    assert taken == [("a/v", "b/x"), ("a/w", "b/x"), ("a/v", "a/w")]


@given(st.lists(names, min_size=2, max_size=7, unique=True), st.data())
def test_without_a_judge_the_other_seats_stay(members, data):
    """A draw without it is the draw with it, its seat given to one other; a panel that gets too small is refused."""
    seats = data.draw(st.integers(1, len(members) - 1))
    panel = Panel(tuple(members), Design("draw", seats))
    left_out = data.draw(st.sampled_from(members))
    unit = data.draw(units)
    before, after = set(panel.raters(unit)), set(panel.without([left_out]).raters(unit))
    assert left_out not in after
    assert before - {left_out} <= after
    assert (before == after) == (left_out not in before)
    assert panel.without(["q/q"]) == panel
    with pytest.raises(BadArguments, match=f"design draw{seats} needs at least {seats} judge.*, got {seats - 1}"):
        panel.without(members[seats - 1 :])


@pytest.mark.parametrize(("seats", "turns"), [(1, 5), (2, 10), (3, 10), (4, 5), (5, 1)])
@pytest.mark.parametrize("trials", [1, 2, 3])
def test_planned_missing_lets_all_subsets_take_turns(seats, turns, trials):
    """Each equally often over items, whatever the number of trials, and so does each pair of judges."""
    panel = Panel(FIVE, Design("planned_missing", seats))
    raters = [panel.raters(Unit(f"k{i}", i, trial)) for i, trial in product(range(3 * turns), range(trials))]
    counts = Counter(raters)
    assert set(counts) == set(combinations(FIVE, seats))
    assert set(counts.values()) == {3 * trials}
    assert len({*Counter(pair for some in raters for pair in combinations(some, 2)).values()}) <= 1


@pytest.mark.parametrize(
    ("design", "n", "most"),
    [(Design("draw", 3), 10, 27.88), (Design("planned_missing", 2), 10, 27.88), (Design("draw", 1), 5, 18.47)],
)
def test_draws_are_uniform(design, n, most):
    """Chi-square over 4,000 units without a number is below its 99.9 % point; panel order and number mean nothing."""
    panel = Panel(FIVE, design)
    counts = Counter(panel.raters(Unit(f"item {i}", None, trial)) for i in range(2000) for trial in (0, 1))
    assert len(counts) == n
    assert sum((count - 4000 / n) ** 2 / (4000 / n) for count in counts.values()) < most
    other = replace(panel, design=replace(design, seed=43))
    items = [Unit(f"item {i}", i) for i in range(60)]
    assert sum(panel.raters(unit) != other.raters(unit) for unit in items) > 30
    if design.kind == "draw":
        assert panel.raters(Unit("x", 1)) == panel.raters(Unit("x", 2)) == panel.raters(Unit("x"))
        assert set(Panel(FIVE[::-1], design).raters(Unit("x"))) == set(panel.raters(Unit("x")))


@pytest.mark.parametrize(
    ("text", "design", "label"),
    [
        *(("all", Design("all", 0), "all"), *((text, Design("draw", 3), "draw3") for text in ("draw=3", "draw3"))),
        ("planned_missing=12", Design("planned_missing", 12), "planned_missing12"),
    ],
)
def test_designs_are_read(text, design, label):
    """And their text is read as the same design, under another seed too, which the label shows where it decides."""
    assert parse_design(text) == design
    assert (design.label, parse_design(text, 7).label) == (label, label + ("@7" if design.seats else ""))
    assert [parse_design(parse_design(text, n).text, n) for n in (42, 7)] == [parse_design(text, n) for n in (42, 7)]


WRONG = ("", "ALL", "all=2", "draw=0", "draw=03", "draw=100", "draw=2 ", 3)


@pytest.mark.parametrize(
    ("members", "design", "message"),
    [
        (("a/x", "a/x"), "all", r"duplicate judge: a/x\+a/x"),
        ((), "all", "design all needs at least 1 judge, got 0$"),
        (("a/x", "b/y"), "draw=3", r"design draw3 needs at least 3 judges, got 2: a/x\+b/y"),
        *((FIVE, text, "design must be all, planned_missing=M or draw=M with M from 1 to 99, got") for text in WRONG),
        (tuple(map(str, range(30))), "planned_missing=15", "planned_missing15 of 30 judges has over 100,000 turns"),
    ],
)
def test_panels_that_cannot_be_are_refused(members, design, message):
    with pytest.raises(BadArguments, match=message):
        Panel(members, parse_design(design))


@given(judges)
def test_names_of_judges_come_back(members):
    """Joined with a plus sign, spaces around it or not, in alphabetical order; an empty name is refused."""
    assert parse_judges("+".join(members)) == parse_judges(" + ".join(members)) == tuple(sorted(members))
    for text in ("", " ", f"{members[0]}+", f"+{members[0]}", f"{members[0]}++b/y"):
        with pytest.raises(BadArguments, match=r"judges must name .* such as openai/.*creativity/lexical-judge"):
            parse_judges(text)


@pytest.mark.parametrize(
    ("members", "label"),
    [
        *((["a/x"], "x-1653a068"), (["a/b/x", "c/y"], "x+y-")),  # sha256sum of a/x
        *((["a/" + "x" * 31], "x" * 31 + "-"), (["a/" + "x" * 32], "1judges-"), (["a/" + "ü" * 16], "1judges-")),
        ([f"a/judge-{i}" for i in range(10)], "10judges-"),
    ],
)
def test_short_names(members, label):
    """The last parts of the names or, of more than 31 bytes, their number; then a checksum."""
    name = short_names(members)
    assert name.startswith(label)
    assert len(name.encode()) <= 40
    assert short_names(members, shortest=True) == f"{len(members)}judges-{name[-8:]}"


@given(panels(), st.floats(0, 2), st.integers(16, 1_000_000), st.booleans())
def test_settings_survive_helms_files(panel, temperature, tokens, weighted):
    """As arguments of annotators and metrics, plain values; of what makes no difference, one form."""
    design = panel.design.kind + (f"={panel.design.seats}" if panel.design.seats else "")
    names, seed = "+".join(panel.judges), panel.design.seed
    given = {"judge_temp": temperature, "judge_max_tokens": tokens, "weighted": weighted}
    settings = JudgedSettings(judges=names, design=design, seed=seed, **given)
    assert JudgedSettings(**settings.args) == settings
    assert settings.judging == Judging(settings.panel, temperature, tokens, weighted)
    assert settings.panel.judges == tuple(sorted(panel.judges))
    assert settings.seed == (seed if panel.design.seats else SEED)  # where all rate, nothing is drawn
    assert {type(value) for value in settings.args.values()} <= {str, int, float, bool}
