"""Prints a run as Bio-Pype sees it, as JSON: read_run.py FILE BIN_MINUTES...

What stands in its file, and Bio-Pype's own power curve of it for each width of a bin.
"""

import json
import sys

import yaml
from pype.utils.carbon import pipeline_power_curve

with open(sys.argv[1]) as file:
    runtime = yaml.safe_load(file)
curves = {
    width: pipeline_power_curve(runtime, bin_minutes=float(width)) for width in sys.argv[2:]
}
print(json.dumps({"runtime": runtime, "curves": curves}))
