// The result of comparing files with blobs, and what can be done next: copy what differs, read what has no MD5.
import { ArrowDown, ArrowUp, BookOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { TransferJob } from '@shared/model/transfer';
import type { VerifyReport } from '@shared/model/verify-report';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes, formatCount } from '@shared/units';
import { call } from '@renderer/bridge';
import { Button, ConfirmDialog, ErrorNotice, classNames, showToast } from '@renderer/ui';
import { useQuery } from './use-query';
import styles from './verify-summary.module.css';
import { readingText, verdictText } from './verify-text';

export interface VerifySummaryProps {
  readonly job: TransferJob;
  /** Changes when the counts may have changed. */
  readonly revision: string;
}

type ConfirmationKind = 'up' | 'down' | 'read';

export function VerifySummary({ job, revision }: VerifySummaryProps) {
  const { answer, error } = useQuery({
    query: job.id,
    revision,
    request: (signal) => call('transfers.verify-report', { jobId: job.id }, { signal }),
  });
  const [pending, setPending] = useState<ConfirmationKind | null>(null);
  if (error !== null) return <ErrorNotice error={error} />;
  if (answer === null) return null;
  const report = answer.value;
  const isOver = job.state === 'done' || job.state === 'failed';
  const { up, down, notCompared } = report;
  return (
    <section className={styles.summary} aria-label={t`Verification result`}>
      <dl className={styles.counts}>
        {countsOf(report).map(({ name, count, tone }) => (
          <div key={name} className={styles.count}>
            <dt>{name}</dt>
            <dd className={classNames(count > 0 && tone === 'bad' && styles.bad)}>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.verdict}>{verdictText(report, isOver ? 'over' : 'under-way')}</p>
      {isOver ? (
        <div className={styles.actions}>
          {up !== null && up.files > 0 ? (
            <Button size="small" icon={<ArrowUp size={14} />} onPress={() => setPending('up')}>
              {t`Upload ${filesText(up.files)}…`}
            </Button>
          ) : null}
          {down !== null && down.files > 0 ? (
            <Button size="small" icon={<ArrowDown size={14} />} onPress={() => setPending('down')}>
              {t`Download ${filesText(down.files)}…`}
            </Button>
          ) : null}
          {notCompared.files > 0 ? (
            <Button size="small" icon={<BookOpen size={14} />} onPress={() => setPending('read')}>
              {report.of === 'blobs'
                ? t`Read both sides of ${counted(notCompared.files, 'blob')}…`
                : t`Read ${counted(notCompared.files, 'blob')} in full…`}
            </Button>
          ) : null}
        </div>
      ) : null}
      {pending === null ? null : (
        <ConfirmationPrompt requested={pending} job={job} report={report} onClose={() => setPending(null)} />
      )}
    </section>
  );
}

interface ConfirmationPromptProps {
  readonly requested: ConfirmationKind;
  readonly job: TransferJob;
  readonly report: VerifyReport;
  readonly onClose: () => void;
}

function ConfirmationPrompt({ requested: pending, job, report, onClose }: ConfirmationPromptProps) {
  const { title, confirmLabel, act, text } = promptTextOf(pending, job, report);
  return (
    <ConfirmDialog title={title} confirmLabel={confirmLabel} tone="standard" isOpen onClose={onClose} onConfirm={act}>
      {text}
    </ConfirmDialog>
  );
}

function promptTextOf(
  pending: ConfirmationKind,
  job: TransferJob,
  report: VerifyReport,
): {
  readonly title: string;
  readonly confirmLabel: string;
  readonly act: () => Promise<void>;
  readonly text: ReactNode;
} {
  if (pending === 'read') {
    const blobs = counted(report.notCompared.files, 'blob');
    return {
      title: t`Read ${blobs} in full`,
      confirmLabel: t`Read ${formatBytes(report.notCompared.bytes)}`,
      act: async () => {
        await call('transfers.read-in-full', { jobId: job.id });
      },
      text: <p>{readingText(report.notCompared)}</p>,
    };
  }
  const { files, bytes } = (pending === 'up' ? report.up : report.down) ?? { files: 0, bytes: 0 };
  const verb = pending === 'up' ? t`Upload` : t`Download`;
  const replaced = pending === 'up' ? t`Blobs that differ are replaced.` : t`Files that differ are replaced.`;
  return {
    title: t`${verb} missing and different files`,
    confirmLabel: `${verb} ${filesText(files)}`,
    act: async () => {
      await call('transfers.repair', { jobId: job.id, direction: pending });
      showToast({ tone: 'information', title: t`${verb} of ${filesText(files)} is queued` });
    },
    text: (
      <p>
        {t`${filesText(files)}, ${formatBytes(bytes)}. ${replaced} Verify again afterwards to confirm that both sides are equal.`}
      </p>
    ),
  };
}

function filesText(files: number): string {
  return counted(files, 'file');
}

interface Count {
  readonly name: string;
  readonly count: number;
  readonly tone: 'bad' | 'standard';
  /** For figures that are usually zero: omitted then. */
  readonly shown?: 'unless-none';
}

function countsOf(report: VerifyReport): readonly Count[] {
  const isCopy = report.of === 'blobs';
  const all: readonly Count[] = [
    { name: report.mode === 'md5' ? t`Equal` : t`Same length`, count: report.same, tone: 'standard' },
    { name: t`Differs`, count: report.differs, tone: 'bad' },
    { name: isCopy ? t`Missing in source` : t`Missing locally`, count: report.missingHere, tone: 'bad' },
    { name: isCopy ? t`Copy missing` : t`Missing in the container`, count: report.missingThere, tone: 'bad' },
    { name: t`Not compared by hash`, count: report.notCompared.files, tone: 'standard', shown: 'unless-none' },
    { name: t`Failed`, count: report.failed, tone: 'bad', shown: 'unless-none' },
  ];
  return all.filter(({ count, shown }) => count > 0 || shown === undefined);
}
