// The tab of an import into one table: choosing an input, its set-up with the dry run, then the run. The choices are
// stored by use-import-in-hand.ts.
import { t } from '@shared/strings/t';
import { call, useCall, useDropTarget } from '@renderer/bridge';
import { Button, DropGround, EmptyState, ErrorState, KeyCap, LoadingRows, Truncate, showFailure } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import type { SasScope } from '@shared/model/connection';
import type { ImportPreview, ImportSource } from '@shared/model/table-import';
import { formatBytes } from '@shared/units';
import { FileUp, Lock } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './import-tab.module.css';
import { changeDisabledReason, importDisabledReason, inputOfDrop, usePastedRows } from './import-target';
import { ReadingBar } from './reading-bar';
import { SetupView } from './setup-view';
import { useImportInHand } from './use-import-in-hand';
import { useTableJob, useTableJobs } from '@renderer/live/jobs';
import { JobCard } from '@renderer/jobs/table-job-card';
import textStyles from './text.module.css';

interface ImportTabProps {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly table: string;
  readonly readOnly: boolean;
  /** The SAS of the connection, if it uses one. */
  readonly sas?: SasScope | undefined;
  /** Whether this tab is visible. */
  readonly isActive: boolean;
  readonly onOpenTable: () => void;
}

export function ImportTab(props: ImportTabProps) {
  const { connectionId, connectionName, table, readOnly, sas, isActive, onOpenTable } = props;
  const { source, reading, draft, jobId, take, ...inHand } = useImportInHand(connectionId, table);
  const preview = useCall('imports.preview', source === null ? null : { source, reading });
  const shown = useLatestPreview(preview.data, source);
  const wasUnreadable = useWasUnreadable(source, preview.error);

  const tab = useRef<HTMLElement>(null);
  const step = source === null ? 'input' : jobId === null ? 'set-up' : 'run';
  const lastStep = useRef(step);
  useEffect(() => {
    if (lastStep.current === step) return;
    lastStep.current = step;
    // The button that led here is gone, and the focus would start at the top of the window.
    if (isActive && document.activeElement === document.body) tab.current?.focus();
  }, [step, isActive]);
  usePastedRows(isActive ? 'in-front' : 'behind', (text) => take({ kind: 'text', text }));
  const drop = useDropTarget('files', (transfer) => {
    inputOfDrop(transfer).then((dropped) => dropped !== null && take(dropped), reportFailure);
  });

  const pick = (): void => {
    call('dialogs.pick-import-file', {}).then(
      (picked) => picked !== null && take({ kind: 'file', token: picked.token }),
      reportFailure,
    );
  };
  const disabledReason = importDisabledReason({ connectionName, readOnly, sas }, draft.mode);
  return (
    <section ref={tab} tabIndex={-1} className={styles.tab} aria-label={t`Import into ${table}`} {...drop.handlers}>
      {source === null ? null : (
        <ImportHead
          location={t`into ${table} on ${connectionName}`}
          shown={shown}
          error={preview.error}
          onPick={pick}
          onClose={() => take(null)}
        />
      )}
      {source === null ? (
        <SourceChoice table={table} onPick={pick}>
          <EarlierImports connectionId={connectionId} table={table} />
        </SourceChoice>
      ) : jobId !== null ? (
        <RunView
          jobId={jobId}
          table={table}
          onOpenTable={onOpenTable}
          onAnother={() => take(null)}
          onSetUpAgain={inHand.setUpAgain}
        />
      ) : (
        <>
          {shown === null && !wasUnreadable ? null : (
            <ReadingBar chosen={reading} settled={shown?.reading ?? null} onChange={inHand.setReading} />
          )}
          {preview.error !== null ? (
            <ErrorState
              error={preview.error}
              onRetry={preview.reload}
              actions={<Button onPress={pick}>{t`Choose a file…`}</Button>}
            />
          ) : preview.data === undefined ? (
            <LoadingRows label={t`Reading the input`} rows={10} columns={[18, 14, 20, 12]} />
          ) : (
            <SetupView
              connectionId={connectionId}
              table={table}
              source={source}
              reading={reading}
              preview={preview.data}
              draft={draft}
              onDraftChange={inHand.changeDraft}
              disabledReason={disabledReason}
              changeDisabledReason={changeDisabledReason({ connectionName, sas })}
              startError={inHand.startError}
              isStarting={inHand.isStarting}
              onStart={inHand.start}
            />
          )}
        </>
      )}
      {drop.isOver ? (
        <DropGround
          tone="welcome"
          icon={disabledReason === null ? <FileUp size={24} strokeWidth={1.5} /> : <Lock size={24} strokeWidth={1.5} />}
          title={t`Import into ${table}`}
          text={t`CSV, TSV, JSON or JSON Lines. You review the plan before anything is written.`}
        />
      ) : null}
    </section>
  );
}

interface ImportHeadProps {
  readonly location: string;
  /** The preview of the input; null if nothing was read. */
  readonly shown: ImportPreview | null;
  readonly error: StowageError | null;
  readonly onPick: () => void;
  readonly onClose: () => void;
}

