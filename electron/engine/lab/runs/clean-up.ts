// Deletes what a run created. Knows nothing of runs: takes a list of things and returns those that could not be
// deleted.
import { rm } from 'node:fs/promises';
import { StowageError } from '@shared/errors';
import type { AccountSource } from '../../azure/account';
import { deleteContainer } from '../../blobs/container-admin';
import { deleteTable } from '../../tables/table-admin';
import type { CreatedThing } from './created-things';

export interface StillThere {
  readonly thing: CreatedThing;
  readonly failure: StowageError;
}

/** Things that are not there any more count as removed. */
export async function cleanUp(
  things: readonly CreatedThing[],
  accounts: AccountSource,
): Promise<readonly StillThere[]> {
  const left: StillThere[] = [];
  for (const thing of things) {
    try {
      await remove(thing, accounts);
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      if (failure.kind !== 'notFound' || failure.code === 'not-found.connection') left.push({ thing, failure });
    }
  }
  return left;
}

async function remove(thing: CreatedThing, accounts: AccountSource): Promise<void> {
  if (thing.kind === 'folder') {
    await rm(thing.path, { recursive: true, force: true, maxRetries: 3 });
    return;
  }
  const account = await accounts.openForWriting(thing.connectionId);
  if (thing.kind === 'table') await deleteTable(account, thing.name);
  else await deleteContainer(account, thing.name);
}
