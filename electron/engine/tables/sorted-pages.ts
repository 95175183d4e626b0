// The rows of a query in key order from any service: as they come where the service promises that order, and sorted
// here where it does not. A result that is too large for memory is sorted in pieces on disk, which are then merged.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StowageError } from '@shared/errors';
import type { Entity } from '@shared/model/entity';
import type { QueryPage } from '@shared/model/query-page';
import type { TableQuery } from '@shared/model/table-query';
import { compareKeys } from '@shared/query/evaluate';
import { MiB } from '@shared/units';
import { fileLines } from '../../disk/file-lines';
import type { Clock } from '../ports';
import type { ReadingAccount } from './page';
import { isInKeyOrder } from './read-check';
import { scanEntities } from './scan-entities';

export interface SortedOptions {
  /** Requests in flight, where the key range can be split. */
  readonly concurrency: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called with the cost of each page that was read. */
  readonly onPage?: (stats: QueryPage['stats']) => void;
  /** How many bytes of answers are sorted in memory at once. */
  readonly pieceBytes?: number;
}

const defaultPieceBytes = 48 * MiB;
const rowsPerPage = 1000;

/** @throws StowageError of the query, `local.*` */
export async function* sortedPages(
  account: ReadingAccount,
  query: TableQuery,
  { onPage, pieceBytes = defaultPieceBytes, ...options }: SortedOptions,
): AsyncGenerator<readonly Entity[], void, undefined> {
  const pages = scanEntities(account, query, { ...options, order: 'key' });
  if (isInKeyOrder(account)) {
    for await (const { entities, page } of pages) {
      onPage?.(page.stats);
      yield entities;
    }
    return;
  }
  const sorter = new RowSorter();
  try {
    let bytes = 0;
    for await (const { entities, page } of pages) {
      onPage?.(page.stats);
      sorter.add(entities);
      bytes += page.stats.bytes;
      if (bytes < pieceBytes) continue;
      bytes = 0;
      await sorter.spill();
    }
    yield* sorter.sorted();
  } finally {
    await sorter.dispose();
  }
}

class RowSorter {
  #rows: Entity[] = [];
  /** Null until the first piece was written. */
  #folder: string | null = null;
  readonly #pieces: string[] = [];
  #sources: Rows[] = [];

  add(rows: readonly Entity[]): void {
    for (const row of rows) this.#rows.push(row);
  }

  async spill(): Promise<void> {
    this.#folder ??= await mkdtemp(join(tmpdir(), 'stowage-sort-'));
    const path = join(this.#folder, String(this.#pieces.length));
    const lines = this.#rows.sort(compareKeys).map((row) => `${JSON.stringify(row)}\n`);
    await writeFile(path, lines, { mode: 0o600 });
    this.#pieces.push(path);
    this.#rows = [];
  }

  async *sorted(): AsyncGenerator<readonly Entity[], void, undefined> {
    this.#sources = [...this.#pieces.map(rowsIn), inMemory(this.#rows.sort(compareKeys))];
    const heads = await Promise.all(this.#sources.map(async (rows) => ({ rows, row: await nextOf(rows) })));
    let page: Entity[] = [];
    let last: Entity | null = null;
    for (;;) {
      const [first, ...others] = heads.filter(({ row }) => row !== null);
      if (first === undefined) break;
      const lowest = others.reduce((found, head) => (isBefore(head.row, found.row) ? head : found), first);
      const { row } = lowest;
      lowest.row = await nextOf(lowest.rows);
      // A row that moved while the table was read may come twice.
      if (row === null || (last !== null && compareKeys(last, row) === 0)) continue;
      last = row;
      page.push(row);
      if (page.length < rowsPerPage) continue;
      yield page;
      page = [];
    }
    if (page.length > 0) yield page;
  }

  /** Closes and removes the pieces. */
  async dispose(): Promise<void> {
    for (const rows of this.#sources) await rows.return?.();
    if (this.#folder !== null) await rm(this.#folder, { recursive: true, force: true });
  }
}

type Rows = AsyncIterator<Entity> | Iterator<Entity>;

async function nextOf(rows: Rows): Promise<Entity | null> {
  const next = await rows.next();
  return next.done === true ? null : next.value;
}

function isBefore(one: Entity | null, other: Entity | null): boolean {
  return one !== null && other !== null && compareKeys(one, other) < 0;
}

function inMemory(rows: readonly Entity[]): Rows {
  return rows[Symbol.iterator]();
}

async function* rowsIn(path: string): AsyncGenerator<Entity, void, undefined> {
  for await (const line of fileLines(path)) {
    const row: unknown = JSON.parse(line.toString('utf8'));
    if (!isEntity(row)) throw new StowageError('local.io', 'A sorted piece is damaged.', { context: { path } });
    yield row;
  }
}

/** They were written by this process a moment ago. */
function isEntity(row: unknown): row is Entity {
  return typeof row === 'object' && row !== null && 'partitionKey' in row && 'properties' in row;
}
