// The streams of the contract on transfers: the queue, what cannot be read of it, the trace of one job, the surveys.
import type { Transfers } from './api';
import type { JobRegistry } from './jobs/registry';
import { traceOf } from './jobs/view';
import type { SnapshotWatch } from '../snapshot-watch';
import { type PreflightEnvironment, createPreflightStreams } from './preflight/preflight-streams';

export interface TransferStreamsPorts extends Omit<PreflightEnvironment, 'states' | 'keepReporting'> {
  readonly registry: JobRegistry;
  readonly watched: SnapshotWatch;
}

const listEveryMs = 250;
const traceEveryMs = 1000;

export function createTransferStreams({ registry, watched, ...ports }: TransferStreamsPorts): Transfers['streams'] {
  /** Nothing of it moves between two changes. */
  const atChanges = <T>(snapshot: () => T, push: (snapshot: T) => void, signal: AbortSignal): Promise<void> =>
    watched.watch({ snapshot, isMoving: () => false, minIntervalMs: listEveryMs }, push, signal);
  return {
    'transfers.watch': (_input, { push, signal }) =>
      watched.watch(
        { snapshot: () => registry.list(), isMoving: () => registry.moving > 0, minIntervalMs: listEveryMs },
        push,
        signal,
      ),
    'transfers.unread': (_input, { push, signal }) =>
      atChanges(() => registry.unread.map((error) => error.toShape()), push, signal),
    ...createPreflightStreams({ ...ports, states: () => registry.states(), keepReporting: atChanges }),
    'transfers.follow': ({ jobId }, { push, signal }) => {
      registry.state(jobId);
      return watched.watch(
        {
          snapshot: () => traceOf(registry.run(jobId)),
          isMoving: () => registry.run(jobId)?.isRunning === true,
          minIntervalMs: traceEveryMs,
        },
        push,
        signal,
      );
    },
  };
}
