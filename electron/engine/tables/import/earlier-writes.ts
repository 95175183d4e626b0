// Rows that an earlier run of an import may have written without a record. Writing such a row again could overwrite
// later changes of another client. So it is read, and skipped if it is as it was sent or was changed after the import
// began.
import type { Entity } from '@shared/model/entity';
import type { RestAccount } from '../../azure/account';
import type { Clock } from '../../ports';
import type { WriteMode } from '../batch';
import { holdsAll, sameContent } from '../ambiguous-writes';
import { readMany } from '../read-many';
import type { PreparedRows } from './prepared-batch';

export interface EarlierWritesOptions {
  readonly account: RestAccount;
  readonly table: string;
  readonly mode: Exclude<WriteMode, 'insert'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Wall time at which the import began. */
  readonly begunAtMs: number;
}

/** Positions within the batch. */
export interface EarlierRows {
  readonly written: readonly number[];
  readonly changedSince: readonly number[];
  readonly rest: readonly number[];
  readonly requests: number;
}

/** @throws StowageError of the transport, `not-found.table` */
export async function earlierRows(
  { account, table, mode, clock, signal, begunAtMs }: EarlierWritesOptions,
  { batch, positions }: PreparedRows,
): Promise<EarlierRows> {
  const service = observingServerTime(account, clock);
  const sent = positions.map((position) => batch.entityAt(position));
  const { rows, requests } = await readMany({ account: service.account, table, clock, signal }, sent);
  const begunMs = begunAtMs + service.aheadMs();
  const found = { written: [] as number[], changedSince: [] as number[], rest: [] as number[] };
  sent.forEach((entity, at) => {
    found[fateOf(mode, entity, rows[at] ?? null, begunMs)].push(positions[at] ?? -1);
  });
  return { ...found, requests };
}

function fateOf(
  mode: EarlierWritesOptions['mode'],
  sent: Entity,
  stored: Entity | null,
  begunMs: number,
): 'written' | 'changedSince' | 'rest' {
  if (stored === null) return 'rest';
  if (mode === 'upsert-replace' ? sameContent(sent, stored) : holdsAll(sent, stored)) return 'written';
  return Date.parse(stored.timestamp) > begunMs ? 'changedSince' : 'rest';
}

/** The times of rows are those of the service, whose clock may differ from ours. */
function observingServerTime(
  account: RestAccount,
  clock: Clock,
): { readonly account: RestAccount; readonly aheadMs: () => number } {
  let aheadMs = 0;
  const send: RestAccount['send'] = async (request) => {
    const response = await account.send(request);
    const serverTimeMs = Date.parse(response.headers.date ?? '');
    if (!Number.isNaN(serverTimeMs)) aheadMs = serverTimeMs - clock.now();
    return response;
  };
  return { account: { ...account, send }, aheadMs: () => aheadMs };
}
