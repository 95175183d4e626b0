// Follows the engine's list of jobs over a separate channel, again after each restart of the engine. Work that was running
// when an engine crashed is resumed in the next one.
import { detailOf } from '@shared/ipc/describe-bug';
import type { StreamEvent } from '@shared/ipc/contract';
import type { ChannelClient } from '@shared/ipc/endpoint';
import { type Work, canGoOn, isUnderWay, workOf } from './work';

/** After this many crashes during one job, the job may be the cause and waits for the user. */
const maxRescues = 3;

export interface WorkWatchOptions {
  /** Opens a channel to the current engine; throws when none runs. */
  readonly connect: () => ChannelClient;
  /** Called with all work whenever something changes. */
  readonly onChange: (work: readonly Work[]) => void;
  readonly log: (line: string) => void;
}

export interface WorkWatch {
  /** Call it whenever an engine has started. */
  engineStarted(): void;
  work(): readonly Work[];
  /** Pauses every running job. */
  pauseAll(): void;
  /** Resumes every job that the user paused or that was interrupted. */
  resumeAll(): void;
}

export function createWorkWatch({ connect, onChange, log }: WorkWatchOptions): WorkWatch {
  let all: readonly Work[] = [];
  let connected: ChannelClient | null = null;
  const left = new Set<string>();
  const rescues = new Map<string, number>();
  const show = (work: readonly Work[]): void => {
    all = work;
    onChange(all);
  };

  const request = (name: 'jobs.pause' | 'jobs.resume', which: (work: Work) => boolean): void => {
    for (const { id, title } of all.filter(which)) {
      connected?.call(name, { jobId: id }).catch((error: unknown) => {
        log(`${title} did not take ${name}: ${detailOf(error)}`);
      });
    }
  };
  const rescue = (client: ChannelClient, { id, title }: Work): void => {
    left.delete(id);
    rescues.set(id, (rescues.get(id) ?? 0) + 1);
    client.call('jobs.resume', { jobId: id }).catch((error: unknown) => {
      log(`${title} did not go on after the engine stopped: ${detailOf(error)}`);
    });
  };

  return {
    work: () => all,
    pauseAll: () => request('jobs.pause', isUnderWay),
    resumeAll: () => request('jobs.resume', canGoOn),
    engineStarted: () => {
      const client = connect();
      connected = client;
      const ended = client
        .subscribe('jobs.watch', {}, (event) => {
          show((event as StreamEvent<'jobs.watch'>).map(workOf));
          for (const work of all) if (work.state === 'left' && left.has(work.id)) rescue(client, work);
        })
        .catch(() => undefined);
      void ended.then(() => {
        for (const work of all) {
          if (isUnderWay(work) && (rescues.get(work.id) ?? 0) < maxRescues) left.add(work.id);
        }
        show([]);
      });
    },
  };
}
