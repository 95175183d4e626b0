// Follows the engine's two lists of long-running work over a separate channel, again after each restart of the engine,
// and combines them. Work that was running when an engine crashed is resumed in the next one.
import { detailOf } from '@shared/ipc/describe-bug';
import type { StreamEvent } from '@shared/ipc/contract';
import type { ChannelClient } from '@shared/ipc/endpoint';
import { type Work, canGoOn, isUnderWay, workOfTable, workOfTransfer } from './work';

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
  /** Pauses every running transfer. */
  pauseTransfers(): void;
  /** Resumes every transfer that the user paused or that was interrupted. */
  resumeTransfers(): void;
}

export function createWorkWatch({ connect, onChange, log }: WorkWatchOptions): WorkWatch {
  let lists: { readonly transfers: readonly Work[]; readonly tables: readonly Work[] } = { transfers: [], tables: [] };
  let connected: ChannelClient | null = null;
  const left = new Set<string>();
  const rescues = new Map<string, number>();
  const all = (): readonly Work[] => [...lists.transfers, ...lists.tables];
  const show = (change: Partial<typeof lists>): void => {
    lists = { ...lists, ...change };
    onChange(all());
  };

  const request = (name: 'transfers.pause' | 'transfers.resume', which: (work: Work) => boolean): void => {
    for (const { id, title } of lists.transfers.filter(which)) {
      connected?.call(name, { jobId: id }).catch((error: unknown) => {
        log(`${title} did not take ${name}: ${detailOf(error)}`);
      });
    }
  };
  const rescue = (client: ChannelClient, { id, of, title }: Work): void => {
    left.delete(id);
    rescues.set(id, (rescues.get(id) ?? 0) + 1);
    client.call(of === 'transfer' ? 'transfers.resume' : 'table-jobs.resume', { jobId: id }).catch((error: unknown) => {
      log(`${title} did not go on after the engine stopped: ${detailOf(error)}`);
    });
  };
  const follow = (
    client: ChannelClient,
    stream: 'transfers.watch' | 'table-jobs.watch',
    take: (event: unknown) => readonly Work[],
  ): Promise<void> =>
    client
      .subscribe(stream, {}, (event) => {
        for (const work of take(event)) if (work.state === 'left' && left.has(work.id)) rescue(client, work);
      })
      .catch(() => undefined);

  return {
    work: all,
    pauseTransfers: () => request('transfers.pause', isUnderWay),
    resumeTransfers: () => request('transfers.resume', canGoOn),
    engineStarted: () => {
      const client = connect();
      connected = client;
      const ended = Promise.all([
        follow(client, 'transfers.watch', (event) => {
          const transfers = (event as StreamEvent<'transfers.watch'>).map(workOfTransfer);
          show({ transfers });
          return transfers;
        }),
        follow(client, 'table-jobs.watch', (event) => {
          const tables = (event as StreamEvent<'table-jobs.watch'>).map(workOfTable);
          show({ tables });
          return tables;
        }),
      ]);
      void ended.then(() => {
        for (const work of all()) {
          if (isUnderWay(work) && (rescues.get(work.id) ?? 0) < maxRescues) left.add(work.id);
        }
        show({ transfers: [], tables: [] });
      });
    },
  };
}
