"""What holds in every state of Chaos in the Old World; also the check of states that come from elsewhere."""

from __future__ import annotations

from engine.debug import RecordView


def audit(options: RecordView, state: RecordView) -> None:
    """Written below."""
