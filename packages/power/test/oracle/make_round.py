"""Writes round.json: what Python's round and datetime.isoformat give for ties, their neighbours and random numbers.

python-round.test.ts and iso-text.test.ts hold this package against it. Made with Python 3.11.7. To make it again, from
packages/power:

    python3 test/oracle/make_round.py
    ../../node_modules/.bin/biome format --write test/oracle/round.json
"""
import datetime as dt
import json
import math
import os
import platform
import random
import time
from pathlib import Path

DECIMALS = (1, 6)


def roundings(rng):
    for decimals in DECIMALS:
        half = 2.0 ** -(decimals + 1)
        # An odd multiple of half a binary unit is the only value that lies exactly half way between two decimals.
        ties = [m * half for m in (1, 3, 5, 7, 9, 11, 25, 27, 101, 1234567, 2**40 + 1, 2**52 + 1)]
        near = [math.nextafter(t, to) for t in ties for to in (-math.inf, math.inf)]
        decimal = [0.05, 0.15, 0.35, 0.45, 1.05, 2.675, 0.0000005, 0.0000015, 2.5e-7, 1e-7, 0.1, 62.875, 125.75, 20.05]
        extreme = [0.0, 5e-324, 1e-300, 999.95, 0.9999995, 1e15 + 0.5, 2.0**53, 1e21, 1e22, 1.7976931348623157e308]
        drawn = [rng.uniform(0, 10.0**e) for e in range(-6, 12) for _ in range(4)]
        for value in ties + near + decimal + extreme + drawn:
            for signed in (value, -value):
                yield [signed, decimals, round(signed, decimals)]


def moments(rng):
    year_2, year_9999 = -62_100_000_000, 253_402_300_799
    whole = [0, 1, -1, year_2, year_9999, 951_782_400, 1_709_164_800, 4_107_542_400, 1_796_155_620, -86_400]
    # m/128 of a second is m * 7812.5 microseconds: half way for an odd m.
    ties = [base + m / 128 for base in (0, 1_796_155_620, -1) for m in (1, 3, 5, 127)]
    carried = [1_796_155_620.9999998, 0.9999996, 0.99999949, -1e-9, 1e-7, 59.9999999]
    drawn = [round(rng.uniform(0, 4e9), 6) for _ in range(60)] + [rng.uniform(-2e9, 4e9) for _ in range(60)]
    for seconds in whole + ties + carried + drawn:
        yield [seconds, dt.datetime.fromtimestamp(seconds).isoformat()]


def main():
    os.environ["TZ"] = "UTC"
    time.tzset()
    rng = random.Random(20261130)
    document = {"python": platform.python_version(), "round": list(roundings(rng)), "isoformat": list(moments(rng))}
    (Path(__file__).parent / "round.json").write_text(json.dumps(document, allow_nan=False) + "\n")


main()
