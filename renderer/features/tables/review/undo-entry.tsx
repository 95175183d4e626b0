// One applied change: as a line of the list, and in full with what restoring it would do, property by property. The
// values are read for the lines in view only.
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { Badge, ErrorNotice, LoadingRows, Time, Truncate } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import type { RestoreResult, UndoEntry, UndoLine } from '@shared/model/edit-outcome';
import { ConflictTable } from './conflict-table';
import { DetailPane, DetailText, LineCells } from './list-parts';
import { DiffTable } from '../result/value-text';
import { type ListLine, appliedDiff, changeLabels, restoreDiff, restoreLabels, rowOfChange } from './undo-list';
import { diffSummary } from '../result/value-diff';
import styles from './undo-entry.module.css';
import { maxUndoEntries } from '@shared/ipc/contract/table-edit';
import { type StoreApi, createStore } from 'zustand/vanilla';
import { useEffect } from 'react';
import { useStore } from 'zustand';

export interface UndoDetailProps {
  readonly line: ListLine | undefined;
  readonly entries: EntryReader;
  /** The result of the last restoration. */
  readonly result: RestoreResult | undefined;
}

export function UndoDetail({ line, entries, result }: UndoDetailProps) {
  if (line === undefined) return null;
  if (line.kind === 'heading') {
    return (
      <DetailPane label={t`The selection applies to`} title={line.tables.join(', ')}>
        <DetailText>
          {t`${counted(line.ids.length, 'change')} applied together`} <Time at={line.atMs} />
          {t`. Press Space to select all of them.`}
        </DetailText>
      </DetailPane>
    );
  }
  return <ChangeDetail change={line.change} entries={entries} result={result} />;
}

interface ChangeDetailProps extends Pick<UndoDetailProps, 'entries' | 'result'> {
  readonly change: UndoLine;
}

function ChangeDetail({ change, entries, result }: ChangeDetailProps) {
  const rejected = result?.notRestored.find(({ id }) => id === change.id);
  return (
    <DetailPane label={t`Selected change`} title={rowOfChange(change)}>
      <DetailText>
        {t`${change.table}, applied`} <Time at={change.atMs} />.{' '}
        {change.state === 'restored' ? t`It was restored.` : restoreLabels[change.kind]}
        {change.state === 'uncertain'
          ? t` No response was received when it was written. It is restored only if the table contains exactly what was sent.`
          : ''}
      </DetailText>
      {rejected === undefined ? null : <DetailText tone="warning">{t`Not restored: ${rejected.reason}`}</DetailText>}
      {rejected?.conflict !== undefined ? (
        <ConflictTable
          conflict={rejected.conflict}
          columns="all"
          picks={null}
          headings={{ mine: t`After restore`, theirs: t`Current`, 'as-read': t`After the change` }}
          isDisabled
          onPick={() => undefined}
        />
      ) : change.state === 'restored' ? null : (
        <Values change={change} entries={entries} />
      )}
    </DetailPane>
  );
}

function Values({ change, entries }: Pick<ChangeDetailProps, 'change' | 'entries'>) {
  const entry = useEntry(entries, change);
  if (entry === undefined) return <LoadingRows label={t`Reading values`} rows={3} columns={[20, 40, 40]} />;
  if (entry === 'gone') return <DetailText>{t`The record was removed to make room for newer ones.`}</DetailText>;
  if (entry instanceof StowageError) return <ErrorNotice error={entry} />;
  const diff = restoreDiff(entry);
  return diff.length === 0 ? null : (
    <DiffTable label={t`Effect of restoring`} diff={diff} before={t`After the change`} after={t`Restored`} />
  );
}

interface Mark {
  readonly isChosen: boolean;
  readonly isDisabled: boolean;
}

interface HeadingLineProps {
  readonly line: Extract<ListLine, { kind: 'heading' }>;
  readonly mark: Mark;
  readonly onToggle: () => void;
}

export function HeadingLine({ line, mark, onToggle }: HeadingLineProps) {
  return (
    <span className={styles.heading}>
      <Box mark={mark} onToggle={onToggle} />
      <Time at={line.atMs} />
      <Truncate className={styles.table ?? ''}>{line.tables.join(', ')}</Truncate>
      <span className={styles.count}>{counted(line.ids.length, 'change')}</span>
    </span>
  );
}

