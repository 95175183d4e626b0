// The files of a transfer that are not done: by state and, of the failed ones, by cause, each with what can be done; and
// the blocks of the one that is chosen.
import { useVirtualizer } from '@tanstack/react-virtual';
import { Download, RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import type { TransferJob } from '@shared/model/transfer';
import { formatCount } from '@shared/units';
import { call } from '@renderer/bridge';
import { Button, ErrorNotice, classNames } from '@renderer/ui';
import { causeWords } from '../failure-causes';
import { sayFailure } from '../job-actions';
import { BlockMap } from './block-map';
import { FileRow } from './file-row';
import { type ListFormat, saveFileList } from './save-file-list';
import { type FileChoice, useFiles } from './use-files';
import { useRevision } from './use-revision';
import styles from './transfer-page.module.css';

const rowPx = 44;

export interface FilesViewProps {
  readonly job: TransferJob;
  readonly isActive: boolean;
}

export function FilesView({ job, isActive }: FilesViewProps) {
  const [wanted, setWanted] = useState<FileChoice | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const choice: FileChoice = wanted ?? { state: job.failedCount > 0 ? 'failed' : 'open', code: null };
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
  const items = rows.getVirtualItems();
  const view = { first: items[0]?.index ?? 0, last: items.at(-1)?.index ?? 0 };
  const files = useFiles(job.id, choice, view, revision);
  if (files.total !== count) setCount(files.total);
  const choose = (next: FileChoice): void => {
    setWanted(next);
    setChosen(null);
  };
  const open = job.filesTotal - job.filesDone - job.filesSkipped - job.failedCount;

  return (
    <div className={styles.files}>
      <nav className={styles.groups} aria-label="Files by state">
        <Group
          name="Not done yet"
          count={Math.max(0, open)}
          isChosen={choice.state === 'open'}
          onChoose={() => choose({ state: 'open', code: null })}
        />
        <Group
          name={job.kind === 'verify' ? 'Found' : 'Failed'}
          count={job.failedCount}
          isChosen={choice.state === 'failed' && choice.code === null}
          onChoose={() => choose({ state: 'failed', code: null })}
        />
        {files.causes.map(({ code, files: ofCause }) => (
          <Group
            key={code}
            name={causeWords(code)}
            hint={code}
            count={ofCause}
            depth="cause"
            isChosen={choice.code === code}
            onChoose={() => choose({ state: 'failed', code })}
          />
        ))}
        <p className={styles.settledCount}>
          {formatCount(job.filesDone)} {job.kind === 'verify' ? 'the same' : 'done'}, {formatCount(job.filesSkipped)}{' '}
          skipped
        </p>
        {choice.state === 'failed' && files.total > 0 ? (
          <div className={styles.groupActions}>
            <Button size="small" icon={<RotateCcw size={14} />} onPress={() => retry(job.id, choice.code)}>
              {job.kind === 'verify' ? 'Verify' : 'Try'} {formatCount(files.total)} again
            </Button>
            <Button size="small" icon={<Download size={14} />} onPress={() => save(job, choice.code, 'csv')}>
              Save as CSV…
            </Button>
            <Button size="small" icon={<Download size={14} />} onPress={() => save(job, choice.code, 'json')}>
              Save as JSON…
            </Button>
          </div>
        ) : null}
      </nav>
      <div className={styles.fileList}>
        {files.error ? <ErrorNotice error={files.error} /> : null}
        {files.total === 0 ? <p className={styles.none}>{emptyWords(choice, job)}</p> : null}
        <div ref={scroll} className={styles.fileScroll} role="list" aria-label="Files" tabIndex={0}>
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
                      jobId={job.id}
                      kind={job.kind}
                      file={file}
                      isChosen={file.file === chosen}
                      onChoose={() => setChosen(file.file === chosen ? null : file.file)}
                    />
                  )}
                </div>
              );
            })}
          </div>
        </div>
        {chosen === null ? null : <BlockMap jobId={job.id} file={chosen} revision={revision} />}
      </div>
    </div>
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

function emptyWords({ state }: FileChoice, job: TransferJob): string {
  if (job.kind === 'verify' && state === 'failed') return 'Nothing was found so far.';
  if (state === 'failed') return 'No file has failed.';
  if (job.state === 'planning') return 'Files show here as they are found.';
  return job.filesTotal === 0 ? 'Nothing is planned yet.' : 'Every file is done, skipped or failed.';
}

function retry(jobId: string, code: string | null): void {
  call('transfers.retry', { jobId, ...(code === null ? {} : { code }) }).catch(sayFailure);
}

function save(job: TransferJob, code: string | null, format: ListFormat): void {
  saveFileList(job, code, format).catch(sayFailure);
}
