"""Writes curves.json: what SciPy, scikit-learn, NumPy and mpmath say of named data sets.

fit-curve.oracle.test.ts holds this package against it. Nothing here reads our code: the rules of choice are
written down a second time, from the specification alone.

Made with Python 3.11.7, numpy 2.4.6, scipy 1.17.1, scikit-learn 1.9.1, mpmath 1.4.1. To make it again, from
packages/regression:

    python3 -m venv /tmp/oracle
    /tmp/oracle/bin/pip install numpy==2.4.6 scipy==1.17.1 scikit-learn==1.9.1 mpmath==1.4.1
    /tmp/oracle/bin/python test/oracle/make_curves.py
    ../../node_modules/.bin/biome format --write test/oracle/curves.json

Two oracles fit every data set: scikit-learn, which really refits without each sample, and the normal equations in
60 digits, likewise without each sample. They must agree to 1e-10 of the largest y (of ln y: absolutely), and then
scikit-learn's numbers are the ones kept. Where double precision cannot do that (x that lie very close together for
their size), the data set says ``digits=True`` and the 60 digits are kept.
The script refuses a data set whose choice hangs by a hair, so that no rounding can change the answer.
"""

import json
import math
import platform
import sys
from pathlib import Path

import mpmath
import numpy as np
import scipy
import scipy.stats
import sklearn
from sklearn.linear_model import LinearRegression
from sklearn.model_selection import LeaveOneOut, cross_val_predict

mpmath.mp.dps = 60

AGREEMENT = 1e-10
FEWEST = 5
LEVERAGE_REST = mpmath.mpf("1e-12")
SHARE_POSITIVE = 0.9
LINE_PREFERENCE = 1.05
# Errors below this are rounding; between two exact fits the line is taken.
EXACT = 1e-9
# Distance that a decision must keep from its threshold.
MARGIN = 1e-6
PROBABILITIES = ["0.05", "0.25", "0.5", "0.75", "0.9", "0.95", "0.99", "1"]


# ---------------------------------------------------------------------------------------------- least squares


def fit_scikit(x, y):
    """Intercept, slope and left-out predictions, by refitting without each sample; SciPy must say the same."""
    column = x.reshape(-1, 1)
    model = LinearRegression().fit(column, y)
    predicted = cross_val_predict(LinearRegression(), column, y, cv=LeaveOneOut())
    return float(model.intercept_), float(model.coef_[0]), predicted


def fit_digits(x, y):
    """The same in 60 digits, and the smallest 1 - h_ii."""
    n = len(x)
    total = (mpmath.fsum(x), mpmath.fsum(y), mpmath.fsum(v * v for v in x), mpmath.fsum(v * w for v, w in zip(x, y)))
    intercept, slope = solve(n, *total)
    centre = total[0] / n
    spread = mpmath.fsum((v - centre) ** 2 for v in x)
    rest = min(1 - (mpmath.mpf(1) / n + (v - centre) ** 2 / spread) for v in x)
    if rest < LEVERAGE_REST:
        return intercept, slope, None, rest
    predicted = []
    for v, w in zip(x, y):
        a, b = solve(n - 1, total[0] - v, total[1] - w, total[2] - v * v, total[3] - v * w)
        predicted.append(a + b * v)
    return intercept, slope, predicted, rest


def solve(n, sum_x, sum_y, sum_xx, sum_xy):
    """Normal equations of y = a + b x."""
    slope = (n * sum_xy - sum_x * sum_y) / (n * sum_xx - sum_x * sum_x)
    return (sum_y - slope * sum_x) / n, slope


