"""The rules of War of the Ring."""

from engine.games.war_of_the_ring.rules.choices import legal_actions
from engine.games.war_of_the_ring.rules.steps import apply_action
from engine.games.war_of_the_ring.rules.turn import returns

__all__ = ["apply_action", "legal_actions", "returns"]
