"""Names for the arrays that everything is made of."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


def as_ints(values: object) -> Ints:
    """Any sequence of whole numbers as the one integer type in use."""
    return np.asarray(values, dtype=np.int64)


def total(owner: Ints, values: Ints, count: int) -> Ints:
    """Sums of whole numbers by owner; exact, as no text has 2^53 characters."""
    return as_ints(np.bincount(owner, weights=values, minlength=count))
