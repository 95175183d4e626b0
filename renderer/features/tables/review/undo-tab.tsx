// Every change that Stowage applied to a connection, newest first, with what restoring it would do. Restoring is itself
// a change and appears at the top. Bulk changes are undone as a whole by their jobs.
import { shortcutOf } from '@renderer/keys/keys';
import { useViewActions } from '@renderer/pane/view-actions';
import { tableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import type { SasScope } from '@shared/model/connection';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { call } from '@renderer/bridge';
import { useTableJobs } from '@renderer/live/jobs';
import { Badge, Button, ConfirmDialog, EmptyState, ErrorState, LoadingRows, Select } from '@renderer/ui';
import type { UndoLine } from '@shared/model/edit-outcome';
import { RefreshCw, Undo2 } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { LineList } from './list-parts';
import {
  type EntryReader,
  type UndoDetailProps,
  ChangeLine,
  HeadingLine,
  UndoDetail,
  createEntryReader,
} from './undo-entry';
import { ForgetFoot, RestoreReport, notifyTables, useRestore } from './undo-restore';
import { type UndoChoice, ofTable, useUndoChoice, useUndoList } from './undo-list';
import styles from './undo-tab.module.css';
import type { TableJob } from '@shared/model/table-job';
import { isUndoable } from '@renderer/jobs/table-job-actions';
import { JobCard } from '@renderer/jobs/table-job-card';

export interface UndoTabProps {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly readOnly: boolean;
  /** The SAS of the connection, if it uses one. */
  readonly sas?: SasScope | undefined;
  /** On production, a name must be typed before entities are deleted. */
  readonly environment: 'production' | 'other';
  readonly isActive: boolean;
  /** Changes of this table only. */
  readonly table?: string | undefined;
  readonly onTableChange: (table: string | undefined) => void;
}

/** No table can have this name. */
const allTables = '*';

export function UndoTab(props: UndoTabProps) {
  const { connectionId, connectionName, readOnly, environment, isActive, table, onTableChange } = props;
  const { all: disabledReason } = tableDisabledReasons({ name: connectionName, locked: readOnly, sas: props.sas });
  const { changes, total, isReading, error, reload } = useUndoList(connectionId);
  useViewActions(() => [
    { id: 'refresh', label: t`Refresh`, of: connectionName, shortcut: shortcutOf('refresh'), onAction: reload },
  ]);
  const entries = useMemo(
    () => createEntryReader((ids) => call('undo.entries', { connectionId, ids })),
    [connectionId],
  );
  const { restoration, start, stop, putAway } = useRestore(connectionId, (restored) => {
    const ids = new Set(restored);
    void notifyTables(
      connectionId,
      (changes ?? []).filter(({ id }) => ids.has(id)),
    );
    reload();
  });
  const [prompt, setPrompt] = useState<'nothing' | 'restore'>('nothing');
  useEffect(() => {
    // Other tabs apply changes.
    if (isActive) reload();
  }, [isActive, reload]);

  const listed = useMemo(() => ofTable(changes ?? [], table), [changes, table]);
  const choice = useUndoChoice(listed);
  const { wanted } = choice;
  const tables = useMemo(
    () =>
      [...new Set([...(changes ?? []).map((change) => change.table), ...(table === undefined ? [] : [table])])].sort(),
    [changes, table],
  );
  const jobs = useTableJobs();
  const bulk = useMemo(() => bulkUndosOf(jobs, connectionId, table), [jobs, connectionId, table]);
  const isRunning = restoration?.state === 'running';
  const deletions = wanted.filter(({ kind }) => kind === 'inserted').length;

  return (
    <section className={styles.tab} aria-label={t`Undo on ${connectionName}`}>
      <UndoHead
        connectionName={connectionName}
        readOnly={readOnly}
        environment={environment}
        table={table}
        tables={tables}
        onTableChange={onTableChange}
        isReading={isReading}
        onRefresh={reload}
      />
      {restoration === null ? null : (
        <RestoreReport restoration={restoration} changes={changes ?? []} onStop={stop} onPutAway={putAway} />
      )}
      <BulkUndos jobs={bulk} />
      {error !== null && changes === undefined ? (
        <ErrorState error={error} onRetry={reload} />
      ) : changes === undefined ? (
        <LoadingRows label={t`Loading undo records`} rows={8} columns={[12, 30, 40]} />
      ) : choice.lines.length === 0 ? (
        <EmptyState
          icon={<Undo2 size={24} strokeWidth={1.5} aria-hidden />}
          title={bulk.length === 0 ? t`Nothing to undo` : t`No individual changes`}
        >
          {table === undefined
            ? t`Applied changes are recorded here together with the previous values.`
            : t`No recorded changes to ${table}. Changes applied from now on are recorded here.`}
        </EmptyState>
      ) : (
        <UndoLines
          choice={choice}
          entries={entries}
          state={restoration?.state === 'running' ? 'restoring' : 'resting'}
          result={restoration?.result}
        />
      )}
      <ForgetFoot
        connectionId={connectionId}
        connectionName={connectionName}
        records={total}
        unread={isReading ? Math.max(0, total - (changes?.length ?? 0)) : 0}
        onForgotten={reload}
      >
        <Button
          variant="primary"
          disabledReason={disabledReason}
          isDisabled={wanted.length === 0 || isRunning}
          onPress={() => setPrompt('restore')}
        >
          {wanted.length === 0 ? t`Restore` : t`Restore ${counted(wanted.length, 'change')}`}
        </Button>
      </ForgetFoot>
      <ConfirmDialog
        title={t`Restore ${counted(wanted.length, 'change')}`}
        isOpen={prompt === 'restore'}
        onClose={() => setPrompt('nothing')}
        tone={deletions > 0 ? 'danger' : 'standard'}
        confirmLabel={t`Restore ${counted(wanted.length, 'change')}`}
        {...(deletions > 0 && environment === 'production' ? { typedName: connectionName } : {})}
        onConfirm={() => {
          choice.untick();
          start(wanted.map(({ id }) => id));
        }}
      >
        {confirmText(wanted, deletions, connectionName)}
      </ConfirmDialog>
    </section>
  );
}

interface UndoHeadProps extends Pick<
  UndoTabProps,
  'connectionName' | 'readOnly' | 'environment' | 'table' | 'onTableChange'
> {
  /** The tables with changes, by name. */
  readonly tables: readonly string[];
  readonly isReading: boolean;
  readonly onRefresh: () => void;
}

function UndoHead(props: UndoHeadProps) {
  const { connectionName, table, tables, onTableChange } = props;
  return (
    <header className={styles.head}>
      <h2 className={styles.title}>{t`Applied changes`}</h2>
      <span className={styles.location}>{t`on ${connectionName}`}</span>
      {props.environment === 'production' ? <Badge tone="bad" appearance="outlined">{t`PROD`}</Badge> : null}
      {props.readOnly ? <Badge tone="caution">{t`Read-only`}</Badge> : null}
      <span className={styles.tools}>
        <Select
          label={t`Table`}
          labelPosition="hidden"
          value={table ?? allTables}
          options={[
            { value: allTables, label: t`All tables` },
            ...tables.map((name) => ({ value: name, label: name })),
          ]}
          onChange={(name) => onTableChange(name === allTables ? undefined : name)}
        />
        <Button icon={<RefreshCw size={14} aria-hidden />} isDisabled={props.isReading} onPress={props.onRefresh}>
          {t`Refresh`}
        </Button>
      </span>
    </header>
  );
}

interface UndoLinesProps {
  readonly choice: UndoChoice;
  readonly entries: EntryReader;
  /** The choice is fixed during a restoration. */
  readonly state: 'restoring' | 'resting';
  readonly result: UndoDetailProps['result'];
}

function UndoLines({ choice, entries, state, result }: UndoLinesProps) {
  const { lines, active, setActive, markOf, toggle } = choice;
  return (
    <div className={styles.body}>
      <div className={styles.list}>
        <LineList
          label={t`Applied changes`}
          count={lines.length}
          active={active}
          onActive={setActive}
          isChosen={(index) => markOf(index).isChosen}
          onToggle={toggle}
          renderLine={(index) => {
            const line = lines[index];
            if (line === undefined) return null;
            const { isChosen, canBeChosen } = markOf(index);
            const mark = { isChosen, isDisabled: !canBeChosen || state === 'restoring' };
            return line.kind === 'heading' ? (
              <HeadingLine line={line} mark={mark} onToggle={() => toggle(index)} />
            ) : (
              <ChangeLine change={line.change} entries={entries} mark={mark} onToggle={() => toggle(index)} />
            );
          }}
        />
      </div>
      <UndoDetail line={lines[active]} entries={entries} result={result} />
    </div>
  );
}

function confirmText(wanted: readonly UndoLine[], deletions: number, connectionName: string): string {
  const tables = [...new Set(wanted.map(({ table }) => table))].join(', ');
  return [
    t`Writes the previous values to ${tables} on ${connectionName}. Entities that changed since are skipped.`,
    deletions === 0 ? '' : plural(deletions)`This deletes 1 entity. | This deletes ${deletions} entities.`,
    t`The restore is recorded and can be undone.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Whether it has ended, and no row needs a look. */
function isSettled({ state, rowsRejected }: TableJob): boolean {
  return state === 'cancelled' || (state === 'done' && rowsRejected === 0);
}

/** The jobs that this list shows: those of one connection, and of one table where one is given. */
function bulkUndosOf(jobs: readonly TableJob[], connectionId: string, table: string | undefined): readonly TableJob[] {
  return jobs.filter(
    (job) =>
      job.connectionId === connectionId &&
      (table === undefined || job.table === table) &&
      (isUndoable(job) || (job.kind === 'restore' && !isSettled(job))),
  );
}

function BulkUndos({ jobs }: { readonly jobs: readonly TableJob[] }) {
  if (jobs.length === 0) return null;
  return (
    <section className={styles.bulk} aria-label={t`Bulk changes`} tabIndex={0}>
      {jobs.map((job) => (
        <JobCard key={job.id} job={job} />
      ))}
    </section>
  );
}
