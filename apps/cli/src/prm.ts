#!/usr/bin/env node
import { main } from './main.ts';

// A reader that has seen enough closes the pipe: that is no error. A disk that is full is one.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  process.stderr.write(`prm: cannot write the output: ${error.code}\n`);
  process.exit(1);
});
process.stderr.on('error', () => {});

process.exitCode = await main(process.argv.slice(2));
