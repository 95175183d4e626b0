// Deletes what a run created. Knows nothing of runs: takes a list of things and returns those that could not be
// deleted.
import { setMaxListeners } from 'node:events';
import { rm } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import { sdkOptions } from '../../azure/sdk/sdk-options';
import { mapConcurrent } from '@shared/map-concurrent';
import type { Account, AccountSource } from '../../azure/account';
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
/** A bucket is emptied object by object. */
const bucketPatienceMs = 60_000;

/** Missing items count as removed. No removal waits for another, and none for long. */
export async function cleanUp(things: readonly CreatedThing[], ports: CleanUpPorts): Promise<readonly Leftover[]> {
  const { accounts, clock, signal: requestedSignal } = ports;
  const ended = new AbortController();
  const within = (ms: number): AbortSignal => {
    const late = new AbortController();
    clock.sleep(ms, ended.signal).then(
      () => late.abort(),
      () => undefined,
    );
    return AbortSignal.any([late.signal, ...(requestedSignal === undefined ? [] : [requestedSignal])]);
  };
  const [signal, bucketSignal] = [within(patienceMs), within(bucketPatienceMs)];
  const outcome = async (thing: CreatedThing): Promise<readonly Leftover[]> => {
    try {
      await remove(thing, accounts, signal, bucketSignal);
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

async function remove(
  thing: CreatedThing,
  accounts: AccountSource,
  signal: AbortSignal,
  bucketSignal: AbortSignal,
): Promise<void> {
  if (thing.kind === 'folder') {
    await rm(thing.path, { recursive: true, force: true, maxRetries: 3 });
    return;
  }
  const account = await accounts.openForWriting(thing.connectionId);
  signal.throwIfAborted();
  if (thing.kind === 'table') await deleteTable(account, thing.name, signal);
  else if (account.descriptor.credential.kind === 's3') {
    await emptyBucket(account, thing.name, bucketSignal);
    await deleteContainer(account, thing.name, bucketSignal);
  } else await deleteContainer(account, thing.name, signal);
}

const deletionsAtOnce = 16;

/** S3 deletes only a bucket that holds nothing. */
async function emptyBucket(account: Account, name: string, signal: AbortSignal): Promise<void> {
  setMaxListeners(0, signal);
  const bucket = (await account.blobService()).getContainerClient(name);
  const names: string[] = [];
  for await (const { name: key } of bucket.listBlobsFlat(sdkOptions(signal))) names.push(key);
  await mapConcurrent(names, deletionsAtOnce, (key) => bucket.deleteBlob(key, sdkOptions(signal)));
}
