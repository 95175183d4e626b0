// Opens a link or a file after the user has agreed.
import { call } from '@renderer/bridge';
import { type RequestedQuery, requestQuery } from '@renderer/features/tables';
import type { OpenTarget, OpenTitle } from '@shared/links/open-request';
import { type QueryTerms, type SavedQuery } from '@shared/model/saved-query';
import { parseFilter } from '@shared/query/odata';
import { fromBuilder, toBuilder } from '@shared/query/to-builder';
import { openTab } from '../tabs/tabs-store';

/** The connection that the user chose and, for a query that applies to any table, the table. */
export interface ChosenTarget {
  readonly connectionId: string;
  readonly table: string;
}

/** Keeps the query of a file with the others of this computer. */
export function keepQuery(
  target: Extract<OpenTarget, { terms?: unknown }>,
  title: OpenTitle,
  { connectionId, table }: ChosenTarget,
): Promise<SavedQuery> | undefined {
  const { terms } = target;
  if (terms === undefined) return undefined;
  const place =
    target.kind === 'columns'
      ? ({ kind: 'columns', columns: target.columns } as const)
      : ({ kind: 'table', connectionId, table } as const);
  return call('library.save', { ...title, place, terms });
}

export function openTarget(
  target: OpenTarget,
  { connectionId, table }: ChosenTarget,
  begin: RequestedQuery['begin'],
  saved?: SavedQuery,
): void {
  switch (target.kind) {
    case 'container':
      openTab({ kind: 'container', connectionId, container: target.container });
      break;
    case 'blob':
      openTab({ kind: 'blob', connectionId, container: target.container, name: target.blob });
      break;
    case 'table':
    case 'columns': {
      const { terms } = target;
      openTab({ kind: 'table', connectionId, table });
      requestQuery(connectionId, table, { terms: terms === undefined ? everything : shown(terms), saved, begin });
    }
  }
}

const everyKey = { partitionKey: { kind: 'any' }, rowKey: { kind: 'any' } } as const;
const everything: QueryTerms = { ...everyKey, select: [] };

/** A filter as the conditions of the bar, where they can show all of it. Conditions beside a filter do not count. */
function shown(terms: QueryTerms): QueryTerms {
  const { filterText, ...conditions } = terms;
  if (filterText === undefined) return terms;
  const others = { ...conditions, ...everyKey, where: undefined };
  if (filterText.trim() === '') return others;
  const result = toBuilder(parseFilter(filterText));
  return result.state === 'shown' ? { ...others, ...fromBuilder(result.builder) } : { ...others, filterText };
}
