// The entities of an export, page by page, from where an earlier run ended. Pages of a query stay packed until their
// turn.
import type { ExportSource } from '@shared/model/table-export';
import type { Entity } from '@shared/model/entity';
import type { RestAccount } from '../../azure/account';
import type { Clock } from '../../ports';
import { openQuery } from '../query';
import { handedEntities } from './handed-rows';
import { readMany } from '../read-many';
import { type PageRows, entitiesOf } from '../page';

export interface HeldPage {
  readonly rows: PageRows;
  /** Where to continue; null after the last page. */
  readonly next: string | null;
  readonly requests: number;
  readonly retries: number;
}

export interface EntityPage extends Omit<HeldPage, 'rows'> {
  readonly rows: readonly Entity[];
}

export interface PagesOptions {
  readonly account: RestAccount;
  readonly source: ExportSource;
  /** Empty for all properties. */
  readonly columns: readonly string[];
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Where an earlier run ended, and how many rows it had. */
  readonly from: { readonly next: string; readonly rows: number } | null;
  /** File with the rows of a source of kind `rows`. */
  readonly rowsPath?: string;
}

const pageSize = 1000;
const keysAtOnce = 1000;

/** Omits entities that no longer exist. @throws StowageError from the query or the transport */
export async function* entityPages(options: PagesOptions): AsyncGenerator<EntityPage, void, undefined> {
  for await (const { rows, ...page } of heldPages(options)) yield { rows: entitiesOf(rows), ...page };
}

/** The same, in the form in which rows wait. */
export function heldPages(options: PagesOptions): AsyncGenerator<HeldPage, void, undefined> {
  const { source } = options;
  switch (source.kind) {
    case 'query':
      return queryPages(options, source.query);
    case 'keys':
      return keyPages(options, source);
    case 'rows':
      return rowPages(options);
  }
}

async function* queryPages(
  { account, columns, clock, signal, from }: PagesOptions,
  request: Extract<ExportSource, { kind: 'query' }>['query'],
): AsyncGenerator<HeldPage, void, undefined> {
  const { limit, ...rest } = request;
  const left = limit === undefined ? undefined : limit - (from?.rows ?? 0);
  if (left !== undefined && left <= 0) return;
  const query = { ...rest, pageSize, select: [...columns], ...(left === undefined ? {} : { limit: left }) };
  const session = openQuery({ account, clock, query, form: 'packed', fromToken: from?.next });
  try {
    for (let more = true; more;) {
      const page = await session.nextPackedPage(signal);
      more = page.more && page.token !== null;
      const { requests = 1, retries } = page.stats;
      const rows: PageRows = { form: 'packed', blocks: page.blocks };
      yield { rows, next: more ? page.token : null, requests: requests + retries, retries };
    }
  } finally {
    session.close();
  }
}

async function* keyPages(
  { account, columns, clock, signal, from }: PagesOptions,
  { table, keys }: Extract<ExportSource, { kind: 'keys' }>,
): AsyncGenerator<HeldPage, void, undefined> {
  const wanted = new Set(columns);
  for (let start = Number(from?.next ?? 0); start < keys.length; start += keysAtOnce) {
    const group = keys.slice(start, start + keysAtOnce);
    const found = await readMany({ account, table, clock, signal }, group);
    const rows = found.rows.flatMap((row) => (row === null ? [] : [row]));
    const projected = withColumns(rows, wanted);
    const end = start + group.length;
    yield { rows: projected, next: end < keys.length ? String(end) : null, requests: found.requests, retries: 0 };
  }
}

async function* rowPages({
  columns,
  signal,
  from,
  rowsPath = '',
}: PagesOptions): AsyncGenerator<HeldPage, void, undefined> {
  const wanted = new Set(columns);
  const first = Number(from?.next ?? 0);
  let at = 0;
  let rows: Entity[] = [];
  const page = (next: string | null): HeldPage => ({
    rows: withColumns(rows, wanted),
    next,
    requests: 0,
    retries: 0,
  });
  for await (const row of handedEntities(rowsPath, signal)) {
    at += 1;
    if (at <= first) continue;
    if (rows.length === pageSize) {
      yield page(String(at - 1));
      rows = [];
    }
    rows.push(row);
  }
  yield page(null);
}

function withColumns(rows: readonly Entity[], wanted: ReadonlySet<string>): PageRows {
  if (wanted.size === 0) return { form: 'entities', rows };
  const projected = rows.map((row) => ({ ...row, properties: row.properties.filter(({ name }) => wanted.has(name)) }));
  return { form: 'entities', rows: projected };
}
