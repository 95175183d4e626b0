// Deletes what a run created. Knows nothing of runs: takes a list of things and returns those that could not be
// deleted.
import { rm } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import type { AccountSource } from '../../azure/account';
import { deleteContainer } from '../../blobs/container-admin';
import { deleteTable } from '../../tables/table-admin';
import type { Clock } from '../../ports';
import type { CreatedThing } from './created-things';

export interface Leftover {
  readonly thing: CreatedThing;
  readonly failure: StowageError;
}

export interface CleanUpPorts {
  readonly accounts: AccountSource;
  readonly clock: Clock;
  /** Items that are not removed when it aborts still exist. */
  readonly signal?: AbortSignal;
}

/** Items that a server has not removed by then are removed at a later start. */
const patienceMs = 5000;

/** Missing items count as removed. No removal waits for another, and none for long. */
export async function cleanUp(things: readonly CreatedThing[], ports: CleanUpPorts): Promise<readonly Leftover[]> {
  const { accounts, clock, signal: requestedSignal } = ports;
  const [late, ended] = [new AbortController(), new AbortController()];
  const signal = AbortSignal.any([late.signal, ...(requestedSignal === undefined ? [] : [requestedSignal])]);
  clock.sleep(patienceMs, ended.signal).then(
    () => late.abort(),
    () => undefined,
  );
  const outcome = async (thing: CreatedThing): Promise<readonly Leftover[]> => {
    try {
      await remove(thing, accounts, signal);
      return [];
    } catch (thrown) {
      const failure = signal.aborted ? unanswered(thrown) : StowageError.from(thrown);
      return failure.kind === 'notFound' && failure.code !== 'not-found.connection' ? [] : [{ thing, failure }];
    }
  };
  try {
    return (await Promise.all(things.map(outcome))).flat();
  } finally {
    ended.abort();
  }
}

const unanswered = (cause: unknown): StowageError =>
  new StowageError('network.timeout', 'The service did not answer in time.', { cause });

async function remove(thing: CreatedThing, accounts: AccountSource, signal: AbortSignal): Promise<void> {
  if (thing.kind === 'folder') {
    await rm(thing.path, { recursive: true, force: true, maxRetries: 3 });
    return;
  }
  const account = await accounts.openForWriting(thing.connectionId);
  signal.throwIfAborted();
  if (thing.kind === 'table') await deleteTable(account, thing.name, signal);
  else await deleteContainer(account, thing.name, signal);
}
