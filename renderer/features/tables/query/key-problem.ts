// Says in one sentence why a typed key condition cannot be used yet. What a key may hold is decided in shared/query.
import { StowageError } from '@shared/errors';
import { checkKey, checkKeyBound } from '@shared/query/key-rules';
import { t } from '@shared/strings/t';
import { type KeyDraft, oneOfValues } from './key-draft';

/** `unfinished` is said only when the query is to run; `wrong` at once. */
export interface ConditionProblem {
  readonly kind: 'unfinished' | 'wrong';
  readonly sentence: string;
}

/** The first problem among everything that the draft's operator uses; undefined where there is none. */
export function keyDraftProblem(field: string, draft: KeyDraft): ConditionProblem | undefined {
  if (draft.operator === 'one-of' && oneOfValues(draft).length === 0) {
    return { kind: 'unfinished', sentence: t`${field} is one of nothing yet. Type a value and press Enter.` };
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
        ? t`${field} runs from a later key to an earlier one, so nothing can match. Swap the two.`
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
