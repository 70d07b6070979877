"""Writes odd-runs.json: the power curves that Bio-Pype itself makes of records that are odd, and of random ones.

run-power-curve.oracle.test.ts holds this package against it. Made with Python 3.11.7 and bio-pype 2.0.99rc9. To make it
again, from packages/power:

    python3 -m venv /tmp/oracle && /tmp/oracle/bin/pip install bio-pype==2.0.99rc9
    /tmp/oracle/bin/python test/oracle/make_odd_runs.py
    ../../node_modules/.bin/biome format --write test/oracle/odd-runs.json

Records are kept as a list of pairs: their order counts, and a JavaScript object would sort the ids that look like numbers.
"""
import datetime as dt
import json
import os
import platform
import random
import time
from importlib.metadata import version
from pathlib import Path

from pype.utils.carbon import pipeline_power_curve

START = dt.datetime(2026, 5, 4, 10, 0, 0)


def at(minutes):
    return (START + dt.timedelta(minutes=minutes)).isoformat()


def point(minutes, cpu=50.0, mem_gb=2.0, **more):
    return {"t": at(minutes), "cpu": cpu, "mem_gb": mem_gb, **more}


def job(*points, **consumption):
    return {"command": "pype snippets --log /l align", "resource_timeline": list(points), "resource_consumption": consumption}


def without(key, record):
    return {k: v for k, v in record.items() if k != key}


def named():
    """[name, records as pairs]"""
    yield "no job", []
    yield "no time in the middle", [["A", job(point(0), without("t", point(10)), point(20), point(30))]]
    yield "a time that is none", [["A", job(point(0), {**point(10), "t": "soon"}, point(20), point(30))]]
    yield "a time that is a number", [["A", job(point(0), {**point(10), "t": 1777888800.0}, point(20), point(30))]]
    for key in ("cpu", "mem_gb", "gpu_w"):
        for name, value in (("text", "12"), ("a list", [1]), ("null", None)):
            yield f"{key} is {name}", [["A", job(point(0), {**point(10), key: value}, point(20), point(30))]]
        yield f"no {key}", [["A", job(without(key, point(0, gpu_w=5.0)), point(10))]]
    yield "two points at one time", [["A", job(point(0), point(10, 20.0), point(10, 80.0), point(20))]]
    yield "zoned times", [["A", job({**point(0), "t": at(0) + "+00:00"}, {**point(0), "t": at(150) + "+02:00"})]]
    yield "more than one core, and less than none", [["A", job(point(0, 780.0), point(10, -5.0), point(20, 100.0), point(30))]]
    yield "its own processor", [["A", job(point(0), point(10), cpu_tdp_w=180.0)]]
    yield "idle alone", [["A", job(point(0), point(10), power_idle_w=60.0)]]
    yield "loaded alone", [["A", job(point(0), point(10), power_loaded_w=210.0, cpu_tdp_w=180.0)]]
    yield "idle and loaded", [["A", job(point(0), point(10), power_idle_w=60.0, power_loaded_w=210.0, cpu_tdp_w=180.0)]]
    yield "loaded below idle", [["A", job(point(0), point(10), power_idle_w=210.0, power_loaded_w=60.0)]]
    for key in ("cpu_tdp_w", "power_idle_w"):
        bounds = {"power_loaded_w": 210.0} if key == "power_idle_w" else {}
        yield f"{key} is null", [["A", job(point(0), point(10), **{key: None}, **bounds)], ["B", job(point(0), point(5))]]
    yield "cpu_tdp_w is text", [["A", job(point(0), point(10), cpu_tdp_w="180")], ["B", job(point(0), point(5))]]
    summary = {"duration_seconds": 600.0, "cpu_percent_avg": 80.0, "memory_rss_mb_avg": 512.0, "gpu_power_w_avg": 7.5}
    yield "one point", [["A", job(point(0), **summary)]]
    yield "no point", [["A", {**job(**summary), "started_at": at(7)}]]
    yield "no point and no start", [["A", job(**summary)], ["B", job(point(0), point(5))]]
    yield "no point and no duration", [["A", {**job(cpu_percent_avg=80.0), "started_at": at(7)}]]
    yield "no point and a duration of 0", [["A", {**job(duration_seconds=0.0, cpu_percent_avg=80.0), "started_at": at(7)}]]
    for key in ("cpu_percent_avg", "memory_rss_mb_avg", "gpu_power_w_avg"):
        for name, value in (("text", "12"), ("null", None)):
            odd = {**summary, key: value}
            yield f"{key} is {name}", [["A", job(point(0), **odd)], ["B", job(point(0), point(5))]]
    yield "no timeline and no consumption", [["A", {"command": "x"}], ["B", job(point(0), point(5))]]
    yield "members that are no jobs", [["__x__", job(point(90), point(99))], ["A", 5], ["B", None], ["C", job(point(0), point(5))]]
    yield "an earlier attempt", [["A", {**job(point(0), point(5)), "previous_attempts": [job(point(90), point(99))]}]]
    yield "ids like numbers, whose order counts", [
        ["2", job(point(0, 0.0, 0.0, gpu_w=1e17), point(10))],
        *[[str(i), job(point(0, 0.0, 0.0, gpu_w=40.0), point(10))] for i in (10, 1)],
        ["0", job(point(0, 0.0, 0.0, gpu_w=-1e17), point(10))],
    ]


def drawn(rng):
    """A run as files have them: several jobs, any times, now and then something missing."""
    records = []
    for i in range(rng.randint(1, 6)):
        start, length = rng.uniform(0, 300), rng.choice([rng.uniform(0.01, 2), rng.uniform(1, 200), 30, 60])
        n = rng.choice([0, 1, 2, 3, 8])
        points = [
            point(
                start + length * k / max(1, n - 1),
                rng.choice([0.0, rng.uniform(0, 100), rng.uniform(0, 800)]),
                rng.uniform(0, 64),
                **({"gpu_w": rng.uniform(0, 700)} if rng.random() < 0.3 else {}),
            )
            for k in range(n)
        ]
        consumption = {
            "duration_seconds": length * 60,
            "cpu_percent_avg": rng.uniform(0, 300),
            "memory_rss_mb_avg": rng.uniform(0, 60000),
            **({"cpu_tdp_w": rng.choice([65.0, 180.0])} if rng.random() < 0.5 else {}),
            **({"power_idle_w": 60.5, "power_loaded_w": rng.uniform(61, 300)} if rng.random() < 0.5 else {}),
        }
        records.append([f"J{i}", {**job(*points, **consumption), "started_at": at(start)}])
    return records


def main():
    os.environ["TZ"] = "UTC"
    time.tzset()
    rng = random.Random(7)
    cases = [[name, records, (30, 7)] for name, records in named()]
    cases += [[f"drawn {i}", drawn(rng), (30, rng.choice([7 / 3, 5.5, 11, 77, 1440]))] for i in range(40)]
    document = {
        "made_with": {"python": platform.python_version(), "bio_pype": version("bio-pype")},
        "runs": [
            {"name": name, "records": records, "curves": [[w, pipeline_power_curve(dict(records), w)] for w in widths]}
            for name, records, widths in cases
        ],
    }
    (Path(__file__).parent / "odd-runs.json").write_text(json.dumps(document, allow_nan=False) + "\n")


main()