function ImportHead({ location, shown, error, onPick, onClose }: ImportHeadProps) {
  return (
    <header className={styles.head}>
      <h2 className={styles.title}>
        <Truncate>{shown?.name ?? (error === null ? t`Reading the input` : t`The input cannot be read`)}</Truncate>
      </h2>
      <span className={styles.about}>
        {shown === null ? '' : `${formatBytes(shown.bytes)} `}
        {location}
      </span>
      <span className={styles.headVerbs}>
        <Button size="small" onPress={onPick}>{t`Another file…`}</Button>
        <Button size="small" variant="quiet" onPress={onClose}>{t`Close`}</Button>
      </span>
    </header>
  );
}

/** The last preview of this input, while it is read again or cannot be read as chosen. */
function useLatestPreview(data: ImportPreview | undefined, source: ImportSource | null): ImportPreview | null {
  const [last, setLast] = useState<{ readonly data: ImportPreview; readonly source: ImportSource | null } | null>(null);
  if (data !== undefined && last?.data !== data) setLast({ data, source });
  return data ?? (last?.source === source ? last.data : null);
}

/** Whether reading this input has failed, with any options. */
function useWasUnreadable(source: ImportSource | null, error: StowageError | null): boolean {
  const [of, setOf] = useState<ImportSource | null>(null);
  const isUnreadable = error?.code === 'invalid.input';
  if (isUnreadable && of !== source) setOf(source);
  return isUnreadable || (source !== null && of === source);
}

function reportFailure(thrown: unknown): void {
  const error = StowageError.from(thrown);
  if (error.kind === 'cancelled') return;
  showFailure(error);
}

interface SourceChoiceProps {
  readonly table: string;
  readonly onPick: () => void;
  /** Earlier imports into this table. */
  readonly children?: ReactNode;
}

/** Before there is an input: pick a file, drop one, or paste. */
function SourceChoice({ table, onPick, children }: SourceChoiceProps) {
  return (
    <div className={styles.choice}>
      <div className={styles.choiceWords}>
        <EmptyState
          icon={<FileUp size={24} strokeWidth={1.5} />}
          title={t`Import rows into ${table}`}
          actions={<Button variant="primary" onPress={onPick}>{t`Choose a file…`}</Button>}
        >
          {t`CSV, TSV, JSON or JSON Lines. Drop a file here, or copy spreadsheet cells and press`}{' '}
          <KeyCap keys="Ctrl V" />
          {t`. Nothing is written until you have reviewed the plan.`}
        </EmptyState>
      </div>
      {children}
    </div>
  );
}

interface RunViewProps {
  readonly jobId: string;
  readonly table: string;
  readonly onOpenTable: () => void;
  readonly onAnother: () => void;
  /** Returns to the set-up of the same input. */
  readonly onSetUpAgain: () => void;
}

/** A running or finished import, also one into this table from before a restart, and what can be done next. */
function RunView({ jobId, table, onOpenTable, onAnother, onSetUpAgain }: RunViewProps) {
  const job = useTableJob(jobId);
  const [wasSeen, setWasSeen] = useState<'seen' | 'awaited'>('awaited');
  if (job !== undefined && wasSeen === 'awaited') setWasSeen('seen');
  if (job === undefined && wasSeen === 'seen') {
    return (
      <EmptyState
        title={t`The import was removed from the job list`}
        actions={
          <>
            <Button onPress={onOpenTable}>{t`Open ${table}`}</Button>
            <Button variant="quiet" onPress={onAnother}>{t`New import`}</Button>
          </>
        }
      >
        {t`Rows already written remain in ${table}.`}
      </EmptyState>
    );
  }
  return (
    <div className={styles.run}>
      {job === undefined ? (
        <LoadingRows label={t`Starting import`} rows={3} columns={[60]} />
      ) : (
        <JobCard key={job.id} job={job} />
      )}
      <div className={styles.runVerbs}>
        <Button onPress={onOpenTable}>{t`Open ${table}`}</Button>
        {job?.state === 'cancelled' ? <Button onPress={onSetUpAgain}>{t`Set it up again`}</Button> : null}
        <Button variant="quiet" onPress={onAnother}>{t`New import`}</Button>
      </div>
      {job?.state === 'cancelled' && job.rowsDone > 0 ? (
        <p className={textStyles.muted}>
          {t`To write the rest, set it up again. “Existing rows” controls what happens to rows that are already in ${table}.`}
        </p>
      ) : null}
      {job !== undefined && job.endedAtMs !== null ? null : (
        <p className={textStyles.muted}>
          {t`You can close this tab; the import continues. If Stowage exits, resume the import here or in the job list. No row is written twice.`}
        </p>
      )}
    </div>
  );
}

const shownAtOnce = 5;

function EarlierImports({ connectionId, table }: { readonly connectionId: string; readonly table: string }) {
  const jobs = useTableJobs().filter(
    (job) => job.kind === 'import' && job.connectionId === connectionId && job.table === table,
  );
  if (jobs.length === 0) return null;
  return (
    <section className={styles.earlier} aria-label={t`Imports into ${table}`}>
      <h3 className={textStyles.planTitle}>{t`Imports into ${table}`}</h3>
      {jobs.slice(0, shownAtOnce).map((job) => (
        <JobCard key={job.id} job={job} />
      ))}
    </section>
  );
}
