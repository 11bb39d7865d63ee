"""The rules of Age of Sigmar."""

from engine.games.age_of_sigmar.rules.choices import legal_actions
from engine.games.age_of_sigmar.rules.opening import new_initial_state
from engine.games.age_of_sigmar.rules.play import apply_action
from engine.games.age_of_sigmar.rules.victory import returns

__all__ = ["apply_action", "legal_actions", "new_initial_state", "returns"]
