"""The pages of the gallery in their order. Nothing is computed before a page is made."""

from __future__ import annotations

from gallery.edges import EDGES
from gallery.example import Example
from gallery.images import IMAGES
from gallery.learned import LEARNED
from gallery.many import MANY
from gallery.models import MODELS
from gallery.parts import PARTS
from gallery.releases import RELEASES
from gallery.texts import TEXTS

EXAMPLES: tuple[Example, ...] = (*MODELS, *MANY, *PARTS, *RELEASES, *LEARNED, *IMAGES, *TEXTS, *EDGES)
