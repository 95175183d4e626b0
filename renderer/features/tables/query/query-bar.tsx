// The bar over the grid: conditions as chips or the filter as text, and the verbs. Says what is wrong in sentences.
import { t } from '@shared/strings/t';
import { Button, MenuButton, type MenuEntry } from '@renderer/ui';
import { Play, Plus, Square } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import type { KeyDelimiters } from '../keys/seen-delimiters';
import type { ColumnSummary } from '../session/column-summary';
import { KeyChip } from '../conditions/key-chip';
import type { PropertyDraft } from '../conditions/property-draft';
import { PropertyChip } from '../conditions/property-chip';
import styles from './query-bar.module.css';
import { type DraftProblem, type QueryDraft, nextNumber } from './query-draft';
import type { QueryPreview } from './query-preview';
import { RoomyWords } from '../roomy-words';
import { isBeingTyped } from '../filter/being-typed';
import { conditionEntries, typedPrefix } from '../conditions/condition-entries';
import { FilterEditor } from '../filter/filter-editor';
import { GroupBox } from '../conditions/group-box';
import type { GroupDraft } from '../conditions/group-draft';
import { ModeButton } from './mode-button';

export interface QueryBarProps {
  readonly draft: QueryDraft;
  readonly onChange: (draft: QueryDraft) => void;
  readonly preview: QueryPreview;
  /** Unfinished conditions are named only once somebody tried to run them. */
  readonly problemsShown: 'wrong' | 'all';
  readonly columns: readonly ColumnSummary[];
  /** What the seen keys have between their parts. */
  readonly delimiters: KeyDelimiters;
  readonly running: 'yes' | 'no';
  readonly onRun: () => void;
  readonly onStop: () => void;
  /** Further verbs, between the conditions and Run. */
  readonly children: ReactNode;
}

export function QueryBar(props: QueryBarProps) {
  const { draft, onChange, preview } = props;
  const problemId = useId();
  const form = useRef<HTMLFormElement>(null);
  // The menu gives the keyboard back to its button when it closes; a condition added just now wants it.
  const [justAdded, setJustAdded] = useState<string>();
  const giveKeyboard = (): void => {
    if (justAdded === undefined) return;
    setJustAdded(undefined);
    form.current?.querySelector<HTMLInputElement>(`[data-condition="${justAdded}"] input`)?.focus();
  };
  const addProperty = (property: PropertyDraft): void => {
    setJustAdded(property.id);
    onChange({ ...draft, properties: [...draft.properties, property] });
  };
  const [caret, setCaret] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const changeDraft = (changed: QueryDraft): void => {
    setRefusal(undefined);
    onChange(changed);
  };
  const isTyping =
    preview.state === 'problem' &&
    preview.position !== undefined &&
    props.problemsShown === 'wrong' &&
    isBeingTyped(draft.filterText, preview.position, caret);
  const problems = isTyping ? [] : shownProblems(preview, props.problemsShown);
  const isQuiet = problems.length === 0 && !isTyping && refusal === undefined;
  const number = nextNumber(draft);
  const known = new Set([...props.columns.map(({ name }) => name), 'PartitionKey', 'RowKey', 'Timestamp']);
  const changeGroup = (changed: GroupDraft): void =>
    onChange({ ...draft, groups: draft.groups.map((each) => (each.id === changed.id ? changed : each)) });
  const addGroup: MenuEntry = {
    id: 'group',
    label: t`A group…`,
    description: t`any, all or none of several`,
    onAction: () =>
      onChange({ ...draft, groups: [...draft.groups, { id: `group:${number}`, match: 'any', conditions: [] }] }),
  };
  const stateOf = (part: string): 'fine' | 'wrong' =>
    problems.some((problem) => problem.part === part) ? 'wrong' : 'fine';
  const changeProperty = (changed: PropertyDraft): void =>
    onChange({ ...draft, properties: draft.properties.map((each) => (each.id === changed.id ? changed : each)) });

  return (
    <form
      ref={form}
      aria-label={t`Query`}
      className={styles.bar}
      onSubmit={(event) => {
        event.preventDefault();
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
            <>
              <KeyChip
                name="PartitionKey"
                draft={draft.partitionKey}
                onChange={(partitionKey) => onChange({ ...draft, partitionKey })}
                delimiter={props.delimiters.partitionKey}
                state={stateOf('PartitionKey')}
                problemId={problemId}
              />
              <KeyChip
                name="RowKey"
                draft={draft.rowKey}
                onChange={(rowKey) => onChange({ ...draft, rowKey })}
                delimiter={props.delimiters.rowKey}
                state={stateOf('RowKey')}
                problemId={problemId}
              />
              {draft.properties.map((property) => (
                <PropertyChip
                  key={property.id}
                  draft={property}
                  place="bar"
                  naming={property.id.startsWith(typedPrefix) ? 'typed' : 'known'}
                  onChange={changeProperty}
                  onRemove={() =>
                    onChange({ ...draft, properties: draft.properties.filter(({ id }) => id !== property.id) })
                  }
                  state={stateOf(property.id)}
                  problemId={problemId}
                />
              ))}
              {draft.groups.map((group) => (
                <GroupBox
                  key={group.id}
                  group={group}
                  onChange={changeGroup}
                  onRemove={() => onChange({ ...draft, groups: draft.groups.filter(({ id }) => id !== group.id) })}
                  columns={props.columns}
                  number={number}
                  onAdded={({ id }) => setJustAdded(id)}
                  onMenuClosed={giveKeyboard}
                  stateOf={stateOf}
                  problemId={problemId}
                />
              ))}
            </>
          )}
          <span className={styles.adding}>
            {draft.mode === 'text' ? null : (
              <MenuButton
                label={t`Add a condition`}
                entries={[...conditionEntries(props.columns, number, 'bar', addProperty), addGroup]}
              >
                <Button icon={<Plus size={14} aria-hidden />} className={styles.add ?? ''} onFocus={giveKeyboard}>
                  <RoomyWords needs="some">{t`Condition`}</RoomyWords>
                </Button>
              </MenuButton>
            )}
            <ModeButton
              draft={draft}
              onChange={changeDraft}
              preview={preview}
              known={known}
              delimiters={props.delimiters}
              onRefused={setRefusal}
            />
          </span>
        </div>
        <div className={styles.verbs}>
          {props.children}
          {props.running === 'yes' ? (
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
            {t`Not finished yet:`} {preview.expected} {t`may follow.`}
          </p>
        ) : null}
        {refusal === undefined ? null : <p className={styles.refusal}>{refusal}</p>}
      </div>
    </form>
  );
}

function shownProblems(preview: QueryPreview, shown: 'wrong' | 'all'): readonly DraftProblem[] {
  if (preview.state === 'ready') return [];
  return shown === 'all' ? preview.problems : preview.problems.filter(({ kind }) => kind === 'wrong');
}
