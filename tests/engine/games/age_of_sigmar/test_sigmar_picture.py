"""The battlefield as SVG: a disc for each model, wounds, terrain, ranges of the unit that acts."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from sigmar_field import at_stage, by_hand, line_of

from engine.batch import Batch
from engine.games.age_of_sigmar import GAME
from engine.games.age_of_sigmar.data import SIDE_UNITS
from engine.games.age_of_sigmar.state import Phase, Resume, Stage

SVG = "{http://www.w3.org/2000/svg}"


def field() -> Batch:
    places = {0: line_of(5, 20, 20, 1.7), SIDE_UNITS: line_of(10, 20, 30, 1.4)}
    batch = by_hand(["judicators:5:bow"], ["bloodreavers:10"], places, **{"terrain.per_square": 1})
    at_stage(batch, Stage.MOVE, Phase.MOVEMENT, Resume.MOVEMENT)
    return batch


def picture(batch: Batch) -> ET.Element:
    return ET.fromstring(GAME.render_svg(batch.options_view, batch.view(), None))


def test_every_model_is_a_disc_of_its_size_and_wounds_are_written_on_it() -> None:
    batch = field()
    batch.states["hurt"][0, 2] = 1
    root = picture(batch)
    discs = [circle for circle in root.iter(f"{SVG}circle") if circle.get("stroke") in {"#f2c200", "#222"}]
    assert len(discs) == 15
    assert len({circle.get("r") for circle in discs}) == 2, "two sizes of base"
    assert [text.text for text in root.iter(f"{SVG}text") if text.get("fill") == "#fff"] == ["1"]


def test_terrain_is_drawn_and_the_acting_unit_shows_how_far_it_reaches() -> None:
    batch = field()
    ranges = [circle for circle in picture(batch).iter(f"{SVG}circle") if circle.get("stroke-dasharray")]
    assert ranges == []
    batch.states["acting"][0] = 0
    root = picture(batch)
    ranges = [circle for circle in root.iter(f"{SVG}circle") if circle.get("stroke-dasharray")]
    assert len(ranges) == 2, "bow and sword"
    shapes = [shape for shape in root.iter() if shape.get("fill") in {"#9dbb84", "#8d8577"}]
    assert len(shapes) == batch.states["features"][0] > 0
