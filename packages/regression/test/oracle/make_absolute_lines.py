"""Writes absolute-lines.json: the smallest sums of weighted absolute residuals that a line leaves, of named data sets.

least-absolute-line.oracle.test.ts holds this package against it. The minimum is not unique, its sum is: only that is kept.

Made with Python 3.11.7, numpy 2.4.6, scipy 1.17.1. To make it again, from packages/regression:

    python3 -m venv /tmp/oracle
    /tmp/oracle/bin/pip install numpy==2.4.6 scipy==1.17.1
    /tmp/oracle/bin/python test/oracle/make_absolute_lines.py
    ../../node_modules/.bin/biome format --write test/oracle/absolute-lines.json

Two oracles judge every data set. One goes through the lines of all pairs of points, one of which is best, in exact
fractions: its sum is the one kept. The other is the linear program, minimise sum u + v with w(y - a - bx) = u - v and
u, v >= 0, by HiGHS; it must agree to 1e-7 of the sum of w|y|, which is what its own tolerance is worth.

`blur` is how much the sum can change when intercept and slope of the best line are rounded to double precision: next to
nothing, but for x that lie close together for their size.
"""

import json
import math
import platform
from fractions import Fraction
from pathlib import Path

import numpy as np
import scipy
from scipy.optimize import linprog

EPSILON = Fraction(1, 2**52)
AGREEMENT = 1e-7


def by_pairs(x, y, w):
    """The smallest sum, and the intercept and slope that leave it."""
    x, y, w = ([Fraction(v) for v in column] for column in (x, y, w))
    best = None
    for i in range(len(x)):
        for j in range(i):
            if x[i] == x[j]:
                continue
            slope = (y[i] - y[j]) / (x[i] - x[j])
            intercept = y[i] - slope * x[i]
            total = Fraction(0)
            for k in range(len(x)):
                total += w[k] * abs(y[k] - intercept - slope * x[k])
                if best is not None and total >= best[0]:
                    break
            else:
                best = (total, intercept, slope)
    return best


def by_linear_program(x, y, w):
    n = len(x)
    x, y, w = (np.array(column, dtype=float) for column in (x, y, w))
    shift, unit = x.mean(), max(np.ptp(x), 1e-300)
    # Rows times their weight, so that a tolerance is one of the sum.
    largest = max((w * np.abs(y)).max(), 1e-300)
    lines = np.column_stack([w, w * (x - shift) / unit])
    scale = lines.max(axis=0)
    columns = np.column_stack([lines / scale, np.eye(n), -np.eye(n)])
    cost = np.concatenate([[0, 0], np.ones(2 * n)])
    bounds = [(None, None)] * 2 + [(0, None)] * (2 * n)
    result = linprog(cost, A_eq=columns, b_eq=w * y / largest, bounds=bounds, method="highs")
    assert result.status == 0, result.message
    return result.fun * largest


def data_set(name, x, y, w=None):
    x, y = [float(v) for v in x], [float(v) for v in y]
    weights = [1.0] * len(x) if w is None else [float(v) for v in w]
    assert len(x) == len(y) == len(weights) and len(x) <= 60, name
    total, intercept, slope = by_pairs(x, y, weights)
    size = sum(Fraction(v) * abs(Fraction(u)) for v, u in zip(weights, y))
    other = by_linear_program(x, y, weights)
    assert abs(float(total) - other) <= AGREEMENT * float(size), (name, float(total), other)
    blur = EPSILON * sum(
        Fraction(v) * (abs(intercept) + abs(slope * Fraction(u))) for v, u in zip(weights, x)
    )
    return {
        "name": name,
        "x": x,
        "y": y,
        **({} if w is None else {"weights": weights}),
        "sum": float(total),
        "blur": float(blur),
    }


def relative(y):
    return [1 / v for v in y]


