// Converts a saved query to the fields of the bar: conditions if they can express all of it, otherwise text. Also its
// one-line form.
import type { QueryTerms } from '@shared/model/saved-query';
import { checkedFilter } from '@shared/query/key-filter';
import { toBuilder } from '@shared/query/to-builder';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { joinedRanges, keyDraft, testDraft } from './draft-from-builder';
import { type QueryDraft, emptyQueryDraft } from './query-draft';

/** Evaluates to the same rows as the terms do. */
export function draftFromTerms(terms: QueryTerms): QueryDraft {
  const base: QueryDraft = {
    ...emptyQueryDraft,
    reading: terms.splitOr === true ? 'ranges' : terms.parallel === undefined ? 'whole' : 'parallel',
    ...(terms.parallel === undefined ? {} : { concurrency: terms.parallel }),
    ...(terms.limit === undefined ? {} : { limit: terms.limit }),
    ...(terms.pageSize === undefined ? {} : { pageSize: terms.pageSize }),
    ...(terms.select.length === 0 ? {} : { select: terms.select }),
  };
  if (terms.filterText !== undefined) return { ...base, mode: 'text', filterText: terms.filterText };
  const text = filterOf(terms);
  // A field of one line holds no line break, and what cannot be read is told by the editor of the text.
  if (text === unreadable || /[\r\n]/.test(text)) return { ...base, mode: 'text', filterText: text };
  const rest = toBuilder(terms.where ?? null);
  // A test of a key among the others would move into the key's own field, which holds one condition already.
  const isShown =
    rest.state === 'shown' && rest.builder.partitionKey.kind === 'any' && rest.builder.rowKey.kind === 'any';
  if (!isShown) return { ...base, mode: 'text', filterText: text };
  let count = 0;
  const numbered = (kind: string): string => `${kind}:${(count += 1)}`;
  return {
    ...base,
    partitionKey: keyDraft(terms.partitionKey),
    rowKey: keyDraft(terms.rowKey),
    properties: joinedRanges(rest.builder.tests.map((test) => testDraft(numbered('typed'), test))),
    groups: rest.builder.groups.map(({ match, tests }) => ({
      id: numbered('group'),
      match,
      conditions: tests.map((test) => testDraft(numbered('typed'), test)),
    })),
  };
}

/** No filter, so that nothing runs with a condition less. */
const unreadable = t`? the kept query cannot be read`;

/** The filter that is sent; empty for none. */
export function filterOf(terms: QueryTerms): string {
  try {
    return checkedFilter({ ...terms, table: 'T00', pageSize: 1000 }).text;
  } catch {
    return terms.filterText ?? unreadable;
  }
}

/** True where both find the same rows and columns, however they are put. */
export function sameRows(left: QueryTerms, right: QueryTerms): boolean {
  const rowsOf = (terms: QueryTerms): string => JSON.stringify([filterOf(terms), terms.limit, terms.select]);
  return rowsOf(left) === rowsOf(right);
}

/** `PartitionKey eq 'a' · 3 columns · first 1,000`. */
export function termsText(terms: QueryTerms): string {
  const { select, limit } = terms;
  return [
    filterOf(terms) || t`Every entity`,
    ...(select.length === 0 ? [] : [counted(select.length, 'column')]),
    ...(limit === undefined ? [] : [t`first ${formatCount(limit)}`]),
  ].join(' · ');
}
