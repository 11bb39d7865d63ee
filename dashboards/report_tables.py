"""Tables of a run's figures for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from cluster.halving import Stage
from cluster.statistics import Estimate
from cluster.statistics.verdicts import BAND
from cluster.status import CellStatus
from dashboards.tables import new_table
from dashboards.words import NOTHING, between, drafts, number, score, share, value_text

FULL_CELLS = 6
"""Up to so many cells each have tables of their own; more stand in one table with a line for each figure."""

SMOKE_TEST = (
    "A smoke test: an agent that plans against one that plays at random shows that rules and agents work, "
    "and says nothing of the game's balance."
)
ASSOCIATION = (
    "Score when played is an association only: what an agent chose to play depends on how the game stood. "
    "Score when dealt compares deals, which are random unless pieces are drafted."
)
GAINS = "What a piece adds to what the same seats score on average is in report/report.html."
WIDE = 110
"""Columns of a console in which every interval has room; narrower ones go without those of win rates and of what was played."""

FEW_BLOCKS = 30
"""Fewer blocks than this are pointed out."""


def report(cells: Sequence[CellStatus], width: int = WIDE) -> RenderableType:
    """Everything about the cells of a run, for a console of `width` columns: tables for each of a few cells, one for many."""
    if len(cells) > FULL_CELLS:
        return overview(cells)
    return Group(*(part for cell in cells for part in (cell_tables(cell, width), Text(""))))


def stage_table(stage: Stage) -> Table:
    """What a closed stage of a staged design has come to, nearest to balance first."""
    table = new_table(f"Stage {stage.number}: distance from balance", "combination", ">mean squared distance", "goes on")
    for standing in stage.standings:
        words = ", ".join(f"{path} = {value_text(value)}" for path, value in standing.combination.items())
        reference = " (reference)" if standing.reference else ""
        found = NOTHING if standing.loss is None else f"{standing.loss:.5f}"
        table.add_row(f"{words or 'the rulebook'}{reference}", found, "yes" if standing.kept else "no")
    return table


def select(cell: CellStatus, by: str, metric: str = "score", forfeits: str = "excluded") -> Iterator[Estimate]:
    """A cell's estimates of one kind, in their order."""
    return (row for row in cell.estimates if (row.by, row.metric, row.forfeits) == (by, metric, forfeits))


def is_smoke_test(cell: CellStatus) -> bool:
    """Whether agents meet one that plays at random, which tells nothing of the game's balance."""
    kinds = {str(cell.plan.job.agents[name]["kind"]) for name in cell.plan.agents}
    return "random" in kinds and len(kinds) > 1


def cell_tables(cell: CellStatus, width: int = WIDE) -> RenderableType:
    """All tables of one cell, with the remarks that belong to them."""
    parts: list[RenderableType] = [heading(cell), Text(""), score_table(cell, width >= WIDE)]
    parts += [Text(remark, style="yellow") for remark in remarks(cell)]
    parts += [outcome_table(cell), rounds_line(cell), *_if_any(cost_table(cell))]
    if not is_smoke_test(cell) and any(row.by == "component" for row in cell.estimates):
        parts += [component_table(cell, width >= WIDE), Text(f"{ASSOCIATION} {GAINS}", style="dim")]
    return Group(*parts)


def heading(cell: CellStatus) -> Text:
    """Which cell it is and how much of it was played."""
    plan, sums = cell.plan, cell.sums
    settings = ", ".join(f"{path} = {value_text(value)}" for path, value in plan.overrides.items())
    where = f", line-up {plan.job.lineup}" if plan.job.lineup != "default" else ""
    title = Text.assemble((plan.design, "bold"), where, f", {settings}" if settings else "", f"  (cell {plan.cell_id})\n")
    title.append(f"{number(sums.games)} games in {number(sums.blocks)} blocks, {number(sums.decisions)} decisions")
    if cell.stop_block is not None:
        who = "a guard ended it" if cell.guarded else "the stop rule was met"
        title.append(f"; {who} after block {number(cell.stop_block)}, {number(cell.overshoot)} games beyond it")
        title.append(f"\nStopped: {cell.stop_reason}")
    elif not cell.complete:
        title.append(
            f"; {number(plan.games)} are planned, so intervals of scores and win rates are those for figures that are watched"
        )
    if plan.job.drafters:
        title.append(f"\nDrafts are by {drafts(plan.job.drafters)}", "bold")
    return title