def data_sets():
    random = np.random.default_rng(20261201)

    def normal(n, scale):
        return random.normal(0, scale, n)

    yield data_set("two points", [1, 2], [3, 5])
    yield data_set("three points", [1, 2, 3], [3, 5, 1])
    yield data_set("three points, two of one x", [1, 1, 3], [3, 5, 1])
    yield data_set("an exact line", range(1, 11), [3 + 2 * v for v in range(1, 11)])
    yield data_set("an exact line and one point far off", [1, 2, 3, 4, 5], [3, 5, 7, 9, 1000])
    yield data_set("a falling line", range(1, 21), [100 - 3 * v + (v * 7) % 5 for v in range(1, 21)])
    yield data_set("equal y", range(1, 13), [7] * 12)
    yield data_set("all y 0", range(1, 9), [0] * 8)
    yield data_set("most y 0", range(1, 21), [0] * 15 + [5, 1, 0, 8, 9])
    yield data_set("a square's corners", [1, 1, 2, 2], [1, 2, 1, 2])
    yield data_set("two x", [1] * 10 + [2] * 11, list(range(10)) + list(range(5, 16)))
    yield data_set("three x, many ties", [1, 2, 3] * 15, random.integers(0, 4, 45))
    yield data_set("one x apart from the rest", [5] * 20 + [6], range(21))
    yield data_set("the same sample many times", [1] * 20 + [2] * 3 + [3], [4] * 20 + [9] * 3 + [1])
    for n in (5, 12, 30, 60):
        yield data_set(f"a grid with ties, {n} points", random.integers(1, 7, n), random.integers(0, 7, n))
    for n in (4, 9, 25, 60):
        x = random.uniform(1, 100, n)
        yield data_set(f"normal noise, {n} points", x, 5 + 2 * x + normal(n, 10))
    x = random.uniform(1, 100, 50)
    yield data_set("heavy tail", x, 5 + 2 * x + np.abs(random.standard_cauchy(50)))
    y = 5 + 2 * x
    y[::5] *= 10
    yield data_set("a fifth of the points ten times too high, the rest exact", x, y)
    y = (5 + 2 * x) * np.exp(normal(50, 0.05))
    y[::10] *= 10
    y[5::10] /= 10
    yield data_set("outliers on both sides", x, y)
    x[:3] = 1e-3
    yield data_set("three x that say nothing", x, y)
    x = random.uniform(1, 100, 40)
    yield data_set("one x very far out", [*x, 1e9], [*(5 + 2 * x + normal(40, 3)), 50])
    yield data_set("no dependence", x, random.uniform(10, 20, 40))
    x = random.integers(1, 10, 40) * 0.1
    yield data_set("tenths, most on a line that no double holds", x, np.where(random.random(40) < 0.7, 0.3 * x + 0.7, 1))
    x = np.log(random.integers(1, 10, 40))
    yield data_set("logarithms with ties", x, np.log(random.integers(1, 10, 40)))
    x = random.uniform(1, 20, 30)
    yield data_set("small noise on a large y", x, 1e9 + random.integers(0, 20, 30) * 1e-5)
    yield data_set("bytes", random.integers(10**9, 10**11, 40), random.uniform(10, 5000, 40))
    yield data_set("x up to 2^53", random.integers(1, 2**53, 40), random.uniform(1, 100, 40))
    yield data_set("x crowded below 2^53", 2**53 - random.permutation(200)[:30], random.uniform(1, 100, 30))
    yield data_set("y near 2^53", range(1, 31), 2**53 - random.integers(0, 1000, 30))
    yield data_set("tiny", random.uniform(1, 100, 20) * 1e-300, random.uniform(1, 100, 20) * 1e-300)
    yield data_set("huge", random.uniform(1, 100, 20) * 1e299, random.uniform(1, 100, 20) * 1e299)
    yield data_set("negative numbers too", normal(30, 10), normal(30, 10))
    x = random.uniform(1, 100, 40)
    y = (3 + x) * np.exp(normal(40, 0.3))
    yield data_set("relative errors", x, y, relative(y))
    y = random.integers(1, 6, 40)
    yield data_set("relative errors with ties", random.integers(1, 6, 40), y, relative(y))
    y = 10 ** random.uniform(-6, 6, 40)
    yield data_set("relative errors over twelve decades", x, y, relative(y))
    yield data_set("whole weights", random.integers(1, 9, 30), random.integers(1, 9, 30), random.integers(1, 5, 30))
    yield data_set("one weight above all others together", x, y, [1e6, *[1.0] * 39])
    yield data_set("weights over forty decades", x, y, 10 ** random.uniform(-20, 20, 40))


def main():
    print(f"Python {platform.python_version()}, numpy {np.__version__}, scipy {scipy.__version__}")
    sets = list(data_sets())
    assert all(math.isfinite(s["sum"]) and math.isfinite(s["blur"]) for s in sets)
    path = Path(__file__).with_name("absolute-lines.json")
    path.write_text(json.dumps({"data_sets": sets}, indent=1) + "\n")
    print(f"{len(sets)} data sets")


if __name__ == "__main__":
    main()
