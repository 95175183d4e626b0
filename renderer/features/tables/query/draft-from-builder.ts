// Converts the builder form that shared/query reads from a filter to the fields of the bar, so that a typed filter can
// be edited as conditions. What a one-line field cannot hold stays text, with the reason.
import type { EdmValue } from '@shared/model/entity';
import { base64ToHex, compareEdmValues } from '@shared/query/edm-value';
import type { KeyCondition } from '@shared/model/table-query';
import { parseFilter } from '@shared/query/odata';
import { onOneLine } from '@shared/query/odata-pieces';
import { type BuilderQuery, type KeyDelimiters, type PropertyTest, toBuilder } from '@shared/query/to-builder';
import { t } from '@shared/strings/t';
import { type KeyDraft, emptyKeyDraft } from './key-draft';
import { type PropertyDraft, operatorsFor } from './property-draft';
import type { QueryDraft } from './query-draft';
import type { GroupDraft } from './group-draft';

export type ConditionsDraft = Pick<QueryDraft, 'partitionKey' | 'rowKey' | 'properties' | 'groups'>;

export type ConditionsResult =
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
    return { state: 'text-only', reason: t`A value holds a line break, which a field of one line cannot show.` };
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

/** The field of one key that stands for the condition. */
export function keyDraft(condition: KeyCondition): KeyDraft {
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

export function testDraft(id: string, test: PropertyTest): PropertyDraft {
  if (test.kind === 'starts-with') {
    return { id, name: test.property, operator: 'starts-with', type: 'Edm.String', text: test.prefix };
  }
  const { property: name, operator, operand } = test;
  return { id, name, operator, type: operand.type, text: operandText(operand) };
}

/**
 * Where the start of a range stands right before its end, both become one condition. Others stay as they are: so does
 * what holds nothing, which the field of a range refuses.
 */
export function joinedRanges(drafts: readonly PropertyDraft[]): readonly PropertyDraft[] {
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
