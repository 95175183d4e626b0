// The files of a transfer by state, and failed ones by cause, each with its actions; and the blocks of the selected
// file.
import { useVirtualizer } from '@tanstack/react-virtual';
import { Download, FolderSearch, RotateCcw } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { JobFile, TransferJob } from '@shared/model/transfer';
import { t } from '@shared/strings/t';
import { counted } from '@shared/strings/counted';
import { formatCount } from '@shared/units';
import { call } from '@renderer/bridge';
import { Button, ErrorNotice, classNames, useContextMenu } from '@renderer/ui';
import { causeExplained, causeText } from '../job-failures';
import { promptForSources, lostSource } from '../find-sources';
import { reportFailure } from '@renderer/jobs/table-job-actions';
import { groupOf } from '../job-groups';
import { foundNothing, nothingText } from '../transfer-text';
import { BlockMap } from './block-map';
import { FileRow } from './file-row';
import { type ListFormat, saveFileList } from './save-file-list';
import { type FileChoice, useFiles } from './use-files';
import { useRevision } from './use-revision';
import styles from './files-view.module.css';

const rowPx = 44;

export interface FilesViewProps {
  readonly job: TransferJob;
  readonly isActive: boolean;
  /** Whether the requests of the last run are there to be shown. */
  readonly blocks: 'held' | 'forgotten';
}

export function FilesView({ job, isActive, blocks }: FilesViewProps) {
  const [wanted, setWanted] = useState<FileChoice | null>(null);
  const [chosen, setChosen] = useState<JobFile | null>(null);
  const choice = wanted ?? { state: firstState(job), code: null };
  const revision = useRevision(job, isActive ? 'on-screen' : 'hidden');
  const scroll = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(0);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowPx,
    overscan: 8,
    initialRect: { width: 800, height: 400 },
  });
  const menu = useContextMenu();
  const items = rows.getVirtualItems();
  const view = { first: items[0]?.index ?? 0, last: items.at(-1)?.index ?? 0 };
  const files = useFiles(job.id, choice, view, revision);
  if (files.total !== count) setCount(files.total);
  // Its files were tried again, and none has failed so once more.
  const isEmptyCause =
    choice.code !== null && files.isCurrent && !files.causes.some(({ code }) => code === choice.code);
  if (isEmptyCause) setWanted({ state: 'failed', code: null });

  return (
    <div className={styles.files}>
      <FileGroups
        job={job}
        choice={choice}
        files={files}
        onChoose={(next) => {
          setWanted(next);
          setChosen(null);
        }}
      />
      <div className={styles.fileList}>
        <ListText job={job} choice={choice} files={files} />
        <div
          ref={scroll}
          className={styles.fileScroll}
          data-kept-scroll="files"
          role="list"
          aria-label={t`Files`}
          tabIndex={0}
        >
          <div className={styles.virtual} style={{ height: rows.getTotalSize() }}>
            {items.map(({ index, start }) => {
              const file = files.fileAt(index);
              return (
                <div
                  key={index}
                  role="listitem"
                  aria-posinset={index + 1}
                  aria-setsize={count}
                  className={styles.virtualRow}
                  style={{ transform: `translateY(${start}px)`, height: rowPx }}
                >
                  {file === null ? null : (
                    <FileRow
                      job={job}
                      file={file}
                      blocks={blocks}
                      isChosen={file.file === chosen?.file}
                      onChoose={() => setChosen(file.file === chosen?.file ? null : file)}
                      onChanged={files.recheck}
                      onMenu={menu.open}
                    />
                  )}
                </div>
              );
            })}
          </div>
        </div>
        {menu.element}
        {chosen === null ? null : (
          <BlockMap jobId={job.id} file={chosen.file} fileBytes={chosen.bytes} revision={revision} />
        )}
      </div>
    </div>
  );
}

interface ChosenFilesProps {
  readonly job: TransferJob;
  readonly choice: FileChoice;
  readonly files: ReturnType<typeof useFiles>;
}

interface FileGroupsProps extends ChosenFilesProps {
  readonly onChoose: (choice: FileChoice) => void;
}

/** The states that files can be in and the causes of failures, with what can be done with the chosen ones. */
function FileGroups({ job, choice, files, onChoose }: FileGroupsProps) {
  const group = (state: FileChoice['state'], name: string, count: number): ReactNode => (
    <Group
      name={name}
      count={count}
      isChosen={choice.state === state && choice.code === null}
      onChoose={() => onChoose({ state, code: null })}
    />
  );
  return (
    <nav className={styles.groups} aria-label={t`Filter files by status`}>
      {group('open', t`Not done yet`, openFiles(job))}
      {group('failed', job.kind === 'verify' ? t`Found` : t`Failed`, job.failedCount)}
      {files.causes.map(({ code, files: ofCause, context }) => (
        <Group
          key={code}
          name={causeText(code, context)}
          hint={code}
          count={ofCause}
          depth="cause"
          isChosen={choice.code === code}
          onChoose={() => onChoose({ state: 'failed', code })}
        />
      ))}
      {group('done', job.kind === 'verify' ? t`Equal` : t`Done`, job.filesDone)}
      {group('skipped', t`Skipped`, job.filesSkipped)}
      {choice.state !== 'open' && files.total > 0 ? (
        <div className={styles.groupActions}>
          {choice.state === 'failed' ? (
            <Button size="small" icon={<RotateCcw size={14} />} onPress={() => retry(job.id, choice.code)}>
              {job.kind === 'verify'
                ? t`Verify ${formatCount(files.total)} again`
                : t`Retry ${formatCount(files.total)}`}
            </Button>
          ) : null}
          <Button size="small" icon={<Download size={14} />} onPress={() => save(job, choice, 'csv')}>
            {t`Save as CSV…`}
          </Button>
          <Button size="small" icon={<Download size={14} />} onPress={() => save(job, choice, 'json')}>
            {t`Save as JSON…`}
          </Button>
        </div>
      ) : null}
    </nav>
  );
}

