// The bar over the grid: conditions as chips or the filter as text, and the verbs. Says what is wrong in sentences.
import { Button, IconButton, MenuButton, type MenuEntry } from '@renderer/ui';
import { Braces, ListFilter, Play, Plus, Square } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { typeName } from '../grid/cell-format';
import type { KeyDelimiters } from '../keys/seen-delimiters';
import type { ColumnSummary } from '../session/column-summary';
import { FilterTextField } from './filter-text-field';
import { KeyChip } from './key-chip';
import type { PropertyDraft } from './property-draft';
import { withType } from './property-draft';
import { PropertyChip } from './property-chip';
import styles from './query-bar.module.css';
import type { DraftProblem, QueryDraft } from './query-draft';
import type { QueryPreview } from './query-preview';

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
  const problems = shownProblems(preview, props.problemsShown);
  const stateOf = (part: string): 'fine' | 'wrong' =>
    problems.some((problem) => problem.part === part) ? 'wrong' : 'fine';
  const changeProperty = (changed: PropertyDraft): void =>
    onChange({ ...draft, properties: draft.properties.map((each) => (each.id === changed.id ? changed : each)) });

  return (
    <form
      ref={form}
      aria-label="Query"
      className={styles.bar}
      onSubmit={(event) => {
        event.preventDefault();
        props.onRun();
      }}
    >
      <div className={styles.line}>
        <div className={styles.conditions}>
          {draft.mode === 'text' ? (
            <FilterTextField
              value={draft.filterText}
              onChange={(filterText) => onChange({ ...draft, filterText })}
              onSubmit={props.onRun}
              mistakeAt={preview.state === 'problem' ? preview.position : undefined}
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
                  naming={property.id.startsWith(typedPrefix) ? 'typed' : 'known'}
                  onChange={changeProperty}
                  onRemove={() =>
                    onChange({ ...draft, properties: draft.properties.filter(({ id }) => id !== property.id) })
                  }
                  state={stateOf(property.id)}
                  problemId={problemId}
                />
              ))}
            </>
          )}
          <span className={styles.adding}>
            {draft.mode === 'text' ? null : (
              <MenuButton label="Add a condition" entries={conditionEntries(props.columns, draft, addProperty)}>
                <Button icon={<Plus size={14} aria-hidden />} className={styles.add ?? ''} onFocus={giveKeyboard}>
                  Condition
                </Button>
              </MenuButton>
            )}
            <ModeButton draft={draft} onChange={onChange} preview={preview} />
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
              Stop
            </Button>
          ) : (
            <Button
              key="run"
              className={styles.run ?? ''}
              variant="primary"
              type="submit"
              icon={<Play size={14} aria-hidden />}
            >
              Run
            </Button>
          )}
        </div>
      </div>
      <div id={problemId} role="status" className={problems.length === 0 ? undefined : styles.problems}>
        {problems.map(({ part, sentence }) => (
          <p key={part}>{sentence}</p>
        ))}
      </div>
    </form>
  );
}

interface ModeButtonProps {
  readonly draft: QueryDraft;
  readonly onChange: (draft: QueryDraft) => void;
  readonly preview: QueryPreview;
}

function ModeButton({ draft, onChange, preview }: ModeButtonProps) {
  if (draft.mode === 'text') {
    return (
      <Button
        variant="quiet"
        icon={<ListFilter size={14} aria-hidden />}
        onPress={() => onChange({ ...draft, mode: 'conditions' })}
      >
        Conditions
      </Button>
    );
  }
  const toText = (): void =>
    onChange({ ...draft, mode: 'text', filterText: preview.state === 'ready' ? preview.filter : draft.filterText });
  return <IconButton label="Write the filter as text" icon={<Braces size={16} aria-hidden />} onPress={toText} />;
}

/** Marks conditions whose property name is typed rather than chosen. */
const typedPrefix = 'typed:';

function conditionEntries(
  columns: readonly ColumnSummary[],
  draft: QueryDraft,
  add: (property: PropertyDraft) => void,
): readonly MenuEntry[] {
  const nextId = String(
    draft.properties.reduce((most, { id }) => Math.max(most, Number(id.replace(/^\D*/, ''))), 0) + 1,
  );
  const blank = { operator: 'eq' as const, type: 'Edm.String' as const, text: '' };
  const known = [...columns, { name: 'Timestamp', types: ['Edm.DateTime' as const], characters: 0 }];
  return [
    ...known.map(({ name, types }) => ({
      id: `column:${name}`,
      label: name,
      description: types.map(typeName).join(', '),
      onAction: () => add(withType({ ...blank, id: `known:${nextId}`, name }, types[0] ?? 'Edm.String')),
    })),
    'separator' as const,
    {
      id: 'other',
      label: 'Another property…',
      onAction: () => add({ ...blank, id: `${typedPrefix}${nextId}`, name: '' }),
    },
  ];
}

function shownProblems(preview: QueryPreview, shown: 'wrong' | 'all'): readonly DraftProblem[] {
  if (preview.state === 'ready') return [];
  return shown === 'all' ? preview.problems : preview.problems.filter(({ kind }) => kind === 'wrong');
}
