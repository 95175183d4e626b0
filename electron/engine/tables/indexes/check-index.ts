// Compares the rows of an index with the entities of the table: which are missing, stale or orphaned. Reads the table
// once; of a partition, only keys and hashes are in memory.
import { createHash } from 'node:crypto';
import { canonicalRow } from '@shared/diff/canonical';
import { indexPrefix, indexRowOf, isIndexRow, readIndexKey } from '@shared/indexes/index-rows';
import type { EntityKeys } from '@shared/model/edit';
import type { Entity } from '@shared/model/entity';
import type { IndexDefinition, IndexFault, IndexReport } from '@shared/model/table-index';
import { wholeTable } from '@shared/model/table-query';
import { readMany } from '../read-many';
import { scanEntities } from '../scan-entities';
import type { IndexedTable } from './index-definitions';

export interface FoundFault {
  readonly fault: IndexFault;
  readonly partitionKey: string;
  /** Of the index row as it should be, or as it is where it is orphaned. */
  readonly indexKey: string;
  /** Of the entity; null for an orphaned row whose key names none. */
  readonly rowKey: string | null;
}

export interface IndexCheck {
  readonly report: IndexReport;
  readonly faults: readonly FoundFault[];
}

const readingConcurrency = 4;
/** Faults that are looked at again together. */
const groupRows = 100;
const maxExamples = 5;

/** @param onRead rows read until now */
export async function checkIndex(
  target: IndexedTable,
  index: Pick<IndexDefinition, 'name' | 'property'>,
  onRead: (rows: number) => void,
): Promise<IndexCheck> {
  const { account, table, clock, signal } = target;
  const counts = { entities: 0, indexed: 0, missing: 0, stale: 0, orphaned: 0 };
  const faults: FoundFault[] = [];
  let partition = new Partition('', index.name);
  let rows = 0;
  const close = async (): Promise<void> => {
    // Entities that were written while the table was read look like faults.
    for (const group of groupsOf(partition.faults())) {
      for (const fault of await stillFaulty(target, index, group)) {
        counts[fault.fault] += 1;
        faults.push(fault);
      }
    }
  };
  const options = { concurrency: readingConcurrency, order: 'key', clock, signal } as const;
  for await (const { entities } of scanEntities(account, wholeTable(table), options)) {
    for (const entity of entities) {
      if (entity.partitionKey !== partition.partitionKey) {
        await close();
        partition = new Partition(entity.partitionKey, index.name);
      }
      if (isIndexRow(entity)) {
        partition.found(entity);
        continue;
      }
      counts.entities += 1;
      const row = indexRowOf(index, entity);
      if (row === null) continue;
      counts.indexed += 1;
      partition.expected(row, entity.rowKey);
    }
    rows += entities.length;
    onRead(rows);
  }
  await close();
  return { report: { ...counts, examples: examplesOf(faults) }, faults };
}

/** The entities of these faults and their index rows, as they are now, with those that are still wrong. */
async function stillFaulty(
  target: IndexedTable,
  index: Pick<IndexDefinition, 'name' | 'property'>,
  faults: readonly FoundFault[],
): Promise<readonly FoundFault[]> {
  const entityKeys = faults.map(({ partitionKey, rowKey, indexKey }) => ({ partitionKey, rowKey: rowKey ?? indexKey }));
  const { rows: entities } = await readMany(target, entityKeys);
  const indexKeys = faults.map((fault, at) => {
    const { partitionKey, indexKey } = fault;
    const now = rowNow(index, fault, entities[at] ?? null);
    return { partitionKey, rowKey: fault.fault === 'orphaned' ? indexKey : (now?.rowKey ?? indexKey) };
  });
  const { rows: stored } = await readMany(target, indexKeys);
  return faults.filter((fault, at) => {
    const expected = rowNow(index, fault, entities[at] ?? null);
    const now = stored[at] ?? null;
    if (fault.fault === 'orphaned') return now !== null && expected?.rowKey !== now.rowKey;
    if (expected === null) return false;
    return now === null || contentOf(now) !== contentOf(expected);
  });
}

function rowNow(
  index: Pick<IndexDefinition, 'name' | 'property'>,
  { rowKey }: FoundFault,
  entity: Entity | null,
): ReturnType<typeof indexRowOf> {
  return rowKey === null || entity === null ? null : indexRowOf(index, entity);
}

/** The rows of one partition that have no counterpart so far. */
class Partition {
  readonly partitionKey: string;
  readonly #prefix: string;
  readonly #expected = new Map<string, { readonly content: string; readonly rowKey: string }>();
  readonly #found = new Map<string, string>();

  constructor(partitionKey: string, indexName: string) {
    this.partitionKey = partitionKey;
    this.#prefix = indexPrefix(indexName);
  }

  expected(row: Pick<Entity, 'partitionKey' | 'rowKey' | 'properties'>, rowKey: string): void {
    const content = contentOf(row);
    if (this.#found.get(row.rowKey) === content) this.#found.delete(row.rowKey);
    else this.#expected.set(row.rowKey, { content, rowKey });
  }

  /** Rows of other indexes are not looked at. */
  found(row: Entity): void {
    if (!row.rowKey.startsWith(this.#prefix)) return;
    const content = contentOf(row);
    if (this.#expected.get(row.rowKey)?.content === content) this.#expected.delete(row.rowKey);
    else this.#found.set(row.rowKey, content);
  }

  *faults(): Generator<FoundFault> {
    const { partitionKey } = this;
    for (const [indexKey, { rowKey }] of this.#expected) {
      yield { fault: this.#found.has(indexKey) ? 'stale' : 'missing', partitionKey, indexKey, rowKey };
    }
    for (const indexKey of this.#found.keys()) {
      if (this.#expected.has(indexKey)) continue;
      yield { fault: 'orphaned', partitionKey, indexKey, rowKey: readIndexKey(indexKey)?.rowKey ?? null };
    }
  }
}

/** Of the properties alone. */
function contentOf({ properties }: Pick<Entity, 'properties'>): string {
  const text = canonicalRow({ partitionKey: '', rowKey: '', properties }, () => true);
  return createHash('sha256').update(text).digest('base64');
}

function* groupsOf(faults: Iterable<FoundFault>): Generator<readonly FoundFault[]> {
  let group: FoundFault[] = [];
  for (const fault of faults) {
    group.push(fault);
    if (group.length < groupRows) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}

function examplesOf(faults: readonly FoundFault[]): IndexReport['examples'] {
  const kinds = ['missing', 'stale', 'orphaned'] as const;
  return kinds.flatMap((kind) =>
    faults
      .filter(({ fault }) => fault === kind)
      .slice(0, maxExamples)
      .map((found) => ({ fault: kind, ...exampleKeys(found) })),
  );
}

function exampleKeys({ fault, partitionKey, rowKey, indexKey }: FoundFault): EntityKeys {
  return { partitionKey, rowKey: fault === 'orphaned' ? indexKey : (rowKey ?? indexKey) };
}
