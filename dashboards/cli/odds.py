"""`warhost odds`: the exact distribution of what one unit's attacks do to another in Age of Sigmar."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from dashboards.cli.console import out, print_json
from dashboards.cli.errors import UsageError
from dashboards.cli.parameters import GameSettings, Json, game_options
from dashboards.odds_tables import odds_report
from dashboards.words import examples
from engine.options import ComponentError, near_word

if TYPE_CHECKING:
    from engine.games.age_of_sigmar.odds import Circumstances

EXAMPLES = examples(
    "warhost odds liberators:5 bloodreavers:10",
    "warhost odds 'liberators:5:paired hammers' blood_warriors:5 --target-effect 'Mystic Shield'",
    "warhost odds judicators:5 blood_warriors:5 --phase shooting --gap 15",
    "warhost odds bloodreavers:10 liberators:5 --with bloodsecrator --json",
    "warhost odds lantern_guard:10 orruks:20 --components lanterns.toml",
)
PHASES = ("combat", "shooting")
_UNIT = "as army lists write it: KEY:SIZE:BUILD:SPECIAL=COUNT, the later parts may be left out"

Attacker = Annotated[str, typer.Argument(help=f"The unit that attacks, {_UNIT}.", show_default=False)]
TargetUnit = Annotated[str, typer.Argument(metavar="TARGET", help="The unit that it attacks.", show_default=False)]
PhaseName = Annotated[str, typer.Option("--phase", metavar="PHASE", help="combat or shooting.")]
Gap = Annotated[float, typer.Option("--gap", metavar="INCHES", min=0, max=72, help="Distance between the units.")]
Charged = Annotated[bool, typer.Option("--charged", help="The attacker charged in this turn, from 8 inches or more.")]
Moved = Annotated[bool, typer.Option("--moved", help="The attacker moved in this turn's movement phase.")]
Effects = Annotated[
    list[str] | None, typer.Option("--effect", metavar="NAME", help="A named effect on the attacker. May be repeated.")
]
TargetEffects = Annotated[
    list[str] | None, typer.Option("--target-effect", metavar="NAME", help="A named effect on the target. May be repeated.")
]
Friends = Annotated[
    list[str] | None, typer.Option("--with", metavar="UNIT", help="A unit beside the attacker. May be repeated.")
]
Enemies = Annotated[
    list[str] | None, typer.Option("--target-with", metavar="UNIT", help="A unit beside the target. May be repeated.")
]
Components = Annotated[
    list[Path] | None, typer.Option("--components", metavar="FILE", help="A component file (TOML). May be repeated.")
]


def odds(
    attacker: Attacker,
    target: TargetUnit,
    phase: PhaseName = "combat",
    gap: Gap = 0.5,
    charged: Charged = False,
    moved: Moved = False,
    effect: Effects = None,
    target_effect: TargetEffects = None,
    friends: Friends = None,
    enemies: Enemies = None,
    settings: GameSettings = None,
    components: Components = None,
    json: Json = False,
) -> None:
    """Show the full distribution of the damage of one unit's attacks on another (Age of Sigmar): exact, not simulated.

    Every model is in range and in sight; both units are whole. All modifiers count as they do in a battle.
    """
    from engine.games.age_of_sigmar import odds as evaluator  # noqa: PLC0415  (other commands needn't load this game)

    if phase not in PHASES:
        raise UsageError(f"--phase {phase}: must be combat or shooting{near_word(phase, list(PHASES))}")
    around = evaluator.Circumstances(
        phase=phase,
        charged=charged,
        moved=moved,
        gap=round(gap * 1000),
        attacker_effects=tuple(effect or ()),
        target_effects=tuple(target_effect or ()),
        friends=tuple(friends or ()),
        enemies=tuple(enemies or ()),
        options={**_component_options(components or ()), **game_options(settings)},
    )
    found = evaluator.odds(attacker, target, around)
    if json:
        print_json({**found.as_json(), "circumstances": _circumstances(around)})
        return
    out().print(Text(f"{attacker} attacks {target}: {', '.join(_words(around))}", style="bold"))
    out().print(odds_report(found.wounds, found.slain, found.returned))


def _component_options(paths: Sequence[Path]) -> dict[str, Any]:
    from engine.games.age_of_sigmar.components import load  # noqa: PLC0415  (as above)

    try:
        return load(paths) if paths else {}
    except ComponentError as error:
        raise UsageError(str(error)) from None


def _circumstances(around: Circumstances) -> dict[str, Any]:
    """The circumstances for JSON; component files as they were read are left out."""
    document = {name: getattr(around, name) for name in ("phase", "charged", "moved", "attacker_effects", "target_effects")}
    document |= {"gap": around.gap / 1000, "friends": around.friends, "enemies": around.enemies}
    document["options"] = {path: value for path, value in around.options.items() if path != "custom"}
    return document


def _words(around: Circumstances) -> list[str]:
    """The circumstances for the headline."""
    words = [around.phase, f'{around.gap / 1000:g}"']
    words += [word for word, holds in (("charged", around.charged), ("moved", around.moved)) if holds]
    words += [*around.attacker_effects, *(f"target: {name}" for name in around.target_effects)]
    words += [*(f"with {unit}" for unit in around.friends), *(f"target with {unit}" for unit in around.enemies)]
    return words
