// The columns of the fetched entities: the types that occur in each and what a file format needs to know about them.
import { StowageError } from '@shared/errors';
import { parseEntityLine } from '@shared/import/entity-line';
import type { EdmType, Entity } from '@shared/model/entity';
import { fileLines } from '../../../disk/file-lines';

export type ExportedEntity = Pick<Entity, 'partitionKey' | 'rowKey' | 'properties'> & { readonly timestamp: string };

export interface ExportedColumn {
  readonly name: string;
  readonly types: ReadonlySet<EdmType>;
  /** Whether a value is an empty string, which a cell cannot distinguish from no value. */
  readonly holdsEmptyText: boolean;
  /** Whether a time is outside the range of 64-bit nanoseconds since 1970. */
  readonly holdsFarTimes: boolean;
}

const earliest = '1677-09-22';
const latest = '2262-04-11';

/** The fetched entities in order. @throws StowageError `local.*` */
export async function* fetchedEntities(
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<ExportedEntity, void, undefined> {
  for await (const line of fileLines(path)) {
    signal?.throwIfAborted();
    const parsed = JSON.parse(line.toString('utf8')) as { readonly Timestamp?: string };
    const entity = parseEntityLine(parsed);
    if (entity === null)
      throw new StowageError('local.io', 'The file of fetched entities is damaged.', { context: { path } });
    yield { ...entity, timestamp: parsed.Timestamp ?? '' };
  }
}

/** All columns in the order of their first occurrence, or the requested ones in the requested order. */
export async function scanColumns(
  entities: AsyncIterable<ExportedEntity>,
  wanted: readonly string[],
): Promise<readonly ExportedColumn[]> {
  const found = new Map<
    string,
    { name: string; types: Set<EdmType>; holdsEmptyText: boolean; holdsFarTimes: boolean }
  >();
  const column = (name: string) => {
    const known = found.get(name);
    if (known !== undefined) return known;
    const fresh = { name, types: new Set<EdmType>(), holdsEmptyText: false, holdsFarTimes: false };
    found.set(name, fresh);
    return fresh;
  };
  for (const name of wanted) if (!['PartitionKey', 'RowKey', 'Timestamp'].includes(name)) column(name);
  for await (const { properties } of entities) {
    for (const { name, value } of properties) {
      const entry = column(name);
      entry.types.add(value.type);
      if (value.value === '') entry.holdsEmptyText = true;
      if (value.type === 'Edm.DateTime' && (value.value < earliest || value.value >= latest))
        entry.holdsFarTimes = true;
    }
  }
  return [...found.values()];
}
