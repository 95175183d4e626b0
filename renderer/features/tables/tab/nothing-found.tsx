// A query that was read to its end and found nothing: possible reasons, and ways to fill an empty table.
import { t } from '@shared/strings/t';
import { Button, EmptyState } from '@renderer/ui';
import type { Entity } from '@shared/model/entity';
import type { TableQuery } from '@shared/model/table-query';
import { SearchX, Table2 } from 'lucide-react';
import { type ReadBefore, filterOf, mismatches, readsKeysOnly, valuePitfalls } from './filter-pitfalls';
import styles from './nothing-found.module.css';
import { keyText } from '../result/value-format';

export interface NothingFoundProps {
  readonly query: TableQuery | undefined;
  /** Findings from previously read rows; omitted before the first. */
  readonly before?: ReadBefore;
  /** The start of the scan; rows before a token were not read. */
  readonly begun?: 'at-start' | 'at-token';
  /** Both are missing where nothing may be written. */
  readonly onInsert?: () => void;
  readonly onImport?: () => void;
  /** Keys of this table that were read before; null for none. */
  readonly example?: Pick<Entity, 'partitionKey' | 'rowKey'> | null;
}

export function NothingFound(props: NothingFoundProps) {
  const { query, before, begun = 'at-start', onInsert, onImport, example = null } = props;
  if (begun === 'at-token') {
    return (
      <EmptyState icon={<SearchX size={24} strokeWidth={1.5} aria-hidden />} title={t`No more entities`}>
        {t`There are no entities after the continuation token. Earlier entities were not read: run the query to read from the beginning.`}
      </EmptyState>
    );
  }
  if (query !== undefined && readsEverything(query)) {
    return (
      <EmptyState
        icon={<Table2 size={24} strokeWidth={1.5} aria-hidden />}
        title={t`This table is empty`}
        actions={
          <>
            {onImport === undefined ? null : <Button onPress={onImport}>{t`Import…`}</Button>}
            {onInsert === undefined ? null : <Button onPress={onInsert}>{t`Insert entity`}</Button>}
          </>
        }
      >
        {onImport === undefined
          ? t`The table contains no entities.`
          : t`The table contains no entities. Drop a CSV or JSON file here to import it.`}
      </EmptyState>
    );
  }
  const filter = query === undefined ? null : filterOf(query);
  const onlyKeys = filter !== null && readsKeysOnly(filter);
  const reasons = [
    ...valuePitfalls(filter),
    ...(query === undefined || before === undefined ? [] : mismatches(query, before)),
  ];
  return (
    <EmptyState icon={<SearchX size={24} strokeWidth={1.5} aria-hidden />} title={t`No matching entities`}>
      {onlyKeys
        ? t`No entities match these keys. Keys are compared character by character: case, spaces and leading zeros matter.`
        : t`No entities match this filter. A comparison never matches entities that lack the property or store it with another type.`}
      {reasons.map((reason) => (
        <strong key={reason} className={styles.reason}>
          {reason}
        </strong>
      ))}
      {example === null ? null : <Example query={query} keys={example} />}
    </EmptyState>
  );
}

/** How keys are written in this table, to be compared with the typed ones. */
function Example({
  query,
  keys,
}: Pick<NothingFoundProps, 'query'> & { readonly keys: NonNullable<NothingFoundProps['example']> }) {
  if (query === undefined || query.filterText !== undefined) return null;
  const conditions = [
    ...(query.partitionKey.kind === 'any' ? [] : [['PartitionKey', keys.partitionKey] as const]),
    ...(query.rowKey.kind === 'any' ? [] : [['RowKey', keys.rowKey] as const]),
  ];
  if (conditions.length === 0) return null;
  return (
    <dl className={styles.example}>
      <dt>{t`An entity read earlier has`}</dt>
      {conditions.map(([name, key]) => (
        <dd key={name}>
          {name} <code>{keyText(key)}</code>
        </dd>
      ))}
    </dl>
  );
}

/** Without a condition on keys or properties. */
export function readsEverything({ partitionKey, rowKey, where, filterText }: TableQuery): boolean {
  return partitionKey.kind === 'any' && rowKey.kind === 'any' && where === undefined && filterText === undefined;
}
