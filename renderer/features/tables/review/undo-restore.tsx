// Restoring applied changes: several calls, progress, what could not be restored and why; and forgetting the records.
import { counted } from '@shared/strings/counted';
import { formatBytes, formatCount } from '@shared/units';
import { t } from '@shared/strings/t';
import { Button, ConfirmDialog, ErrorNotice, ProgressBar, showFailure } from '@renderer/ui';
import type { RestoreResult, UndoLine } from '@shared/model/edit-outcome';
import styles from './undo-restore.module.css';
import { rowOfChange } from './undo-list';
import { call, useCall } from '@renderer/bridge';
import { StowageError } from '@shared/errors';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { stagingOf } from '../staging/staged-tables';
import { type WrittenRow, notifyOtherWindows } from '../staging/written-rows';
import { PanelFoot } from './list-parts';
import undoTabStyles from './undo-tab.module.css';

interface RestoreReportProps {
  readonly restoration: Restoration;
  readonly changes: readonly UndoLine[];
  readonly onStop: () => void;
  readonly onPutAway: () => void;
}

const maxShown = 100;

export function RestoreReport({ restoration, changes, onStop, onPutAway }: RestoreReportProps) {
  const { requested, result, state, error } = restoration;
  const { restored, notRestored } = result;
  const answered = restored.length + notRestored.length;
  if (state === 'running') {
    const text = t`${formatCount(answered)} of ${counted(requested, 'change')} complete`;
    return (
      <div className={styles.report}>
        <ProgressBar label={t`Restoring`} fraction={requested === 0 ? null : answered / requested} valueText={text} />
        <div className={styles.line}>
          <p role="status">{text}</p>
          <Button size="small" onPress={onStop}>{t`Stop`}</Button>
        </div>
      </div>
    );
  }
  const rows = new Map(changes.map((change) => [change.id, rowOfChange(change)]));
  const untried = requested - answered;
  return (
    <section className={styles.report} aria-label={t`Restore results`}>
      <div className={styles.line}>
        <p role="status">
          <strong>{t`${counted(restored.length, 'change')} restored`}</strong>
          {notRestored.length > 0 ? t`, ${formatCount(notRestored.length)} not` : ''}
          {untried > 0 ? t`, ${formatCount(untried)} skipped` : ''}.
        </p>
        <Button size="small" variant="quiet" onPress={onPutAway}>{t`Dismiss`}</Button>
      </div>
      {error === null ? null : <ErrorNotice error={error} />}
      {notRestored.length > 0 ? (
        <ul className={styles.list}>
          {notRestored.slice(0, maxShown).map(({ id, reason }) => (
            <li key={id}>
              <span className={styles.row}>{rows.get(id) ?? t`A change that is no longer recorded`}</span> {reason}
            </li>
          ))}
          {notRestored.length > maxShown ? <li>{t`${notRestored.length - maxShown} more.`}</li> : null}
        </ul>
      ) : null}
    </section>
  );
}

interface Restoration {
  readonly requested: number;
  readonly result: RestoreResult;
  readonly state: 'running' | 'done';
  readonly error: StowageError | null;
}

interface RestoreState {
  /** Null before the first, and after it was dismissed. */
  readonly restoration: Restoration | null;
  /** Newest first. */
  readonly start: (ids: readonly string[]) => void;
  readonly stop: () => void;
  readonly putAway: () => void;
}

/** `onDone` receives the ids of the restored changes. */
export function useRestore(connectionId: string, onDone: (restored: readonly string[]) => void): RestoreState {
  const [restoration, setRestoration] = useState<Restoration | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    restoration,
    start: (ids) => {
      const controller = new AbortController();
      running.current = controller;
      setRestoration({
        requested: ids.length,
        result: { restored: [], notRestored: [] },
        state: 'running',
        error: null,
      });
      const change = (part: Partial<Restoration>): void =>
        setRestoration((before) => (before === null ? null : { ...before, ...part }));
      let restored: readonly string[] = [];
      // One id for all calls of a restoration.
      const applyId = crypto.randomUUID();
      void runRestore(ids, {
        restore: (some) => call('undo.restore', { connectionId, ids: some, applyId }),
        onProgress: (result) => {
          restored = result.restored;
          change({ result });
        },
        signal: controller.signal,
      }).then((error) => {
        change({ state: 'done', error });
        onDone(restored);
      });
    },
    stop: () => running.current?.abort(),
    putAway: () => setRestoration(null),
  };
}

