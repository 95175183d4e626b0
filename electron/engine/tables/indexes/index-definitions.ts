// The definitions of a table's indexes, read from the table itself and remembered for a moment. Whoever writes to a table
// has to know them: some writers maintain the index rows, the others must not write.
import { StowageError } from '@shared/errors';
import { definitionOf, definitionPartition } from '@shared/indexes/index-rows';
import type { IndexDefinition } from '@shared/model/table-index';
import { type TableQuery, wholeTable } from '@shared/model/table-query';
import { t } from '@shared/strings/t';
import { type RestAccount, partTargetOf } from '../../azure/account';
import type { Clock } from '../../ports';
import { openQuery } from '../query';

export interface IndexedTable {
  readonly account: RestAccount;
  readonly table: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
}

/**
 * How long definitions count as current. Whoever creates, repairs or drops an index waits longer than this before it
 * changes index rows, so that all writers know of it by then.
 */
export const rememberedMs = 2_000;

/** Every definition of the table; null for one that this version does not understand. Never remembered. */
export async function readDefinitions(target: IndexedTable): Promise<readonly (IndexDefinition | null)[]> {
  const { account, table, clock, signal } = target;
  const query: TableQuery = { ...wholeTable(table), partitionKey: { kind: 'is', value: definitionPartition } };
  const reading = openQuery({ account, clock, query });
  const definitions: (IndexDefinition | null)[] = [];
  try {
    for (let more = true; more;) {
      const page = await reading.nextPage(signal);
      definitions.push(...page.rows.map(definitionOf));
      ({ more } = page);
    }
  } finally {
    reading.close();
  }
  return definitions;
}

/** Indexes as writers see them. */
export class KnownIndexes {
  readonly #remembered = new Map<string, { readonly atMs: number; readonly found: Promise<Found> }>();

  /**
   * The indexes that a write has to maintain; none for most tables.
   * @throws StowageError `conflict.indexed` while no write can maintain them
   */
  async maintained(target: IndexedTable): Promise<readonly IndexDefinition[]> {
    const found = await this.#find(target);
    const definitions = found.filter((each) => each !== null);
    if (definitions.length < found.length) throw unknownLayout(target.table);
    for (const { name, state } of definitions) {
      if (state === 'building' || state === 'dropping') throw unfinished(target.table, name, state);
    }
    return definitions;
  }

  /** @throws StowageError `conflict.indexed` for a table with indexes. @param doing the work, as a subject */
  async rejectIndexed(target: IndexedTable, doing: string): Promise<void> {
    const [first] = await this.#find(target);
    if (first === undefined) return;
    const index = first?.name ?? '';
    const problem = t`${target.table} has the index ${index}, and ${doing} would not maintain it. Nothing more is written.`;
    const fix = t`Drop the index first and create it again afterwards, or change the rows by staged edits or an import.`;
    throw indexed(target.table, index, problem, fix);
  }

  /** @throws StowageError `conflict.indexed` when the table has other indexes now than the write was planned for */
  async confirm(target: IndexedTable, planned: readonly IndexDefinition[]): Promise<void> {
    const now = await this.maintained(target);
    const text = (definitions: readonly IndexDefinition[]): string =>
      JSON.stringify(definitions.map(({ name, property, createdAt }) => [name, property, createdAt]));
    if (text(now) === text(planned)) return;
    const problem = t`The indexes of ${target.table} were changed in the meantime, so the rest was not written.`;
    throw indexed(target.table, '', problem, t`Apply the rest again.`);
  }

  #find(target: IndexedTable): Promise<Found> {
    const { account, table, clock } = target;
    // Cosmos DB indexes every property itself.
    if (partTargetOf(account.descriptor).service === 'cosmos') return Promise.resolve([]);
    const atMs = clock.monotonic();
    const key = JSON.stringify([account.descriptor.connectionId, table.toLowerCase()]);
    const remembered = this.#remembered.get(key);
    if (remembered !== undefined && atMs - remembered.atMs < rememberedMs) return remembered.found;
    if (this.#remembered.size >= maxRemembered) this.#remembered.clear();
    const found = readDefinitions(target).catch((thrown: unknown) => {
      const failure = StowageError.from(thrown);
      if (this.#remembered.get(key)?.found === found) this.#remembered.delete(key);
      // The write reports a missing table. Without permission to read, nobody here can know of an index.
      if (failure.code === 'not-found.table' || failure.kind === 'auth') return [];
      throw failure;
    });
    this.#remembered.set(key, { atMs, found });
    return found;
  }
}

type Found = readonly (IndexDefinition | null)[];

const maxRemembered = 100;

function unfinished(table: string, index: string, state: 'building' | 'dropping'): StowageError {
  return state === 'building'
    ? indexed(
        table,
        index,
        t`The index ${index} of ${table} is being built. Nothing was written.`,
        t`Wait until it is ready. If that was interrupted, complete it: stowage index repair ${table} ${index}`,
      )
    : indexed(
        table,
        index,
        t`The index ${index} of ${table} is being dropped. Nothing was written.`,
        t`Wait until it is gone. If that was interrupted, complete it: stowage index drop ${table} ${index}`,
      );
}

function unknownLayout(table: string): StowageError {
  return indexed(
    table,
    '',
    t`${table} has an index that another version of Stowage has written and this one cannot maintain. Nothing was written.`,
    t`Use that version, or delete its row in the partition ${definitionPartition}.`,
  );
}

function indexed(table: string, index: string, problem: string, fix: string): StowageError {
  return indexedFailure({ table, index, problem, fix });
}

/** Why a table was not written to because of an index. */
export function indexedFailure(
  context: { readonly table: string; readonly index: string; readonly problem: string; readonly fix: string },
  cause?: StowageError,
): StowageError {
  return new StowageError('conflict.indexed', `${context.problem} ${context.fix}`, { context: { ...context }, cause });
}