/** Whether some of the listed files are not where they were planned: they may have been moved. */
function hasLostSources(job: TransferJob, choice: FileChoice, { causes }: ReturnType<typeof useFiles>): boolean {
  if (job.kind !== 'upload' || choice.state !== 'failed') return false;
  if (choice.code !== null && choice.code !== lostSource) return false;
  return causes.some((cause) => cause.code === lostSource);
}

/** The message above the list: why its files failed, why it is empty, what it leaves out. */
function ListText({ job, choice, files }: ChosenFilesProps) {
  const { causes, total, isCurrent } = files;
  const [onlyCause] = choice.state === 'failed' && causes.length === 1 ? causes : [];
  const cause = choice.code ?? onlyCause?.code;
  const unnamed = isResting(job) && isCurrent && isSettled(choice) ? countOf(choice, job) - total : 0;
  return (
    <>
      {cause !== undefined && total > 0 ? (
        <p className={styles.causeWords}>{causeExplained(cause, causes.find(({ code }) => code === cause)?.context)}</p>
      ) : null}
      {hasLostSources(job, choice, files) ? (
        <div className={styles.causeWords}>
          <Button size="small" icon={<FolderSearch size={14} />} onPress={() => promptForSources(job.id)}>
            {t`Find missing files…`}
          </Button>
          <span>{t`Searches a folder of your choice for moved files.`}</span>
        </div>
      ) : null}
      {files.error ? <ErrorNotice error={files.error} /> : null}
      {total === 0 && isCurrent ? <p className={styles.none}>{emptyLabels(choice, job)}</p> : null}
      {total > 0 && unnamed > 0 ? <p className={styles.none}>{unnamedText(unnamed)}</p> : null}
    </>
  );
}

interface GroupProps {
  readonly name: string;
  readonly hint?: string;
  readonly count: number;
  readonly depth?: 'cause';
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Group({ name, hint, count, depth, isChosen, onChoose }: GroupProps) {
  return (
    <button
      type="button"
      className={classNames(styles.group, isChosen && styles.groupChosen, depth === 'cause' && styles.cause)}
      aria-pressed={isChosen}
      title={hint}
      onClick={onChoose}
    >
      <span className={styles.groupName}>{name}</span>
      <span className={styles.groupCount}>{formatCount(count)}</span>
    </button>
  );
}

const openFiles = ({ filesTotal, filesDone, filesSkipped, failedCount }: TransferJob): number =>
  Math.max(0, filesTotal - filesDone - filesSkipped - failedCount);

/** Of a job that moves, more is settled between the count and the list. */
const isResting = (job: TransferJob): boolean => !['running', 'waiting'].includes(groupOf(job));

/** The initial filter until the user chooses one. */
function firstState(job: TransferJob): FileChoice['state'] {
  if (job.failedCount > 0) return 'failed';
  if (openFiles(job) > 0 || !isResting(job)) return 'open';
  if (job.filesDone > 0) return 'done';
  return job.filesSkipped > 0 ? 'skipped' : 'open';
}

const isSettled = ({ state }: FileChoice): boolean => state === 'done' || state === 'skipped';

function countOf({ state }: FileChoice, job: TransferJob): number {
  return state === 'done' ? job.filesDone : job.filesSkipped;
}

function unnamedText(files: number): string {
  return t`An earlier version of Stowage did not record the names of ${counted(files, 'file')}.`;
}

function emptyLabels(choice: FileChoice, job: TransferJob): string {
  const { state } = choice;
  if (isSettled(choice) && countOf(choice, job) > 0) return unnamedText(countOf(choice, job));
  if (state === 'skipped') return t`No skipped files.`;
  if (state === 'done') return t`No finished files yet.`;
  if (job.kind === 'verify' && state === 'failed') return t`No differences so far.`;
  if (state === 'failed') return t`No failed files.`;
  if (job.state === 'planning') return t`Files appear here as they are found.`;
  if (foundNothing(job)) return nothingText(job);
  return job.filesTotal === 0 ? t`No files planned yet.` : t`Every file is done, skipped or failed.`;
}

function retry(jobId: string, code: string | null): void {
  call('jobs.retry', { jobId, ...(code === null ? {} : { code }) }).catch(reportFailure);
}

function save(job: TransferJob, choice: FileChoice, format: ListFormat): void {
  saveFileList(job, choice, format).catch(reportFailure);
}
