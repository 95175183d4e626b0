// One table being imported into, in a tab of its own: an input, its set-up with the dry run, then the run. Owns what a
// person chose; the parts only show it.
import { t } from '@shared/strings/t';
import { call, useCall, useDropTarget } from '@renderer/bridge';
import { useTableJobs } from '@renderer/live/table-jobs';
import { Button, DropGround, ErrorState, LoadingRows, Truncate, showFailure } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import type { SasScope } from '@shared/model/connection';
import type { ImportPreview, ImportReading, ImportSettings, ImportSource } from '@shared/model/table-import';
import { formatBytes } from '@shared/units';
import { FileUp, Lock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { takeAskedImports } from './asked-import';
import { type ImportDraft, emptyImportDraft } from './import-draft';
import styles from './import-tab.module.css';
import { changeRefusal, importRefusal } from './import-refusal';
import { type ImportSetup, keepSetup, keptSetup } from './kept-setup';
import { ReadingBar } from './reading-bar';
import { EarlierImports, RunView } from './run-view';
import { SetupView } from './setup-view';
import { SourceChoice } from './source-choice';
import { inputOfDrop, usePastedRows } from './taken-input';

export interface ImportTabProps {
  readonly connectionId: string;
  readonly connectionName: string;
  readonly table: string;
  readonly readOnly: boolean;
  /** What the connection is signed with, where that is a SAS. */
  readonly sas?: SasScope | undefined;
  /** Whether this tab is the one on screen. */
  readonly isActive: boolean;
  readonly onOpenTable: () => void;
}

const nothingChosen: ImportReading = {};

export function ImportTab(props: ImportTabProps) {
  const { connectionId, connectionName, table, readOnly, sas, isActive, onOpenTable } = props;
  const [kept] = useState(() => keptSetup(connectionId, table));
  const [source, setSource] = useState<ImportSource | null>(kept?.source ?? null);
  const [reading, setReading] = useState<ImportReading>(kept?.reading ?? nothingChosen);
  const [draft, setDraft] = useState<ImportDraft>(kept?.draft ?? emptyImportDraft);
  const [jobId, setJobId] = useState<string | null>(null);
  const [isStarting, setIsStarting] = useState(false);
  const [startError, setStartError] = useState<StowageError | null>(null);
  const preview = useCall('imports.preview', source === null ? null : { source, reading });
  const shown = useLatestPreview(preview.data, source);
  const wasUnreadable = useWasUnreadable(source, preview.error);

  const take = (next: ImportSource | null): void => {
    setSource(next);
    setReading(nothingChosen);
    setDraft(emptyImportDraft);
    setJobId(null);
    setStartError(null);
  };
  const tab = useRef<HTMLElement>(null);
  const step = source === null ? 'input' : jobId === null ? 'set-up' : 'run';
  const lastStep = useRef(step);
  useEffect(() => {
    if (lastStep.current === step) return;
    lastStep.current = step;
    // The button that led here is gone, and the keyboard would begin anew at the top of the window.
    if (isActive && document.activeElement === document.body) tab.current?.focus();
  }, [step, isActive]);
  useEffect(() => {
    const isOpen = source !== null && jobId === null;
    keepSetup(connectionId, table, isOpen ? { source, reading, draft, savedAtMs: Date.now() } : null);
  }, [connectionId, table, source, reading, draft, jobId]);
  const wasStarted = useWasStarted(connectionId, table, kept);
  if (wasStarted && source !== null && source === kept?.source) setSource(null);
  const token = source?.kind === 'file' ? source.token : null;
  useEffect(() => {
    // A file that cannot be kept is picked again after a restart, which the view then asks for.
    if (token !== null) call('files.keep', { token }).catch(() => undefined);
  }, [token]);
  useEffect(() => takeAskedImports(connectionId, table, take), [connectionId, table]);
  usePastedRows(isActive ? 'in-front' : 'behind', (text) => take({ kind: 'text', text }));
  const drop = useDropTarget('files', (transfer) => {
    inputOfDrop(transfer).then((dropped) => dropped !== null && take(dropped), say);
  });

  const pick = (): void => {
    call('dialogs.pick-import-file', {}).then(
      (picked) => picked !== null && take({ kind: 'file', token: picked.token }),
      say,
    );
  };
  const start = (settings: ImportSettings): void => {
    if (source === null) return;
    setIsStarting(true);
    setStartError(null);
    call('imports.start', { connectionId, table, source, reading, settings })
      .then(
        (started) => setJobId(started.jobId),
        (thrown: unknown) => setStartError(StowageError.from(thrown)),
      )
      .finally(() => setIsStarting(false));
  };

  const refusal = importRefusal({ connectionName, readOnly, sas }, draft.mode);
  return (
    <section ref={tab} tabIndex={-1} className={styles.tab} aria-label={t`Import into ${table}`} {...drop.handlers}>
      {source !== null ? (
        <header className={styles.head}>
          <h2 className={styles.title}>
            <Truncate>
              {shown?.name ?? (preview.error === null ? t`Reading the input` : t`The input cannot be read`)}
            </Truncate>
          </h2>
          <span className={styles.about}>
            {shown === null ? '' : `${formatBytes(shown.bytes)} `}
            {t`into ${table} on ${connectionName}`}
          </span>
          <span className={styles.headVerbs}>
            <Button size="small" onPress={pick}>{t`Another file…`}</Button>
            <Button size="small" variant="quiet" onPress={() => take(null)}>{t`Close`}</Button>
          </span>
        </header>
      ) : null}
      {source === null ? (
        <SourceChoice table={table} onPick={pick}>
          <EarlierImports connectionId={connectionId} table={table} />
        </SourceChoice>
      ) : jobId !== null ? (
        <RunView {...{ jobId, table, onOpenTable }} onAnother={() => take(null)} onSetUpAgain={() => setJobId(null)} />
      ) : (
        <>
          {shown === null && !wasUnreadable ? null : (
            <ReadingBar chosen={reading} settled={shown?.reading ?? null} onChange={setReading} />
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
              onDraftChange={setDraft}
              refusal={refusal}
              changeRefusal={changeRefusal({ connectionName, sas })}
              startError={startError}
              isStarting={isStarting}
              onStart={start}
            />
          )}
        </>
      )}
      {drop.isOver ? (
        <DropGround
          tone="welcome"
          icon={refusal === null ? <FileUp size={24} strokeWidth={1.5} /> : <Lock size={24} strokeWidth={1.5} />}
          title={t`Import into ${table}`}
          text={t`CSV, TSV, JSON or JSON Lines. You see the plan before anything is written.`}
        />
      ) : null}
    </section>
  );
}

/**
 * Whether the set-up that was kept had been started when the app ended: one that was killed may not have come to
 * forgetting it, and what is started twice may be written twice.
 */
function useWasStarted(connectionId: string, table: string, kept: ImportSetup | null): boolean {
  const [openedAtMs] = useState(() => Date.now());
  const jobs = useTableJobs();
  if (kept === null) return false;
  return jobs.some(
    (job) =>
      job.kind === 'import' &&
      job.connectionId === connectionId &&
      job.table === table &&
      job.createdAtMs >= kept.savedAtMs &&
      job.createdAtMs <= openedAtMs,
  );
}

/** What was read last of this input, while it is read anew or cannot be read as chosen. */
function useLatestPreview(data: ImportPreview | undefined, source: ImportSource | null): ImportPreview | null {
  const [kept, setKept] = useState<{ readonly data: ImportPreview; readonly source: ImportSource | null } | null>(null);
  if (data !== undefined && kept?.data !== data) setKept({ data, source });
  return data ?? (kept?.source === source ? kept.data : null);
}

/** Whether this input could not be read now or before, however it was read. */
function useWasUnreadable(source: ImportSource | null, error: StowageError | null): boolean {
  const [of, setOf] = useState<ImportSource | null>(null);
  const isUnreadable = error?.code === 'invalid.input';
  if (isUnreadable && of !== source) setOf(source);
  return isUnreadable || (source !== null && of === source);
}

function say(thrown: unknown): void {
  const error = StowageError.from(thrown);
  if (error.kind === 'cancelled') return;
  showFailure(error);
}
