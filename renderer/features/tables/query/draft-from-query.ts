// Converts a filter or a saved query back to the fields of the bar: conditions if they can express all of it, otherwise
// text. Also the sentence that names a query where it has no name.
import type { QueryTerms } from '@shared/model/saved-query';
import { checkedFilter } from '@shared/query/key-filter';
import { type BuilderQuery, type KeyDelimiters, type PropertyTest, toBuilder } from '@shared/query/to-builder';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { type QueryDraft, emptyQueryDraft } from './query-draft';
import type { EdmValue } from '@shared/model/entity';
import { base64ToHex, compareEdmValues } from '@shared/query/edm-value';
import type { KeyCondition } from '@shared/model/table-query';
import { parseFilter } from '@shared/query/odata';
import { onOneLine } from '@shared/query/odata-pieces';
import { type KeyDraft, emptyKeyDraft } from './key-draft';
import { type GroupDraft, type PropertyDraft, operatorsFor } from './property-draft';

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
  // A field of one line holds no line break, and the text editor reports what cannot be parsed.
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
const unreadable = t`? the saved query cannot be read`;

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

type ConditionsDraft = Pick<QueryDraft, 'partitionKey' | 'rowKey' | 'properties' | 'groups'>;

type ConditionsResult =
  | { readonly state: 'shown'; readonly conditions: ConditionsDraft }
  /** `reason` is one sentence. */
  | { readonly state: 'text-only'; readonly reason: string };

/**
 * @param text a filter that is understood, or empty
 * @param known names that need not be typed, because rows have them
 * @throws StowageError `invalid.filter` for text that is no filter
 */
export function conditionsFromText(
  text: string,
  known: ReadonlySet<string>,
  delimiters: KeyDelimiters,
): ConditionsResult {
  const result = toBuilder(text.trim() === '' ? null : parseFilter(text), delimiters);
  if (result.state === 'text-only') return result;
  // Outside quotes no break is left, so the rest are parts of values.
  if (/[\r\n]/.test(onOneLine(text))) {
    return { state: 'text-only', reason: t`A value contains a line break, which a single-line field cannot show.` };
  }
  return { state: 'shown', conditions: draftsOf(result.builder, known) };
}

function draftsOf({ partitionKey, rowKey, tests, groups }: BuilderQuery, known: ReadonlySet<string>): ConditionsDraft {
  let count = 0;
  const draftOf = (test: PropertyTest): PropertyDraft => {
    count += 1;
    return testDraft(`${known.has(test.property) ? 'known' : 'typed'}:${count}`, test);
  };
  return {
    partitionKey: keyDraft(partitionKey),
    rowKey: keyDraft(rowKey),
    properties: joinedRanges(tests.map(draftOf)),
    groups: groups.map((group): GroupDraft => {
      count += 1;
      return { id: `group:${count}`, match: group.match, conditions: group.tests.map(draftOf) };
    }),
  };
}

/** The field of one key that expresses the condition. */
function keyDraft(condition: KeyCondition): KeyDraft {
  switch (condition.kind) {
    case 'any':
      return emptyKeyDraft;
    case 'is':
      return { ...emptyKeyDraft, operator: 'is', text: condition.value };
    case 'one-of':
      return { ...emptyKeyDraft, operator: 'one-of', values: condition.values };
    case 'starts-with': {
      const { prefix, delimiter } = condition;
      return {
        ...emptyKeyDraft,
        operator: 'starts-with',
        text: prefix,
        ...(delimiter === undefined ? {} : { delimiter }),
      };
    }
    case 'range': {
      const { from, to } = condition;
      return {
        ...emptyKeyDraft,
        operator: 'range',
        from: from?.value ?? '',
        to: to?.value ?? '',
        fromBound: from?.inclusive === false ? 'exclusive' : 'inclusive',
        toBound: to?.inclusive === false ? 'exclusive' : 'inclusive',
      };
    }
  }
}

function testDraft(id: string, test: PropertyTest): PropertyDraft {
  if (test.kind === 'starts-with') {
    return { id, name: test.property, operator: 'starts-with', type: 'Edm.String', text: test.prefix };
  }
  const { property: name, operator, operand } = test;
  return { id, name, operator, type: operand.type, text: operandText(operand) };
}

/**
 * A range's start directly followed by its end becomes one condition. Others stay separate, including an empty range,
 * which the field of a range rejects.
 */
function joinedRanges(drafts: readonly PropertyDraft[]): readonly PropertyDraft[] {
  const joined: PropertyDraft[] = [];
  for (const draft of drafts) {
    const before = joined.at(-1);
    if (before !== undefined && isRange(before, draft)) {
      joined.splice(-1, 1, { ...before, operator: 'range', to: draft.text });
    } else joined.push(draft);
  }
  return joined;
}

function isRange(from: PropertyDraft, to: PropertyDraft): boolean {
  const { name, type } = from;
  if (type === 'Edm.Boolean' || name !== to.name || type !== to.type) return false;
  if (from.operator !== 'ge' || to.operator !== 'lt' || from.text.trim() === '' || to.text.trim() === '') return false;
  if (!operatorsFor(type, 'bar').some(({ operator }) => operator === 'range')) return false;
  return compareEdmValues({ type, value: from.text }, { type, value: to.text }) < 0;
}

function operandText(operand: EdmValue): string {
  if (operand.type === 'Edm.Boolean') return operand.value ? 'true' : 'false';
  return operand.type === 'Edm.Binary' ? `0x${base64ToHex(operand.value).toLowerCase()}` : operand.value;
}
