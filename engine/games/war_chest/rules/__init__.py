"""The rules of War Chest."""

from engine.games.war_chest.rules.choices import legal_actions
from engine.games.war_chest.rules.play import apply_action
from engine.games.war_chest.rules.rounds import returns

__all__ = ["apply_action", "legal_actions", "returns"]