interface ChangeLineProps {
  readonly change: UndoLine;
  readonly entries: EntryReader;
  readonly mark: Mark;
  readonly onToggle: () => void;
}

export function ChangeLine({ change, entries, mark, onToggle }: ChangeLineProps) {
  const { kind, state } = change;
  const entry = useEntry(entries, change);
  const hasValues = entry !== undefined && entry !== 'gone' && !(entry instanceof StowageError);
  const summary = hasValues && (kind === 'changed' || kind === 'moved') ? diffSummary(appliedDiff(entry)) : '';
  return (
    <LineCells
      depth="indented"
      box={<Box mark={mark} onToggle={onToggle} />}
      kind={<Badge tone={kind === 'deleted' ? 'bad' : 'neutral'}>{changeLabels[kind]}</Badge>}
      row={rowOfChange(change)}
      text={summary}
    >
      {state === 'restored' ? <Badge tone="good">{t`Restored`}</Badge> : null}
      {state === 'uncertain' ? <Badge tone="caution">{t`Unknown result`}</Badge> : null}
    </LineCells>
  );
}

/** Only for the pointer: by keyboard, Space on the line chooses it, which is also announced there. */
function Box({ mark, onToggle }: { readonly mark: Mark; readonly onToggle: () => void }) {
  return (
    <span
      aria-hidden
      className={styles.box}
      data-chosen={mark.isChosen ? '' : undefined}
      data-disabled={mark.isDisabled ? '' : undefined}
      onClick={mark.isDisabled ? undefined : onToggle}
    />
  );
}

/** `gone`: the record was dropped since the list was read. */
type FoundEntry = UndoEntry | StowageError | 'gone';

export interface EntryReader {
  /** By `entryKey`; missing entries are being read. */
  readonly store: StoreApi<ReadonlyMap<string, FoundEntry>>;
  /** Reads the values of this change, which is in view until the returned function is called. */
  readonly want: (change: UndoLine) => () => void;
}

/** An uncertain change may differ once it is settled. */
const entryKey = ({ id, state }: UndoLine): string => `${id} ${state}`;

/** Lines that are scrolled past are in view for less. */
const restMs = 40;
const maxRetained = 500;

export function createEntryReader(read: (ids: string[]) => Promise<readonly UndoEntry[]>): EntryReader {
  const store = createStore<ReadonlyMap<string, FoundEntry>>(() => new Map());
  const wanted = new Map<string, UndoLine>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;

  const missing = (): readonly UndoLine[] =>
    [...wanted.values()].filter((change) => !store.getState().has(entryKey(change))).slice(0, maxUndoEntries);

  const keep = (changes: readonly UndoLine[], find: (id: string) => FoundEntry): void => {
    const known = new Map(store.getState());
    for (const change of changes) known.set(entryKey(change), find(change.id));
    for (const key of known.keys()) {
      if (known.size <= maxRetained) break;
      if (!wanted.has(key)) known.delete(key);
    }
    store.setState(known, true);
  };

  const readMissing = async (): Promise<void> => {
    const changes = missing();
    if (isReading || changes.length === 0) return;
    isReading = true;
    try {
      const entries = new Map((await read(changes.map(({ id }) => id))).map((entry) => [entry.id, entry]));
      keep(changes, (id) => entries.get(id) ?? 'gone');
    } catch (thrown) {
      const error = StowageError.from(thrown);
      keep(changes, () => error);
    }
    isReading = false;
    await readMissing();
  };

  return {
    store,
    want(change) {
      const key = entryKey(change);
      if (store.getState().get(key) instanceof StowageError) {
        // Retried when it is in view again.
        const others = new Map(store.getState());
        others.delete(key);
        store.setState(others, true);
      }
      wanted.set(key, change);
      timer ??= setTimeout(() => {
        timer = undefined;
        void readMissing();
      }, restMs);
      return () => {
        if (wanted.get(key) === change) wanted.delete(key);
      };
    },
  };
}

/** Undefined while it is being read. */
function useEntry(entries: EntryReader, change: UndoLine): FoundEntry | undefined {
  useEffect(() => entries.want(change), [entries, change]);
  const key = entryKey(change);
  return useStore(entries.store, (found) => found.get(key));
}