def fit(name, kind, x, y, digits):
    """Intercept, slope, left-out predictions (power: of logarithms), or None where one sample has all the leverage."""
    precise = [mpmath.mpf(v) for v in x], [mpmath.mpf(v) for v in y]
    scale = float(np.max(np.abs(y)))
    if kind == "power":
        precise = tuple([mpmath.log(v) for v in values] for values in precise)
        x, y, scale = np.log(x), np.log(y), 1.0
    intercept, slope, predicted, rest = fit_digits(*precise)
    if predicted is None:
        return None
    exact = float(intercept), float(slope), np.array([float(v) for v in predicted])
    if digits:
        return exact
    by_scikit = fit_scikit(x, y)
    line = scipy.stats.linregress(x, y)
    reach = float(np.max(np.abs(x)))
    for other in (by_scikit[:2], (line.intercept, line.slope)):
        check(name, abs(other[0] - exact[0]) <= AGREEMENT * max(scale, abs(exact[1]) * reach), "intercept")
        check(name, abs(other[1] - exact[1]) * reach <= AGREEMENT * max(scale, abs(exact[1]) * reach), "slope")
    error = float(np.max(np.abs(by_scikit[2] - exact[2])))
    check(name, error <= AGREEMENT * scale, f"left-out predictions differ by {error:g} (1 - h = {float(rest):g})")
    return by_scikit


# ------------------------------------------------------------------------------------------------ the choice


def q_squared(y, predicted):
    """1 - sum (y - left-out prediction)^2 / sum (y - mean of the others)^2."""
    of_others = np.array([np.mean(np.delete(y, i)) for i in range(len(y))])
    return float(1 - np.sum((y - predicted) ** 2) / np.sum((y - of_others) ** 2))


def median_log_error(y, predicted):
    """Median over y > 0 of |ln(y / prediction)|, a prediction that is not positive being infinitely wrong."""
    positive = y > 0
    with np.errstate(divide="ignore", invalid="ignore"):
        ratio = np.where(predicted > 0, np.log(y / np.where(predicted > 0, predicted, 1)), np.inf)
    return float(np.median(np.abs(ratio[positive]))) if positive.any() else math.inf


def candidate(name, kind, x, y, distinct, increasing, digits):
    """One family: what it is, and which rule it breaks first (None if none)."""
    if len(x) < FEWEST:
        return {"breaks": "fewer than 5 samples"}
    if distinct < FEWEST:
        return {"breaks": "fewer than 5 distinct x"}
    if kind == "power":
        positive = y > 0
        if np.sum(positive) < SHARE_POSITIVE * len(y):
            return {"breaks": "less than 90 % positive"}
        x, y = x[positive], y[positive]
        if len(set(x)) < FEWEST:
            return {"breaks": "fewer than 5 distinct x"}
    if np.min(y) == np.max(y):
        return {"breaks": "constant y"}
    fitted = fit(name, kind, x, y, digits)
    if fitted is None:
        return {"breaks": "one sample decides"}
    intercept, slope, predicted = fitted
    target = y if kind == "linear" else np.log(y)
    # Rounding ln x to double precision moves it by this share of its spread: no double precision fit does better.
    blur = 0.0 if kind == "linear" else np.finfo(float).eps * float(np.max(np.abs(np.log(x))) / np.std(np.log(x)))
    q2 = q_squared(target, predicted)
    in_y = predicted if kind == "linear" else np.exp(predicted)
    score = median_log_error(y, in_y)
    threshold = max(0.05, 2 / len(y))
    check(name, abs(q2 - threshold) > MARGIN, f"{kind}: Q2 lies on its threshold")
    breaks = None
    if increasing and slope <= 0:
        breaks = "falls"
    elif q2 <= threshold:
        breaks = "Q2"
    return {
        "breaks": breaks,
        "blur": blur,
        "intercept": intercept,
        "slope": slope,
        "left_out": predicted.tolist(),
        "q2": q2,
        "score": score if math.isfinite(score) else None,
        "in_y": in_y,
        "y": y,
    }


def choose(name, linear, power):
    """The family taken: 'linear', 'power' or 'constant'."""
    good = [k for k, c in (("linear", linear), ("power", power)) if c["breaks"] is None]
    if len(good) < 2:
        return good[0] if good else "constant"
    line = math.inf if linear["score"] is None else linear["score"]
    curve = math.inf if power["score"] is None else power["score"]
    if line < EXACT and curve < EXACT:
        return "linear"
    if math.isfinite(line) and math.isfinite(curve):
        check(name, abs(line - LINE_PREFERENCE * curve) > MARGIN * line, "the scores lie on the threshold")
    return "linear" if line <= LINE_PREFERENCE * curve else "power"


# ------------------------------------------------------------------------------------------------- summaries


