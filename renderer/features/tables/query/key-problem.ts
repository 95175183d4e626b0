// Says in one sentence why a typed key condition cannot be used yet. What a key may hold is decided in shared/query.
import { StowageError } from '@shared/errors';
import { checkKey, checkKeyBound } from '@shared/query/key-rules';
import { type KeyDraft, oneOfValues } from './key-draft';

/** The first problem among everything that the draft's operator uses; undefined where there is none. */
export function keyDraftProblem(field: string, draft: KeyDraft): string | undefined {
  switch (draft.operator) {
    case 'any':
      return undefined;
    case 'is':
    case 'starts-with':
      return sentenceOf(() => checkKey(field, draft.text));
    case 'one-of': {
      const values = oneOfValues(draft);
      if (values.length === 0) return `${field} is one of nothing yet. Type a value and press Enter.`;
      return sentenceOf(() => {
        for (const value of values) checkKey(field, value);
      });
    }
    case 'range': {
      const problem = sentenceOf(() => {
        checkKeyBound(field, draft.from);
        checkKeyBound(field, draft.to);
      });
      if (problem !== undefined) return problem;
      const backwards = draft.from !== '' && draft.to !== '' && draft.from > draft.to;
      return backwards
        ? `${field} runs from a later key to an earlier one, so nothing can match. Swap the two.`
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
