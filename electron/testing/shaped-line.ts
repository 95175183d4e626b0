// A simulated network connection to a local server with round-trip time, bandwidth and slow start, so that a benchmark
// runs under the conditions of a distant service. Runs in a separate process, on loopback only.
import { fork } from 'node:child_process';
import type { LineShape } from './shaped-line/pipe-model';
import type { LineSetup } from './shaped-line/program';

export interface ShapedLine {
  readonly port: number;
  stop(): Promise<void>;
}

export interface ShapedLineOptions {
  /** The built program (`shaped-line/program.ts` as one CommonJS file). */
  readonly programPath: string;
  readonly targetPort: number;
  readonly shape: LineShape;
}

/** Bytes per millisecond. */
export function fromMegabits(megabitsPerSecond: number): number {
  return megabitsPerSecond * 125;
}

/** Resolves when it listens. */
export async function startShapedLine({ programPath, targetPort, shape }: ShapedLineOptions): Promise<ShapedLine> {
  const child = fork(programPath, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const setup: LineSetup = { targetPort, shape };
  child.send(setup);
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the shaped line ended with code ${String(code)} at its start`)));
    child.once('message', (message) => resolve(message as number));
  });
  return {
    port,
    stop: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}