def remarks(cell: CellStatus) -> list[str]:
    """What must be said beside the figures."""
    lines = [SMOKE_TEST] if is_smoke_test(cell) else []
    counted = cell.sums.blocks - cell.sums.excluded_blocks
    if 0 < counted < FEW_BLOCKS:
        lines.append(f"Only {counted} blocks: read the intervals, not the figures.")
    lines += [gap(cell)] if cell.held_back else []
    if cell.sums.excluded_blocks:
        forfeits = sum(cell.sums.forfeits.values())
        lines.append(
            f"{number(cell.sums.excluded_blocks)} blocks with {number(forfeits)} forfeited games are left out; "
            "the lines 'with forfeits' count them."
        )
    return lines


def gap(cell: CellStatus) -> str:
    """What is said of games that are done and don't count, as a chunk before theirs is missing."""
    return (
        f"{number(cell.held_back)} more games are done and don't count yet: the chunk that begins with block "
        f"{number(cell.sums.blocks)} is not in, or was given up (the events say so; the run's command tries it again)."
    )


def score_table(cell: CellStatus, wide: bool = True) -> Table:
    """Score and win rate by agent, by agent and seat, by seat, beside the fair share; `wide` adds intervals of win rates."""
    figures = (">score", ">95 % interval", ">fair share", "", ">win rate", *_if(wide, ">95 % interval"), ">games")
    table = new_table("Score and win rate", "agent", "seat", *figures)
    digits = digits_for(row for row in cell.estimates if row.by in {"agent_seat", "seat"})
    several = len(cell.plan.agents) > 1
    kinds = ["agent", "agent_seat", "seat"] if several else ["seat"]
    kinds += [kind for kind in ("team", "agent_team", "faction", "agent_faction") if several or not kind.startswith("agent")]
    for kind in kinds:
        for forfeits in ("excluded", "included"):
            _add_lines(table, cell, kind, forfeits, digits, wide)
        table.add_section()
    return table


def _if(wanted: bool, *words: str) -> tuple[str, ...]:
    return words if wanted else ()


def digits_for(rows: Iterable[Estimate]) -> int:
    """How many digits tell the ends of the narrowest interval apart: 3 or 4."""
    widths = [row.high - row.low for row in rows if row.low is not None and row.high is not None and row.high > row.low]
    return 3 if min(widths, default=1.0) >= 0.004 else 4


def _add_lines(table: Table, cell: CellStatus, kind: str, forfeits: str, digits: int, wide: bool) -> None:
    wins = select(cell, kind, "win_rate", forfeits)
    for row, win in zip(select(cell, kind, "score", forfeits), wins, strict=True):
        agent = row.agent or "any"
        table.add_row(
            agent if forfeits == "excluded" else f"{agent} with forfeits",
            _place(row),
            score(row.estimate, digits),
            between(row.low, row.high, digits),
            score(row.fair_share),
            against_fair_share(row),
            score(win.estimate, digits),
            *_if(wide, between(win.low, win.high, digits)),
            number(row.games),
        )


def _place(row: Estimate) -> str:
    if row.seat_name is not None:
        same = row.faction in (None, row.seat_name)
        return row.seat_name if same else f"{row.seat_name} ({row.faction})"
    if row.by.endswith("team"):
        return f"team {row.team}"
    return row.faction or "all"


def against_fair_share(row: Estimate) -> str:
    """`above` or `below` where the whole interval lies on one side of the fair share, else nothing."""
    if row.low is None or row.high is None or row.fair_share is None:
        return ""
    if row.low > row.fair_share:
        return "above"
    return "below" if row.high < row.fair_share else ""


def outcome_table(cell: CellStatus) -> Table:
    """How games ended; shares add up to all games."""
    table = new_table("Outcomes", "outcome", ">games", ">share", ">95 % interval")
    for row in sorted(
        select(cell, "outcome", "outcome_share", "included"), key=lambda row: (-(row.estimate or 0), row.outcome)
    ):
        games = cell.sums.outcomes[str(row.outcome)]
        interval = NOTHING if row.low is None or row.high is None else f"{share(row.low)} to {share(row.high)}"
        table.add_row(row.outcome, number(games), share(row.estimate), interval)
    return table


