"""Errors of users end a command with one clear line each and exit code 2; a traceback is for defects."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperGroup

from cluster.comparison import ComparisonError
from cluster.decision_export import ExportError
from cluster.ids import IdError
from cluster.plan_types import PlanError
from cluster.replay import ReplayError
from cluster.run_directory import RunDirectoryError
from cluster.shards import ShardError
from cluster.spec import SpecError
from dashboards.cli.console import print_error
from dashboards.live.server import PortError
from engine.game import UnknownGameError
from engine.options import OptionError
from workers.errors import WorkerError


class UsageError(ValueError):
    """Something on the command line that can't be; the message is for whoever typed it."""


USER_ERRORS: tuple[type[Exception], ...] = (
    UsageError,
    SpecError,
    ShardError,
    PlanError,
    ComparisonError,
    IdError,
    ReplayError,
    ExportError,
    RunDirectoryError,
    UnknownGameError,
    OptionError,
    WorkerError,
    PortError,
)

BAD_INPUT = 2
"""Exit code of a bad spec and of anything else that the user can put right."""


class Commands(TyperGroup):
    """A group of commands that turns errors of users into lines."""

    def invoke(self, ctx: Any) -> Any:
        """Run the chosen command."""
        try:
            return super().invoke(ctx)
        except USER_ERRORS as error:
            print_error(str(error))
        except BrokenPipeError:
            raise  # whoever read the output has seen enough; typer ends quietly
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            print_error(f"{where}{error.strerror or error}")
        raise typer.Exit(BAD_INPUT)
