"""Colours of charts are told apart by every eye, stand out from the paper, and full cells differ from empty ones."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from sklearn.datasets import load_iris

import assay
from assay.reports.charts.theme import DARK_PALETTE, GREY, HEAT, IN_THE_DARK, INKS, OVER, PALETTE, SWITCH, UNDER

APART, CONTRAST, WORDS = 15, 3, 4.5
"""What the issue of colours asks for: CIEDE2000, and the ratios of WCAG 2.2 for marks and for words."""
EYES = {
    "usual": np.eye(3),
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
"""Machado, Oliveira, Fernandes (2009), A physiologically-based model for simulation of color vision deficiency."""
XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)
PAPERS = {"light": (PALETTE, "#ffffff"), "dark": (DARK_PALETTE, INKS["dark"]["background"])}


def linear(colour):
    """Return the light of a colour: sRGB without its gamma."""
    shares = np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    return np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)


def lab(light):
    """Return CIE L*a*b* under the white of sRGB."""
    parts = XYZ @ light / XYZ.sum(axis=1)
    root = np.where(parts > (6 / 29) ** 3, np.cbrt(parts), parts * 841 / 108 + 4 / 29)
    return 116 * root[1] - 16, 500 * (root[0] - root[1]), 200 * (root[1] - root[2])


def distance(first, second):
    """Return CIEDE2000 as Sharma, Wu and Dalal (2005) write it."""
    (l1, a1, b1), (l2, a2, b2) = first, second
    mean = (np.hypot(a1, b1) + np.hypot(a2, b2)) / 2
    stretch = 1.5 - 0.5 * np.sqrt(mean**7 / (mean**7 + 25**7))
    c1, c2 = np.hypot(stretch * a1, b1), np.hypot(stretch * a2, b2)
    h1, h2 = (np.degrees(np.arctan2(b, stretch * a)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if c1 * c2 == 0 else (h2 - h1 + 180) % 360 - 180
    chroma, light = (c1 + c2) / 2, (l1 + l2) / 2
    hue = h1 + h2 if c1 * c2 == 0 else (h1 + turn / 2) % 360
    t = 1 - 0.17 * cos(hue - 30) + 0.24 * cos(2 * hue) + 0.32 * cos(3 * hue + 6) - 0.2 * cos(4 * hue - 63)
    of_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / np.sqrt(20 + (light - 50) ** 2))
    of_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    of_hue = 2 * np.sqrt(c1 * c2) * np.sin(np.radians(turn / 2)) / (1 + 0.015 * chroma * t)
    spin = 60 * np.exp(-(((hue - 275) / 25) ** 2))
    bend = -2 * np.sqrt(chroma**7 / (chroma**7 + 25**7)) * np.sin(np.radians(spin))
    return np.sqrt(of_light**2 + of_chroma**2 + of_hue**2 + bend * of_chroma * of_hue)


def cos(degrees):
    return np.cos(np.radians(degrees))


def contrast(first, second):
    """Return the ratio of WCAG 2.2 of two lights."""
    low, high = sorted(float(XYZ[1] @ light) for light in (first, second))
    return (high + 0.05) / (low + 0.05)


def seen_through(share, ink, paper):
    """Return the light of an ink that lets the paper through: browsers mix before they undo the gamma."""
    mixed = [
        round(share * int(ink[place : place + 2], 16) + (1 - share) * int(paper[place : place + 2], 16))
        for place in (1, 3, 5)
    ]
    return linear("#" + "".join(f"{part:02x}" for part in mixed))


def test_the_distance_is_that_of_the_published_pairs():
    pairs = (((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425), ((50, 2.5, 0), (73, 25, -18), 27.1492),
             ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
             ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082))  # fmt: skip
    for first, second, published in pairs:
        assert distance(first, second) == pytest.approx(published, abs=5e-5)


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("theme", PAPERS)
def test_any_two_colours_of_series_are_told_apart_by_every_eye(theme, eye):
    palette, _ = PAPERS[theme]
    lights = [lab(np.clip(np.array(EYES[eye]) @ linear(colour), 0, 1)) for colour in palette]
    assert len(lights) == 8
    assert min(distance(*pair) for pair in itertools.combinations(lights, 2)) > APART


@pytest.mark.parametrize("theme", PAPERS)
def test_every_mark_stands_out_from_the_paper_and_grey_words_can_be_read(theme):
    palette, paper = PAPERS[theme]
    dark = theme == "dark"
    assert min(contrast(linear(colour), linear(paper)) for colour in palette) >= CONTRAST
    assert contrast(linear(IN_THE_DARK[GREY] if dark else GREY), linear(paper)) >= WORDS
    assert contrast(linear(INKS[theme]["text"]), linear(paper)) >= WORDS


@pytest.mark.parametrize("theme", PAPERS)
def test_every_number_on_a_cell_can_be_read_and_one_in_twenty_differs_from_none(theme):
    _, paper = PAPERS[theme]
    inks = [IN_THE_DARK[ink] if theme == "dark" else ink for ink in (HEAT, OVER, UNDER)]
    heat, over, under = inks
    for share in np.linspace(0, 1, 101):
        full = float(np.sqrt(share))
        number = over if full > SWITCH else under
        assert contrast(seen_through(full, heat, paper), linear(number)) >= WORDS - 0.1, share
    none, some = (lab(seen_through(float(np.sqrt(share)), heat, paper)) for share in (0.0, 0.05))
    assert distance(none, some) > 5


def test_charts_draw_what_was_looked_at():
    labels = load_iris().target
    evaluation = assay.evaluate(labels, np.roll(labels, 1))
    for theme, heat in (("light", HEAT), ("dark", IN_THE_DARK[HEAT])):
        svg = evaluation.plot("confusion", theme)._repr_svg_()
        assert f'fill="{heat}"' in svg
    spec = evaluation.plot("confusion").to_dict()["layer"][0]["encoding"]["opacity"]["scale"]
    assert (spec["type"], spec["domain"], spec["range"]) == ("sqrt", [0, 1], [0, 1])