def rounds_line(cell: CellStatus) -> Text:
    """Length of the games."""
    rounds = cell.rounds
    if rounds.median is None:
        return Text(f"Rounds: {NOTHING}")
    return Text(f"Rounds: median {rounds.median}, 95 % of the games take at most {rounds.p95}, mean {rounds.mean:.1f}")


def component_table(cell: CellStatus, wide: bool = True) -> Table:
    """Score of those who were dealt a component, best first, and of those who played it; `wide` adds the latter's intervals.

    `above` and `below` the fair share tell something of a piece only where every seat is about as strong as the others.
    """
    even = all(abs(row.estimate - row.fair_share) <= BAND for row in select(cell, "seat") if row.estimate and row.fair_share)
    rows = list(select(cell, "component"))
    by_use = {use: {(row.kind, row.component): row for row in rows if row.use == use} for use in ("dealt", "played")}
    kinds = " or ".join(sorted({str(row.kind) for row in rows}))
    share_text = score(rows[0].fair_share)
    title = f"Score by {kinds}, when dealt and when played (fair share {share_text}; 95 % for all intervals together)"
    table = new_table(title, kinds, ">dealt", ">95 % interval", "", ">times", ">played", *_if(wide, ">95 % interval"), ">times")
    pieces = sorted({**by_use["dealt"], **by_use["played"]}, key=lambda piece: _rank(by_use["dealt"].get(piece)))
    for piece in pieces:
        dealt, played = by_use["dealt"].get(piece), by_use["played"].get(piece)
        name = str(piece[1]).replace("_", " ")
        table.add_row(name, *_dealt_columns(dealt, even), *_played_columns(played, wide))
    return table


def cost_table(cell: CellStatus) -> Table | None:
    """What agents that search or have processes put into a game; None if there are none."""
    efforts, costs = cell.searches, cell.costs.to_plain()
    if not efforts and not costs["agents"]:
        return None
    table = new_table("What a game cost (mean)", "agent", ">iterations", ">at each seat", ">processor seconds")
    for agent in cell.plan.agents:
        effort, seconds = efforts.get(agent), costs["agents"].get(agent)
        searched = (NOTHING, NOTHING) if effort is None else (number(round(effort.per_game)), number(round(effort.per_seat)))
        table.add_row(agent, *searched, NOTHING if seconds is None else f"{seconds:.3g}")
    total = costs["cpu_seconds_per_game"]
    table.add_row("all, rules and files included", NOTHING, NOTHING, NOTHING if total is None else f"{total:.3g}")
    return table


def _if_any(part: RenderableType | None) -> list[RenderableType]:
    return [] if part is None else [part]


def _rank(row: Estimate | None) -> tuple[float, str]:
    return (2.0, "") if row is None or row.estimate is None else (-row.estimate, str(row.component))


def _dealt_columns(row: Estimate | None, even: bool) -> tuple[str, ...]:
    if row is None:
        return NOTHING, NOTHING, "", NOTHING
    return score(row.estimate), between(row.low, row.high), against_fair_share(row) if even else "", number(row.games)


def _played_columns(row: Estimate | None, wide: bool) -> tuple[str, ...]:
    if row is None:
        return NOTHING, *_if(wide, NOTHING), NOTHING
    return score(row.estimate), *_if(wide, between(row.low, row.high)), number(row.games)


def overview(cells: Sequence[CellStatus]) -> RenderableType:
    """One table for many cells: a line for each agent and seat of each."""
    figures = (">score", ">95 % interval", ">fair share", "", ">games")
    table = new_table("Score by cell, agent and seat", "cell", "variant", "agent", "seat", *figures)
    for cell in cells:
        settings = ", ".join(f"{path} = {value_text(value)}" for path, value in cell.plan.overrides.items())
        variant = "; ".join(part for part in (cell.plan.design, cell.plan.job.lineup, settings) if part and part != "default")
        for row in select(cell, "agent_seat"):
            shown = (score(row.estimate), between(row.low, row.high), score(row.fair_share), against_fair_share(row))
            table.add_row(cell.plan.cell_id, variant, row.agent, _place(row), *shown, number(row.games))
        table.add_section()
    said = [f"{cell.plan.cell_id}: {gap(cell)}" for cell in cells if cell.held_back]
    said += [SMOKE_TEST] if any(is_smoke_test(cell) for cell in cells) else []
    return Group(table, *(Text(line, style="yellow") for line in said))
