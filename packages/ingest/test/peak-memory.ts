// Run by memory.test.ts: reads the file that is named, and prints its jobs and the most memory that took.
import { readRuns } from '../src/index.ts';

let jobs = 0;
for await (const { run, error } of readRuns(process.argv[2] as string)) {
  if (error !== null) throw error;
  jobs += run?.jobs.length ?? 0;
}
const peakMb = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ jobs, peakMb }));