def summary(values):
    if len(values) == 0:
        return None
    return {
        "min": float(np.min(values)),
        "median": float(np.median(values)),
        "p95": float(np.quantile(values, 0.95, method="linear")),
        "max": float(np.max(values)),
    }


def residuals(y, predicted):
    usable = predicted > 0
    r = (y[usable] - predicted[usable]) / predicted[usable]
    if len(r) == 0:
        return {"n": 0, "mad": None, "quantiles": None}
    mad = float(scipy.stats.median_abs_deviation(r, scale=1 / 1.4826)) if len(r) > 1 else None
    return {
        "n": int(len(r)),
        "mad": mad,
        "quantiles": {p: float(np.quantile(r, float(p), method="linear")) for p in PROBABILITIES},
    }


def spearman(x, y):
    if len(x) < 2 or np.min(x) == np.max(x) or np.min(y) == np.max(y):
        return None
    return float(scipy.stats.spearmanr(x, y).statistic)


def expected(name, x, y, increasing, digits):
    known = np.array([v is not None for v in x], dtype=bool)
    xs = np.array([v for v in x if v is not None], dtype=float)
    y = np.array(y, dtype=float)
    ys = y[known]
    distinct = len(set(xs.tolist()))
    linear = candidate(name, "linear", xs, ys, distinct, increasing, digits)
    power = candidate(name, "power", xs, ys, distinct, increasing, digits)
    kind = choose(name, linear, power)
    of_others = np.array([np.median(np.delete(y, i)) for i in range(len(y))]) if len(y) > 1 else np.array([])
    chosen = {"linear": linear, "power": power}.get(kind)
    spread = residuals(chosen["y"], chosen["in_y"]) if chosen else residuals(y[: len(of_others)], of_others)
    for family in (linear, power):
        family.pop("y", None)
        family.pop("in_y", None)
    return {
        "kind": kind,
        "n": len(y),
        "n_with_driver": len(xs),
        "n_distinct_x": distinct,
        "linear": linear,
        "power": power,
        "spearman": spearman(xs, ys),
        "x": summary(xs),
        "y": summary(y),
        "y_mad": float(scipy.stats.median_abs_deviation(y, scale=1 / 1.4826)) if len(y) > 1 else None,
        "y_ranks": scipy.stats.rankdata(y).tolist(),
        "y_median_of_others": of_others.tolist(),
        "residuals": spread,
    }


def check(name, holds, what):
    if not holds:
        sys.exit(f"{name}: {what}")


# ------------------------------------------------------------------------------------------------- data sets

DATA_SETS = {}


def data_set(name, x, y, increasing=False, digits=False):
    assert name not in DATA_SETS, name
    xs = [None if v is None or (isinstance(v, float) and math.isnan(v)) else float(v) for v in x]
    ys = [float(v) for v in y]
    assert len(xs) == len(ys)
    DATA_SETS[name] = (xs, ys, increasing, digits)


def noise(seed, n, sigma):
    return np.exp(np.random.default_rng(seed).normal(0, sigma, n))


def log_uniform(seed, n, low, high):
    return np.exp(np.random.default_rng(seed).uniform(math.log(low), math.log(high), n))


