"""Sort reads, holding them all in memory: a file of S MiB takes 8 + 0.8 S seconds.

READS_SLOWDOWN=3 makes it take three times as long, READS_FAIL=sort_reads makes it fail.
"""

import os

from pype.exceptions import SnippetExecutionError

from . import SlowDisk

COMPLEMENT = str.maketrans("ACGT", "TGCA")


def requirements():
    return {"ncpu": 1, "time": "01:00:00", "mem": "4gb"}


def results(argv):
    return {"sorted": os.path.join(argv["--outdir"], "sorted.txt")}


def add_parser(subparsers, module_name):
    return subparsers.add_parser(
        module_name, help="Sort reads, those of both strands together", add_help=False
    )


def sort_reads_args(parser, argv):
    parser.add_argument("--reads", required=True, help="File with one read a line")
    parser.add_argument("--outdir", required=True, help="Folder for the results")
    return parser.parse_args(argv)


def sort_reads(subparsers, module_name, argv, profile, log):
    args = sort_reads_args(add_parser(subparsers, module_name), argv)
    disk = SlowDisk(latency_s=8, slowdown=float(os.environ.get("READS_SLOWDOWN", "1")))
    reads = []
    for chunk in disk.read(args.reads, s_per_mib=0.6):
        if os.environ.get("READS_FAIL") == module_name:
            raise SnippetExecutionError("told to fail", snippet_name=module_name)
        reads.extend((canonical(read), read) for read in chunk)
    log.log.info("Sort %i reads", len(reads))
    reads.sort()
    disk.write(
        results({"--outdir": args.outdir})["sorted"],
        [read for _, read in reads],
        s_per_mib=0.2,
    )


def canonical(read):
    """The read or its reverse complement, whichever comes first: the same for both strands."""
    return min(read, read.translate(COMPLEMENT)[::-1])
