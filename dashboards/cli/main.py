"""The command `warhost`: one module a command."""

from __future__ import annotations

import typer

from dashboards.cli import (
    agent,
    analyse,
    bench,
    compare,
    doctor,
    export,
    extend,
    games,
    init,
    merge,
    odds,
    plan,
    play,
    replay,
    report,
    run,
    status,
    verify,
    warm,
    watch,
)
from dashboards.cli.errors import Commands

_HELP = "Play very large Monte Carlo tournaments of war board games, and read what came of them."

app = typer.Typer(
    name="warhost",
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    help=_HELP,
)

app.command("run", epilog=run.EXAMPLES)(run.run)
app.command("plan", epilog=plan.EXAMPLES)(plan.plan)
app.command("init", epilog=init.EXAMPLES)(init.init)
app.command("extend", epilog=extend.EXAMPLES)(extend.extend)
app.command("status", epilog=status.EXAMPLES)(status.status)
app.command("merge", epilog=merge.EXAMPLES)(merge.merge)
app.command("watch", epilog=watch.EXAMPLES)(watch.watch)
app.command("report", epilog=report.EXAMPLES)(report.report)
app.command("compare", epilog=compare.EXAMPLES)(compare.compare)
app.command("replay", epilog=replay.EXAMPLES)(replay.replay)
app.command("analyse", epilog=analyse.EXAMPLES)(analyse.analyse)
app.command("export", epilog=export.EXAMPLES)(export.export)
app.command("verify", epilog=verify.EXAMPLES)(verify.verify)
app.command("games", epilog=games.EXAMPLES)(games.games)
app.command("play", epilog=play.EXAMPLES)(play.play)
app.command("odds", epilog=odds.EXAMPLES)(odds.odds)
app.add_typer(agent.app, name="agent")
app.add_typer(bench.app, name="bench")
app.command("doctor", epilog=doctor.EXAMPLES)(doctor.doctor)
app.command("warm", epilog=warm.EXAMPLES)(warm.warm)


@app.callback()
def _root() -> None:
    """Play very large Monte Carlo tournaments of war board games, and read what came of them."""


def main() -> None:
    """Entry point of the script `warhost`."""
    app()


if __name__ == "__main__":
    main()
