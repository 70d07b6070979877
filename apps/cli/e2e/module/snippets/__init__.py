"""What the snippets of this folder share."""

import os
import time

CHUNK_BYTES = 256 * 1024


class SlowDisk:
    """Makes a step take the time of a slow disk, so that it follows the size of the data and not what else the
    machine does: `take` waits until the moment when the disk would be done, or not at all when that is over."""

    def __init__(self, latency_s, slowdown=1.0):
        self.slowdown = slowdown
        self.ready_at = time.monotonic()
        self.take(latency_s)

    def take(self, seconds):
        self.ready_at += seconds * self.slowdown
        time.sleep(max(0.0, self.ready_at - time.monotonic()))

    def read(self, path, s_per_mib):
        """The lines of a file, a chunk at a time."""
        with open(path) as lines:
            while chunk := lines.readlines(CHUNK_BYTES):
                yield [line.rstrip("\n") for line in chunk]
                self.take(sum(map(len, chunk)) * s_per_mib / 1024**2)

    def write(self, path, lines, s_per_mib):
        """Writes lines, under the final name when they are complete."""
        with open(path + ".part", "w") as output:
            for start in range(0, len(lines), 5000):
                chunk = "".join(line + "\n" for line in lines[start : start + 5000])
                output.write(chunk)
                self.take(len(chunk) * s_per_mib / 1024**2)
        os.replace(path + ".part", path)
