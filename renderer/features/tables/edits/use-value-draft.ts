// The text of a value while it is typed: unchanged, valid, or refused with an explanation.
import type { EdmType, EdmValue } from '@shared/model/entity';
import { replaceText } from '@renderer/ui';
import { useState } from 'react';
import { t } from '@shared/strings/t';
import { type TypedText, fieldText, readEdited } from './typed-text';

export interface ValueDraft {
  readonly text: string;
  readonly isTouched: boolean;
  /** Set after a commit that did not go through, until the text changes. */
  readonly report: { readonly kind: 'refused' | 'doubtful'; readonly sentence: string } | undefined;
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
  /** What was refused here before, and where to keep what is. */
  readonly saved?: DraftText | undefined;
  /** A sentence that keeps a value from being staged, beyond what its type says. */
  readonly problem: (value: EdmValue) => string | undefined;
}

export interface DraftText {
  readonly text: string | undefined;
  /** Undefined: nothing that is refused stands here any more. */
  readonly keep: (text: string | undefined) => void;
}

export function useValueDraft({ type, value, typed, saved: rejectedText, problem }: ValueDraftInput): ValueDraft {
  const judge = (text: string): TypedText => {
    const read = readEdited(text, type, value);
    const against = read.kind === 'refused' ? undefined : problem(read.value);
    return against === undefined ? read : { kind: 'refused', sentence: against };
  };
  const [draft, setDraft] = useState(typed ?? rejectedText?.text);
  const [report, setReport] = useState(() =>
    rejectedText?.text === undefined ? undefined : invalidText(judge(rejectedText.text)),
  );
  const initial = value === undefined ? '' : fieldText(value);
  const text = draft ?? initial;
  const commit = (by: 'press' | 'leaving'): Committed | undefined => {
    if (text === initial) {
      rejectedText?.keep(undefined);
      return { kind: 'untouched' };
    }
    const read = judge(text);
    if (read.kind === 'value' || (read.kind === 'doubtful' && report !== undefined && by === 'press')) {
      rejectedText?.keep(undefined);
      return { kind: 'value', value: read.value };
    }
    setReport(read);
    rejectedText?.keep(text);
    return undefined;
  };
  return {
    text,
    isTouched: text !== initial,
    report:
      report?.kind === 'doubtful'
        ? { kind: 'doubtful', sentence: t`${report.sentence} Press Enter again to take it.` }
        : report,
    change: (next) => {
      setDraft(next);
      setReport(undefined);
    },
    reset: () => {
      setDraft(undefined);
      setReport(undefined);
      rejectedText?.keep(undefined);
    },
    commit,
  };
}

/** What is to be said of a text; undefined where it is a value. */
function invalidText(read: TypedText): Exclude<TypedText, { kind: 'value' }> | undefined {
  return read.kind === 'value' ? undefined : read;
}

/** What Alt+Enter does in a text. */
export function insertNewLine(field: HTMLTextAreaElement): void {
  replaceText(field, { from: field.selectionStart, to: field.selectionEnd, text: '\n' });
}
