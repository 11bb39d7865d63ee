"""The rules of Chaos in the Old World."""

from engine.games.chaos_in_the_old_world.rules.answers import apply_action
from engine.games.chaos_in_the_old_world.rules.choices import legal_actions
from engine.games.chaos_in_the_old_world.rules.endings import returns

__all__ = ["apply_action", "legal_actions", "returns"]
