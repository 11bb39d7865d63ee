"""All warscrolls, by key. One place a unit: nothing about a unit stands anywhere else."""

from __future__ import annotations

from engine.games.age_of_sigmar.warscrolls import (
    free_peoples,
    khorne,
    orruks,
    seraphon,
    seraphon_beasts,
    skaven,
    stormcast,
    woodland,
)
from engine.games.age_of_sigmar.warscrolls.model import Warscroll

WARSCROLLS: dict[str, Warscroll] = {
    scroll.key: scroll
    for module in (stormcast, khorne, seraphon, seraphon_beasts, orruks, skaven, free_peoples, woodland)
    for scroll in module.WARSCROLLS
}
"""Every warscroll of the fact sheet's section 2, in its order."""