interface RestorePort {
  readonly restore: (ids: string[]) => Promise<RestoreResult>;
  readonly onProgress: (result: RestoreResult) => void;
  readonly signal: AbortSignal;
}

const idsACall = 25;

/**
 * Restores in several calls, so that progress is visible and the user can stop. Returns the error that ended it, if any.
 * @param ids newest first: an older change of an entity can be restored only after the newer ones
 */
export async function runRestore(ids: readonly string[], port: RestorePort): Promise<StowageError | null> {
  let sum: RestoreResult = { restored: [], notRestored: [] };
  for (let from = 0; from < ids.length && !port.signal.aborted; from += idsACall) {
    try {
      const { restored, notRestored } = await port.restore(ids.slice(from, from + idsACall));
      sum = { restored: [...sum.restored, ...restored], notRestored: [...sum.notRestored, ...notRestored] };
    } catch (thrown) {
      return StowageError.from(thrown);
    }
    port.onProgress(sum);
  }
  return null;
}

/** Updates the rows of the restored changes in the open tabs of their tables. */
export async function notifyTables(connectionId: string, restored: readonly UndoLine[]): Promise<void> {
  const tables = new Map<string, WrittenRow[]>();
  for (const change of restored) {
    const rows = tables.get(change.table);
    if (rows === undefined) tables.set(change.table, [writtenRow(change)]);
    else rows.push(writtenRow(change));
  }
  await Promise.all(
    [...tables].map(async ([table, rows]) => {
      const { elsewhere } = stagingOf({ connectionId, table });
      notifyOtherWindows({ connectionId, table }, rows);
      try {
        await elsewhere.onRows(rows, t`Restored changes`);
      } catch (thrown) {
        elsewhere.onTable(t`Restored changes`);
        showFailure(thrown, t`Some rows of ${table} could not be read again`);
      }
    }),
  );
}

function writtenRow({ kind, keys, keysBefore }: UndoLine): WrittenRow {
  return { from: kind === 'deleted' ? null : keys, to: kind === 'inserted' ? null : (keysBefore ?? keys) };
}

interface ForgetFootProps {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly records: number;
  /** The number of records that are not in the list yet. */
  readonly unread: number;
  readonly onForgotten: () => void;
  readonly children: ReactNode;
}

/** The footer of the tab: the size of the records, and the button to forget them. */
export function ForgetFoot({ connectionId, connectionName, records, unread, onForgotten, children }: ForgetFootProps) {
  const { data: size, reload } = useCall('undo.size', { connectionId });
  const [prompt, setPrompt] = useState<'nothing' | 'forget'>('nothing');
  useEffect(() => {
    reload();
  }, [records, reload]);
  return (
    <PanelFoot>
      <span className={undoTabStyles.size}>
        {size === undefined
          ? ''
          : t`${counted(records, 'record')}, ${formatBytes(size.bytes)} of at most ${formatBytes(size.maxBytes)}. The oldest are removed first.`}
        {unread > 0 ? t` ${counted(unread, 'record')} not read yet.` : ''}
      </span>
      <Button
        variant="quiet"
        isDisabled={records === 0}
        onPress={() => setPrompt('forget')}
      >{t`Delete records…`}</Button>
      {children}
      <ConfirmDialog
        title={t`Delete the undo records of ${connectionName}`}
        isOpen={prompt === 'forget'}
        onClose={() => setPrompt('nothing')}
        confirmLabel={t`Delete ${counted(records, 'record')}`}
        onConfirm={async () => {
          await call('undo.forget', { connectionId });
          onForgotten();
          reload();
        }}
      >
        {t`Delete ${counted(records, 'record')} (${formatBytes(size?.bytes ?? 0)}) for all tables on ${connectionName}? The data does not change, but these changes can no longer be undone.`}
      </ConfirmDialog>
    </PanelFoot>
  );
}
