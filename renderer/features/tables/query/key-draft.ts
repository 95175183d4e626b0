// The user's draft of one key, the resulting condition, and in one sentence why it cannot be used yet. What a key may
// contain is decided in shared/query.
import type { KeyCondition } from '@shared/model/table-query';
import { t } from '@shared/strings/t';
import { StowageError } from '@shared/errors';
import { checkKey, checkKeyBound } from '@shared/query/key-rules';

/** `after` and `before` are ranges with one end, which is left out. */
export type KeyOperator = KeyCondition['kind'] | 'after' | 'before';
export type BoundKind = 'inclusive' | 'exclusive';

/** Every operator retains separate text, so that switching back and forth loses nothing. */
export interface KeyDraft {
  readonly operator: KeyOperator;
  /** For `is` and `starts-with`. */
  readonly text: string;
  /**
   * The key is typed in parts, which end here; a prefix then means whole parts. Empty where it is typed in one
   * piece.
   */
  readonly delimiter?: string;
  /** For `one-of`: finished values, and the one being typed. */
  readonly values: readonly string[];
  readonly pending: string;
  /** For `range`, and for `after`. */
  readonly from: string;
  /** For `range`, and for `before`. */
  readonly to: string;
  readonly fromBound: BoundKind;
  readonly toBound: BoundKind;
}

export const emptyKeyDraft: KeyDraft = {
  operator: 'any',
  text: '',
  values: [],
  pending: '',
  from: '',
  to: '',
  fromBound: 'inclusive',
  toBound: 'inclusive',
};

export const keyOperators: readonly { readonly operator: KeyOperator; readonly text: string }[] = [
  { operator: 'any', text: t`any` },
  { operator: 'is', text: t`is` },
  { operator: 'one-of', text: t`is one of` },
  { operator: 'starts-with', text: t`starts with` },
  { operator: 'range', text: t`between` },
  { operator: 'after', text: t`after` },
  { operator: 'before', text: t`before` },
];

/** Text already typed moves along to the new operator if that one has none yet. */
export function withOperator(draft: KeyDraft, operator: KeyOperator): KeyDraft {
  const typed = draft.text || draft.pending || draft.values[0] || draft.from || draft.to;
  switch (operator) {
    case 'any':
      return { ...draft, operator };
    case 'is':
    case 'starts-with':
      return { ...draft, operator, text: draft.text || typed };
    case 'one-of':
      return {
        ...draft,
        operator,
        values: draft.values.length > 0 || typed === '' ? draft.values : [typed],
        pending: '',
      };
    case 'range':
    case 'after':
      return { ...draft, operator, from: draft.from || typed };
    case 'before':
      return { ...draft, operator, to: draft.to || typed };
  }
}

/**
 * The condition that the draft stands for. A prefix or range without text restricts nothing; `is` without text is the
 * empty key. Where the keys have parts, the ends of a range mean whole parts, unless the draft has an empty delimiter.
 * @param seen what separates the parts of the keys that were loaded
 */
export function keyCondition(draft: KeyDraft, seen: string | null = null): KeyCondition {
  const delimiter = draft.delimiter ?? seen ?? '';
  const parts = delimiter === '' ? {} : { delimiter };
  switch (draft.operator) {
    case 'any':
      return { kind: 'any' };
    case 'is':
      return { kind: 'is', value: draft.text };
    case 'one-of': {
      const values = oneOfValues(draft);
      return values.length === 1 ? { kind: 'is', value: values[0] ?? '' } : { kind: 'one-of', values: [...values] };
    }
    case 'starts-with':
      if (draft.text === '') return { kind: 'any' };
      return {
        kind: 'starts-with',
        prefix: draft.text,
        ...(draft.delimiter ? { delimiter: draft.delimiter } : {}),
      };
    case 'range':
      if (draft.from === '' && draft.to === '') return { kind: 'any' };
      return {
        kind: 'range',
        ...(draft.from === '' ? {} : { from: { value: draft.from, inclusive: draft.fromBound === 'inclusive' } }),
        ...(draft.to === '' ? {} : { to: { value: draft.to, inclusive: draft.toBound === 'inclusive' } }),
        ...(draft.toBound === 'inclusive' || draft.fromBound === 'exclusive' ? parts : {}),
      };
    case 'after':
      return draft.from === ''
        ? { kind: 'any' }
        : { kind: 'range', from: { value: draft.from, inclusive: false }, ...parts };
    case 'before':
      return draft.to === '' ? { kind: 'any' } : { kind: 'range', to: { value: draft.to, inclusive: false } };
  }
}

/** Finished values and the one being typed, each once. */
function oneOfValues(draft: KeyDraft): readonly string[] {
  const all = draft.pending === '' ? draft.values : [...draft.values, draft.pending];
  return [...new Set(all)];
}

/** Takes the typed text, which may be several pasted lines, as finished values. */
export function commitPending(draft: KeyDraft): KeyDraft {
  const added = draft.pending.split(/\r?\n/).filter((value) => value !== '');
  return { ...draft, values: [...new Set([...draft.values, ...added])], pending: '' };
}

/** `unfinished` is shown only when the query is to run; `wrong` at once. */
export interface ConditionProblem {
  readonly kind: 'unfinished' | 'wrong';
  readonly sentence: string;
}

/** The first problem among everything that the draft's operator uses; undefined where there is none. */
export function keyDraftProblem(field: string, draft: KeyDraft): ConditionProblem | undefined {
  if (draft.operator === 'one-of' && oneOfValues(draft).length === 0) {
    return { kind: 'unfinished', sentence: t`${field} has no values yet. Type a value and press Enter.` };
  }
  const sentence = wrongSentence(field, draft);
  return sentence === undefined ? undefined : { kind: 'wrong', sentence };
}

function wrongSentence(field: string, draft: KeyDraft): string | undefined {
  switch (draft.operator) {
    case 'any':
      return undefined;
    case 'is':
    case 'starts-with':
      return sentenceOf(() => checkKey(field, draft.text));
    case 'one-of':
      return sentenceOf(() => {
        for (const value of oneOfValues(draft)) checkKey(field, value);
      });
    case 'after':
      return sentenceOf(() => checkKeyBound(field, draft.from));
    case 'before':
      return sentenceOf(() => checkKeyBound(field, draft.to));
    case 'range': {
      const problem = sentenceOf(() => {
        checkKeyBound(field, draft.from);
        checkKeyBound(field, draft.to);
      });
      if (problem !== undefined) return problem;
      const backwards = draft.from !== '' && draft.to !== '' && draft.from > draft.to;
      return backwards
        ? t`The range of ${field} starts after it ends, so nothing can match. Swap the two keys.`
        : undefined;
    }
  }
}

function sentenceOf(check: () => void): string | undefined {
  try {
    check();
    return undefined;
  } catch (thrown) {
    return StowageError.from(thrown).message;
  }
}
