// Composes the indexes of tables: answers the calls of the contract.
import { StowageError, invalidInput } from '@shared/errors';
import type { CallHandlers, StreamHandlers } from '@shared/ipc/contract';
import type { tableIndexCalls, tableIndexStreams } from '@shared/ipc/contract/table-indexes';
import type { IndexDefinition, IndexProgress } from '@shared/model/table-index';
import { checkTableName } from '@shared/query/key-rules';
import { t } from '@shared/strings/t';
import manifest from '../../../../package.json';
import { type AccountSource, partTargetOf } from '../../azure/account';
import type { Clock } from '../../ports';
import { type IndexedTable, readDefinitions } from './index-definitions';
import { createIndex, defaultNoticeMs, dropIndex, repairIndex, verifyIndex } from './index-work';

export interface TableIndexes {
  readonly calls: Pick<CallHandlers<'engine'>, keyof typeof tableIndexCalls>;
  readonly streams: Pick<StreamHandlers<'engine'>, keyof typeof tableIndexStreams>;
}

const reportEveryMs = 250;

export function createTableIndexes({
  accounts,
  clock,
  noticeMs = defaultNoticeMs,
}: {
  readonly accounts: AccountSource;
  readonly clock: Clock;
  /** Shorter only where nobody else writes. */
  readonly noticeMs?: number;
}): TableIndexes {
  return {
    calls: {
      'indexes.list': async ({ connectionId, table, denied = 'as-none' }, { signal }) => {
        checkTableName(table);
        const account = await accounts.open(connectionId);
        return knownDefinitions({ account, table, clock, signal }, denied);
      },
    },
    streams: {
      'indexes.work': async ({ connectionId, table, work, name, property }, { signal, push }) => {
        checkTableName(table);
        // A verification changes nothing but the state that it finds, and not even that on a locked connection.
        const unlocked = accounts.openForWriting(connectionId);
        const writable = work === 'verify' ? await unlocked.catch(() => null) : await unlocked;
        const account = writable ?? (await accounts.open(connectionId));
        const onProgress = everySoOften(clock, push);
        const target = { account, table, clock, signal, noticeMs, onProgress };
        switch (work) {
          case 'create':
            if (property === undefined)
              throw invalidInput(t`Property`, t`none is named.`, t`Name the property to index.`);
            push(await createIndex(target, { name, property, writer: manifest.version }));
            return;
          case 'verify':
            push(await verifyIndex(target, name, writable === null ? 'leave' : 'mark'));
            return;
          case 'repair':
            push(await repairIndex(target, name));
            return;
          case 'drop':
            push(await dropIndex(target, name));
        }
      },
    },
  };
}

/** None in Cosmos DB, which indexes every property itself. */
async function knownDefinitions(target: IndexedTable, denied: 'as-none' | 'reported'): Promise<IndexDefinition[]> {
  if (partTargetOf(target.account.descriptor).service === 'cosmos') return [];
  try {
    return (await readDefinitions(target)).filter((each) => each !== null);
  } catch (thrown) {
    const failure = StowageError.from(thrown);
    if (failure.kind === 'auth' && denied === 'as-none') return [];
    throw failure;
  }
}

/** Each step at once, then at intervals. */
function everySoOften(clock: Clock, push: (progress: IndexProgress) => void): (progress: IndexProgress) => void {
  let step = '';
  let lastMs = 0;
  return (progress) => {
    if (progress.step === step && clock.monotonic() - lastMs < reportEveryMs) return;
    step = progress.step;
    lastMs = clock.monotonic();
    push(progress);
  };
}
