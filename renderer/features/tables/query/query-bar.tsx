// The bar above the grid: conditions as chips or the filter as text, the switch between the two, and the actions.
// Explains problems in sentences.
import { t } from '@shared/strings/t';
import { Button, IconButton, ResponsiveLabel } from '@renderer/ui';
import { Braces, ListFilter, Play, Square } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { KeyDelimiters } from './seen-keys';
import type { ColumnSummary } from '../result/grid-column';
import styles from './query-bar.module.css';
import { AddCondition, ConditionChips, useAddedCondition } from './condition-chips';
import type { DraftProblem, QueryDraft, QueryPreview } from './query-draft';
import { FilterEditor, isBeingTyped } from './filter-editor';
import { conditionsFromText } from './draft-from-query';

interface QueryBarProps {
  readonly draft: QueryDraft;
  readonly onChange: (draft: QueryDraft) => void;
  readonly preview: QueryPreview;
  /** Unfinished conditions are named only after an attempt to run them. */
  readonly problemsShown: 'wrong' | 'all';
  readonly columns: readonly ColumnSummary[];
  /** What the seen keys have between their parts. */
  readonly delimiters: KeyDelimiters;
  readonly isRunning: boolean;
  readonly onRun: () => void;
  readonly onStop: () => void;
  /** Further verbs, between the conditions and Run. */
  readonly children: ReactNode;
}

export function QueryBar(props: QueryBarProps) {
  const { draft, onChange, preview } = props;
  const problemId = useId();
  const form = useRef<HTMLFormElement>(null);
  const added = useAddedCondition(form);
  const [caret, setCaret] = useState<number | null>(null);
  const [filterProblem, setFilterProblem] = useState<string>();
  const changeDraft = (changed: QueryDraft): void => {
    setFilterProblem(undefined);
    onChange(changed);
  };
  const isTyping =
    preview.state === 'problem' &&
    preview.position !== undefined &&
    props.problemsShown === 'wrong' &&
    isBeingTyped(draft.filterText, preview.position, caret);
  const problems = isTyping ? [] : shownProblems(preview, props.problemsShown);
  const isQuiet = problems.length === 0 && !isTyping && filterProblem === undefined;
  const known = new Set([...props.columns.map(({ name }) => name), 'PartitionKey', 'RowKey', 'Timestamp']);
  const stateOf = (part: string): 'fine' | 'wrong' =>
    problems.some((problem) => problem.part === part) ? 'wrong' : 'fine';

  return (
    <form
      ref={form}
      aria-label={t`Query`}
      className={styles.bar}
      onSubmit={(event) => {
        event.preventDefault();
        props.onRun();
      }}
      // Before the fields, which add a value with Enter, and before the window, where these keys review staged changes.
      onKeyDownCapture={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        // Events of popovers arrive too, and the text of a filter runs itself.
        if (!(event.target instanceof HTMLInputElement) || !event.currentTarget.contains(event.target)) return;
        event.preventDefault();
        event.stopPropagation();
        props.onRun();
      }}
    >
      <div className={styles.line}>
        <div className={styles.conditions}>
          {draft.mode === 'text' ? (
            <FilterEditor
              value={draft.filterText}
              onChange={(filterText) => changeDraft({ ...draft, filterText })}
              onSubmit={props.onRun}
              onCaret={setCaret}
              properties={props.columns}
              mistakeAt={preview.state === 'problem' && !isTyping ? preview.position : undefined}
              layout={preview.state === 'ready' ? 'understood' : 'not-understood'}
              problemId={problemId}
            />
          ) : (
            <ConditionChips
              draft={draft}
              onChange={onChange}
              added={added}
              stateOf={stateOf}
              problemId={problemId}
              columns={props.columns}
              delimiters={props.delimiters}
            />
          )}
          <span className={styles.adding}>
            {draft.mode === 'text' ? null : (
              <AddCondition draft={draft} onChange={onChange} added={added} columns={props.columns} />
            )}
            <ModeButton
              draft={draft}
              onChange={changeDraft}
              preview={preview}
              known={known}
              delimiters={props.delimiters}
              onRejected={setFilterProblem}
            />
          </span>
        </div>
        <div className={styles.verbs}>
          {props.children}
          {props.isRunning ? (
            <Button
              key="stop"
              className={styles.run ?? ''}
              icon={<Square size={12} aria-hidden />}
              onPress={props.onStop}
            >
              {t`Stop`}
            </Button>
          ) : (
            <Button
              key="run"
              className={styles.run ?? ''}
              variant="primary"
              type="submit"
              icon={<Play size={14} aria-hidden />}
            >
              {t`Run`}
            </Button>
          )}
        </div>
      </div>
      <div id={problemId} role="status" className={isQuiet ? undefined : styles.problems}>
        {problems.map(({ part, sentence }) => (
          <p key={part}>{sentence}</p>
        ))}
        {isTyping ? (
          <p className={styles.unfinished}>
            {t`Incomplete:`} {preview.expected} {t`can follow.`}
          </p>
        ) : null}
        {filterProblem === undefined ? null : <p className={styles.refusal}>{filterProblem}</p>}
      </div>
    </form>
  );
}

function shownProblems(preview: QueryPreview, shown: 'wrong' | 'all'): readonly DraftProblem[] {
  if (preview.state === 'ready') return [];
  return shown === 'all' ? preview.problems : preview.problems.filter(({ kind }) => kind === 'wrong');
}

interface ModeButtonProps {
  readonly draft: QueryDraft;
  readonly onChange: (draft: QueryDraft) => void;
  readonly preview: QueryPreview;
  readonly known: ReadonlySet<string>;
  readonly delimiters: KeyDelimiters;
  /** Receives one sentence that explains why the filter has to stay text. */
  readonly onRejected: (reason: string) => void;
}

function ModeButton({ draft, onChange, preview, known, delimiters, onRejected }: ModeButtonProps) {
  if (draft.mode === 'conditions') {
    const toText = (): void =>
      onChange({ ...draft, mode: 'text', filterText: preview.state === 'ready' ? preview.filter : draft.filterText });
    return <IconButton label={t`Edit filter as text`} icon={<Braces size={16} aria-hidden />} onPress={toText} />;
  }
  const toConditions = (): void => {
    if (preview.state === 'problem') {
      onRejected(t`Only a complete and valid filter can be shown as conditions. Complete the text first.`);
      return;
    }
    const result = conditionsFromText(draft.filterText, known, delimiters);
    if (result.state === 'text-only') onRejected(result.reason);
    else onChange({ ...draft, ...result.conditions, mode: 'conditions' });
  };
  return (
    <Button variant="quiet" icon={<ListFilter size={14} aria-hidden />} onPress={toConditions}>
      <ResponsiveLabel needs="some">{t`Conditions`}</ResponsiveLabel>
    </Button>
  );
}
