// The text of a value while it is typed: untouched, a value, or refused with the sentence to show.
import type { EdmType, EdmValue } from '@shared/model/entity';
import { useState } from 'react';
import { t } from '@shared/strings/t';
import { type TypedText, fieldText, readEdited } from './typed-text';

export interface ValueDraft {
  readonly text: string;
  readonly isTouched: boolean;
  /** Set after a commit that did not go through, until the text changes. */
  readonly told: { readonly kind: 'refused' | 'doubtful'; readonly sentence: string } | undefined;
  readonly change: (text: string) => void;
  readonly reset: () => void;
  /**
   * Undefined where the sentence has to be read first. `press` after that sentence takes a doubtful value; leaving the
   * field never does.
   */
  readonly commit: (by: 'press' | 'leaving') => Committed | undefined;
}

export type Committed = { readonly kind: 'untouched' } | { readonly kind: 'value'; readonly value: EdmValue };

export interface ValueDraftInput {
  readonly type: EdmType;
  /** Undefined where the entity does not hold the property. */
  readonly value: EdmValue | undefined;
  /** What was typed already, in place of the text of the value. */
  readonly typed?: string | undefined;
  /** A sentence that keeps a value from being staged, beyond what its type says. */
  readonly problem: (value: EdmValue) => string | undefined;
}

export function useValueDraft({ type, value, typed, problem }: ValueDraftInput): ValueDraft {
  const [draft, setDraft] = useState(typed);
  const [told, setTold] = useState<Exclude<TypedText, { kind: 'value' }>>();
  const initial = value === undefined ? '' : fieldText(value);
  const text = draft ?? initial;
  const commit = (by: 'press' | 'leaving'): Committed | undefined => {
    if (text === initial) return { kind: 'untouched' };
    const read = readEdited(text, type, value);
    const against = read.kind === 'refused' ? undefined : problem(read.value);
    if (against !== undefined) {
      setTold({ kind: 'refused', sentence: against });
      return undefined;
    }
    if (read.kind === 'value' || (read.kind === 'doubtful' && told !== undefined && by === 'press')) {
      return { kind: 'value', value: read.value };
    }
    setTold(read);
    return undefined;
  };
  return {
    text,
    isTouched: text !== initial,
    told:
      told?.kind === 'doubtful'
        ? { kind: 'doubtful', sentence: t`${told.sentence} Press Enter again to take it.` }
        : told,
    change: (next) => {
      setDraft(next);
      setTold(undefined);
    },
    reset: () => {
      setDraft(undefined);
      setTold(undefined);
    },
    commit,
  };
}

/** Where Alt Enter puts a new line into a text; the text after it. */
export function withNewLine(field: HTMLTextAreaElement): string {
  field.setRangeText('\n', field.selectionStart, field.selectionEnd, 'end');
  return field.value;
}
