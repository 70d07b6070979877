import type { Writable } from 'node:stream';

/** A progress bar on a terminal's stderr; elsewhere nothing. */
export interface Progress {
  update(label: string, done: number, total: number | null): void;
  stop(): void;
}

const SILENT: Progress = { update: () => {}, stop: () => {} };

export async function createProgress(stream: Writable, quiet: boolean): Promise<Progress> {
  if (quiet || !(stream as Partial<NodeJS.WriteStream>).isTTY) return SILENT;
  const { default: progress } = await import('cli-progress');
  const bar = new progress.SingleBar({
    stream: stream as NodeJS.WriteStream,
    format: '{label} {bar} {value}/{total}',
    barsize: 30,
    clearOnComplete: true,
    hideCursor: true,
  });
  let running = '';
  return {
    update(label, done, total) {
      // Lines of one file are more than the files: the bar then grows with them.
      const of = Math.max(total ?? 0, done);
      if (running !== label) {
        bar.stop();
        bar.start(of, done, { label });
        running = label;
      }
      bar.setTotal(of);
      bar.update(done, { label });
    },
    stop: () => bar.stop(),
  };
}