def make():
    # Too few for a curve.
    data_set("one sample", [3e9], [120])
    data_set("two samples", [1e9, 2e9], [10, 30])
    data_set("two samples of y = 0", [1e9, 2e9], [0, 0])
    data_set("three samples", [1, 2, 3], [5, 7, 6])
    data_set("four samples on a line", [1, 2, 3, 4], [3, 5, 7, 9])
    data_set("seven samples, four with x", [1, 2, None, 3, None, 4, None], [3, 5, 100, 7, 0, 9, 50])
    data_set("one sample without x", [None], [7])
    data_set("twelve samples, four distinct x", [1, 2, 3, 4] * 3, [1.1, 2, 3.2, 4, 0.9, 2.1, 3, 4.1, 1, 1.9, 2.8, 3.9])

    # Exactly five.
    data_set("five samples on a line", [1, 2, 3, 4, 5], [3, 5, 7, 9, 11])
    data_set("five samples near a line", [1, 2, 3, 4, 5], [2.9, 5.2, 6.8, 9.1, 11.3])
    data_set("five samples near a square", [1, 2, 4, 8, 16], [1.05, 3.9, 16.5, 62, 260])
    data_set("five samples of noise", [1, 2, 3, 4, 5], [4, 2, 5, 1, 3])
    data_set("five samples, a weak rise", [1, 2, 3, 4, 5], [1, 3, 2, 3, 3.2])
    data_set("five samples, one of y = 0", [1, 2, 3, 4, 5], [0, 2.1, 3.9, 6.2, 7.9])
    data_set("five distinct x, three samples each", [1, 2, 3, 4, 5] * 3,
             [10.1, 19.8, 30.5, 39, 51, 9.7, 20.6, 29.4, 41, 49, 10.4, 20.1, 30.2, 40.2, 50.3])

    # Nothing to fit.
    data_set("all x equal", [5e9] * 8, [10, 11, 9, 12, 10.5, 9.5, 10, 11.5])
    data_set("all y equal", range(1, 9), [42] * 8)
    data_set("all x and all y equal", [2] * 6, [3] * 6)
    data_set("all y zero", range(1, 9), [0] * 8)
    data_set("all y equal but one", range(1, 11), [5, 5, 5, 5, 5, 5, 5, 5, 5, 9])
    data_set("no x at all", [None] * 9, [3, 1, 4, 1, 5, 9, 2, 6, 5])
    for n, name in ((8, "noise, n = 8"), (30, "noise that passes by chance, n = 30"), (200, "noise, n = 200")):
        data_set(name, log_uniform(n, n, 1e6, 1e10), 100 * noise(n + 1, n, 0.6))

    # Exact laws.
    data_set("y = x", range(1, 11), range(1, 11))
    data_set("y = 2 x", [3, 1, 4, 15, 9, 2, 6, 5], [6, 2, 8, 30, 18, 4, 12, 10])
    data_set("y = 3e-9 x, x in bytes", [i * 1.7e9 for i in range(1, 13)], [i * 1.7e9 * 3e-9 for i in range(1, 13)])
    data_set("y = 7 + x/2", range(2, 20), [7 + v / 2 for v in range(2, 20)])
    data_set("y = 50 - 3 x", range(1, 15), [50 - 3 * v for v in range(1, 15)])
    data_set("y = 50 - 3 x, increasing", range(1, 15), [50 - 3 * v for v in range(1, 15)], increasing=True)
    data_set("y = x^2", range(1, 13), [v * v for v in range(1, 13)])
    data_set("y = sqrt x", [v * v for v in range(1, 13)], range(1, 13))
    data_set("y = 24 / x", [1, 2, 3, 4, 6, 8, 12], [24, 12, 8, 6, 4, 3, 2])
    data_set("y = 24 / x, increasing", [1, 2, 3, 4, 6, 8, 12], [24, 12, 8, 6, 4, 3, 2], increasing=True)
    data_set("y = e^(x/4)", range(1, 21), [math.exp(v / 4) for v in range(1, 21)])
    data_set("a step", range(1, 21), [1] * 10 + [2] * 10)
    data_set("a valley", [v + 6 for v in range(-5, 6)], [1 + v * v for v in range(-5, 6)])

    # Byte-sized x, noisy y.
    x = log_uniform(1, 40, 1e9, 1e12)
    data_set("bytes, a line", x, (60 + 2e-9 * x) * noise(2, 40, 0.1), increasing=True)
    data_set("bytes, proportional", x, 2e-9 * x * noise(3, 40, 0.1), increasing=True)
    data_set("bytes, x^0.7", x, 3e-6 * x**0.7 * noise(4, 40, 0.1), increasing=True)
    data_set("bytes, x^1.4", x, 1e-13 * x**1.4 * noise(5, 40, 0.2), increasing=True)
    data_set("bytes, small y that rises a little", x, 1.5 + 4e-12 * x + 0.1 * (noise(6, 40, 0.3) - 1))
    data_set("bytes, a large constant part", x, 1e4 + 1e-9 * x + 20 * (noise(7, 40, 0.3) - 1))
    data_set("bytes, falling", x, 1e12 / x * noise(8, 40, 0.1))
    data_set("bytes, falling, increasing", x, 1e12 / x * noise(8, 40, 0.1), increasing=True)
    data_set("bytes, falling line, increasing", x, (3000 - 2e-9 * x) * noise(9, 40, 0.05), increasing=True)
    data_set("bytes, falling line", x, (3000 - 2e-9 * x) * noise(9, 40, 0.05))
    data_set("bytes, saturating", x, 500 * x / (x + 5e10) * noise(10, 40, 0.08), increasing=True)

    # x that lie close together for their size.
    narrow = 2.0**53 - 2.0**44 * np.arange(1, 31)
    data_set("x near 2^53, wide steps", narrow, 5 + (narrow - narrow[-1]) / 2.0**44 + noise(11, 30, 0.2))
    narrow = 2.0**53 - 2.0**21 * np.arange(1, 31)
    data_set("x near 2^53, narrow steps", narrow, 5 + (narrow - narrow[-1]) / 2.0**21 + noise(12, 30, 0.2), digits=True)
    narrow = 1e9 + 1000.0 * np.arange(20)
    data_set("x near 1e9, steps of 1000", narrow, 10 + 1e-3 * (narrow - 1e9) + noise(13, 20, 0.3), digits=True)

    # Extreme y.
    x = log_uniform(14, 25, 1, 1e3)
    data_set("tiny y, a line", x, 1e-9 * (3 + x) * noise(15, 25, 0.1))
    data_set("tiny y, a power", x, 1e-9 * x**1.8 * noise(16, 25, 0.1))
    data_set("tiny y, noise", x, 1e-9 * noise(17, 25, 0.5))
    data_set("huge y, a line", x, 1e15 * (3 + x) * noise(18, 25, 0.1))
    x = log_uniform(19, 60, 1, 1e15)
    data_set("fifteen decades of x, y = x^0.5", x, x**0.5 * noise(20, 60, 0.3))
    data_set("fifteen decades of x, y = x^1.2", x, 1e-5 * x**1.2 * noise(21, 60, 0.3))
    x = log_uniform(22, 30, 1e-6, 1)
    data_set("x below 1, a power", x, 4 * x**0.6 * noise(23, 30, 0.15))
    data_set("x below 1, a line", x, (0.2 + 4 * x) * noise(24, 30, 0.15))

    # Zeros of y.
    x = np.arange(1.0, 21.0)
    y = 3 * x**1.5 * noise(25, 20, 0.1)
    zeros = y.copy()
    zeros[[4, 11]] = 0
    data_set("zeros in 10 % of y", x, zeros)
    zeros = y.copy()
    zeros[[4, 11, 17]] = 0
    data_set("zeros in 15 % of y", x, zeros)
    zeros = (2 + x) * noise(26, 20, 0.05)
    zeros[[0, 1, 2]] = 0
    data_set("zeros where x is small", x, zeros)
    data_set("zeros in 5 % of y, x^0.4", x, np.where(x == 10, 0, 5 * x**0.4 * noise(27, 20, 0.02)))
    data_set("zeros in 60 % of y", x, np.where(x > 12, x - 12.0, 0))
    data_set("a zero takes the fifth distinct x", [1, 2, 3, 4] * 3 + [5], [1.1, 2, 3.2, 4, 0.9, 2.1, 3, 4.1, 1, 1.9, 2.8, 3.9, 0])
    data_set("ten samples, one of y = 0", range(1, 11), [0, 2.2, 3.1, 3.9, 5.3, 5.8, 7.1, 8.2, 8.8, 10.1])

    # Samples without x.
    x = [None if i % 4 == 0 else 1e9 * (i + 1) for i in range(24)]
    y = [500.0 * (1 + i % 3) if v is None else 20 + 3e-9 * v * (1 + 0.1 * math.sin(7 * i)) for i, v in enumerate(x)]
    data_set("a quarter without x", x, y)
    data_set("a quarter without x, noise", x, 40 * noise(28, 24, 0.4))
    data_set("half without x", [None if i % 2 else 10 * (i + 1) for i in range(20)],
             [1e6 if i % 2 else 7 * (10 * (i + 1)) ** 0.5 * (1 + 0.05 * math.cos(5 * i)) for i in range(20)])

    # Heavy tails, outliers, leverage.
    x = log_uniform(29, 50, 1e3, 1e6)
    data_set("heavy tails, a line", x, (100 + 0.01 * x) * (1 + np.random.default_rng(30).pareto(1.5, 50)))
    data_set("heavy tails, a power", x, x**0.8 * np.exp(0.3 * np.random.default_rng(31).standard_t(2, 50)))
    data_set("heavy tails, noise", x, np.exp(np.random.default_rng(32).standard_t(1.5, 50)))
    x = np.arange(1.0, 26.0)
    y = (4 + 2 * x) * noise(33, 25, 0.05)
    y[12] *= 20
    data_set("one y twenty times too large", x, y)
    y = (4 + 2 * x) * noise(33, 25, 0.05)
    y[24] /= 1000
    data_set("one y a thousand times too small", x, y)
    x = np.append(np.arange(1.0, 20.0), 400)
    data_set("one x far from the others", x, np.append((4 + 2 * np.arange(1.0, 20.0)) * noise(34, 19, 0.05), 700))
    x = np.append(np.arange(1.0, 10.0), 1e5)
    data_set("one x very far from the others", x, 3 * x * noise(35, 10, 0.1))
    x = np.append(np.arange(1.0, 10.0), 1e7)
    data_set("one x decides the line", x, 3 * x * noise(36, 10, 0.1))
    data_set("one x decides both", [1 + i * 1e-13 for i in range(0, 45, 5)] + [1e9], range(1, 11))

    # Ties, shapes, many.
    rng = np.random.default_rng(37)
    data_set("integer grid with ties", rng.integers(1, 8, 60), rng.integers(0, 5, 60))
    x = rng.integers(1, 12, 80)
    data_set("integer grid with ties, rising", x, 2 * x + rng.integers(0, 6, 80))
    data_set("every sample twice", list(range(1, 9)) * 2, [3.1, 4.8, 7.3, 8.9, 11.2, 12.8, 15.3, 16.7] * 2)
    x = np.concatenate([np.linspace(1e9, 1.2e9, 10), np.linspace(8e10, 9e10, 10)])
    data_set("two clusters", x, 2e-9 * x * noise(38, 20, 0.1))
    x = np.arange(1.0, 31.0)
    data_set("a line that starts below zero", x, np.maximum(0, 5 * x - 40) + 0.5 * noise(39, 30, 0.2))
    data_set("a weak line, n = 100", np.arange(1.0, 101.0), 10 + 0.03 * np.arange(1.0, 101.0) + 3 * noise(40, 100, 0.4))
    data_set("a weaker line, n = 100", np.arange(1.0, 101.0), 10 + 0.005 * np.arange(1.0, 101.0) + 3 * noise(41, 100, 0.4))
    x = np.arange(1.0, 31.0)
    data_set("the power is closer by 8 %", x, 3 * x * noise(105, 30, 0.1))
    x = np.arange(1.0, 201.0)
    data_set("Q2 between 2/n and 0.05, n = 200", x, 10 + 0.006 * x + 3 * noise(101, 200, 0.4))
    x = log_uniform(42, 1000, 1e6, 1e11)
    data_set("a thousand samples, a line", x, (30 + 5e-9 * x) * noise(43, 1000, 0.3), increasing=True)
    data_set("a thousand samples, a power", x, 2e-4 * x**0.63 * noise(44, 1000, 0.3), increasing=True)


def main():
    make()
    documents = []
    for name, (x, y, increasing, digits) in DATA_SETS.items():
        documents.append({
            "name": name,
            "oracle": "mpmath" if digits else "scikit-learn",
            "increasing": increasing,
            "x": x,
            "y": y,
            "expected": expected(name, x, y, increasing, digits),
        })
    made_with = {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "scipy": scipy.__version__,
        "scikit-learn": sklearn.__version__,
        "mpmath": mpmath.__version__,
    }
    target = Path(__file__).parent / "curves.json"
    target.write_text(json.dumps({"made_with": made_with, "data_sets": documents}, allow_nan=False) + "\n")
    for d in documents:
        e = d["expected"]
        rest = {k: (e[k]["breaks"], e[k].get("q2"), e[k].get("score")) for k in ("linear", "power")}
        print(f"{d['name']:45} {e['kind']:9} {rest}")
    print(len(documents), "data sets")


main()
