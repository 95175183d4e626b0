// One value in the inspector's form: its exact text, staged with Enter or on blur, refused with an explanation.
import { classNames } from '@renderer/ui';
import type { EdmType, EdmValue } from '@shared/model/entity';
import { type KeyboardEvent, useId } from 'react';
import styles from './entity-form.module.css';
import { type ValueDraftInput, insertNewLine, useValueDraft } from './use-value-draft';

export interface ValueFieldProps extends ValueDraftInput {
  readonly name: string;
  readonly type: EdmType;
  /** `press`: the keyboard is still here. */
  readonly onSet: (value: EdmValue, by: 'press' | 'leaving') => void;
  readonly focus?: 'yes' | 'no' | undefined;
  /** Said under the field while nothing is wrong. */
  readonly note?: string | undefined;
  readonly placeholder?: string;
}

const maxLines = 8;
const charactersALine = 36;

export function ValueField(props: ValueFieldProps) {
  const { name, type, onSet, note } = props;
  const draft = useValueDraft(props);
  const noteId = useId();
  const commit = (by: 'press' | 'leaving'): 'through' | 'held' => {
    const committed = draft.commit(by);
    if (committed === undefined) return 'held';
    draft.reset();
    if (committed.kind === 'value') onSet(committed.value, by);
    return 'through';
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && draft.isTouched) {
      // The first Escape is for the text, the next one leaves the inspector.
      event.stopPropagation();
      draft.reset();
    }
    if (event.key !== 'Enter') return;
    // Staged first: the window answers these keys with the review.
    if ((event.ctrlKey || event.metaKey) && commit('press') === 'through') return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) return;
    if (event.altKey && type === 'Edm.String') insertNewLine(event.currentTarget);
    else commit('press');
  };
  const lines = draft.text
    .split('\n')
    .reduce((sum, line) => sum + 1 + Math.floor(Math.max(0, line.length - 1) / charactersALine), 0);
  const text = draft.report?.sentence ?? note;
  return (
    <>
      <textarea
        aria-label={name}
        aria-invalid={draft.report?.kind === 'refused'}
        aria-describedby={text === undefined ? undefined : noteId}
        className={classNames(styles.text, draft.report !== undefined && styles[draft.report.kind])}
        rows={Math.min(maxLines, lines)}
        placeholder={props.placeholder}
        autoFocus={props.focus === 'yes'}
        spellCheck={false}
        value={draft.text}
        onChange={(event) => draft.change(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => commit('leaving')}
      />
      {text === undefined ? null : (
        <p
          id={noteId}
          role={draft.report === undefined ? undefined : 'alert'}
          className={classNames(styles.note, draft.report !== undefined && styles[draft.report.kind])}
        >
          {text}
        </p>
      )}
    </>
  );
}
