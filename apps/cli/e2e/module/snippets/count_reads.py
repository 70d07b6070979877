"""Count how often each read occurs, holding every one of them: a file of S MiB takes 8 + 0.5 S seconds."""

import os
from collections import Counter

from . import SlowDisk


def requirements():
    return {"ncpu": 1, "time": "00:30:00", "mem": "2G"}


def results(argv):
    return {"counts": os.path.join(argv["--outdir"], "counts.tsv")}


def add_parser(subparsers, module_name):
    return subparsers.add_parser(
        module_name, help="Count how often each read occurs", add_help=False
    )


def count_reads_args(parser, argv):
    parser.add_argument("--reads", required=True, help="File with one read a line, sorted")
    parser.add_argument("--outdir", required=True, help="Folder for the results")
    return parser.parse_args(argv)


def count_reads(subparsers, module_name, argv, profile, log):
    args = count_reads_args(add_parser(subparsers, module_name), argv)
    disk = SlowDisk(latency_s=8)
    counts = Counter()
    for chunk in disk.read(args.reads, s_per_mib=0.5):
        counts.update(chunk)
    log.log.info("Met %i different reads", len(counts))
    disk.write(
        results({"--outdir": args.outdir})["counts"],
        ["%s\t%i" % pair for pair in counts.most_common(1000)],
        s_per_mib=0,
    )
