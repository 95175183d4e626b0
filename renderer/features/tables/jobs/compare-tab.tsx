// The comparison of two tables or queries: its settings, progress, differences, and the actions on them.
import { ArrowLeftRight, Diff, FileDown, Play, Square } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { ConnectionSummary } from '@shared/model/connection';
import { type DiffExportFormat, type DiffSide, noDifferences } from '@shared/model/table-diff';
import { counted } from '@shared/strings/counted';
import { tableDisabledReasons } from '@renderer/pane/table-disabled-reasons';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { call } from '@renderer/bridge';
import {
  Button,
  CountedFilters,
  EmptyState,
  ErrorState,
  LoadingRows,
  MenuButton,
  TextField,
  Tooltip,
  showToast,
} from '@renderer/ui';
import { reportFailure } from '@renderer/jobs/table-job-actions';
import { ApplyButton, ApplyDialog } from './apply-differences';
import { takeRequestedComparison } from './requested-comparison';
import {
  type CompareState,
  type KindFilter,
  countOfKind,
  createCompareSession,
  kindFilters,
  kindLabels,
  namesIn,
} from './comparison';
import styles from './diff.module.css';
import { DifferenceView } from './difference-view';

export interface CompareTabProps {
  readonly left: DiffSide;
  readonly right: DiffSide;
  readonly connections: readonly ConnectionSummary[];
  /** Compares with the sides swapped, in another tab. */
  readonly onSwap: () => void;
  readonly onShowJobs: () => void;
}

export function CompareTab({ left, right, connections, onSwap, onShowJobs }: CompareTabProps) {
  const [session] = useState(createCompareSession);
  const { status, request, stand: progress, error } = useStore(session.store);
  const [leaveOutText, setLeaveOutText] = useState('');
  const [kind, setKind] = useState<KindFilter>('all');
  const [isApplying, setApplying] = useState(false);
  const leaveOut = useMemo(() => new Set(request?.leaveOut ?? []), [request]);

  const start = (): void => session.start({ left, right, leaveOut: namesIn(leaveOutText) });
  useEffect(() => {
    if (takeRequestedComparison(left, right)) session.start({ left, right, leaveOut: [] });
    return () => session.dispose();
    // The sides of a tab never change: other sides open another tab.
  }, [session, left, right]);

  const nameOf = (side: DiffSide): string =>
    connections.find(({ id }) => id === side.connectionId)?.name ?? t`connection removed`;
  const target = connections.find(({ id }) => id === right.connectionId);
  const counts = progress?.counts ?? noDifferences;
  const found = countOfKind(counts, 'all');
  const isRunning = status === 'reading';

  return (
    <section aria-label={t`Compare ${left.query.table} with ${right.query.table}`} className={styles.tab}>
      <div className={styles.head}>
        <SideTitle letter="A" side={left} connectionName={nameOf(left)} />
        <Tooltip text={t`Compare in the other direction`}>
          <Button size="small" aria-label={t`Swap sides`} onPress={onSwap}>
            <ArrowLeftRight size={14} aria-hidden />
          </Button>
        </Tooltip>
        <SideTitle letter="B" side={right} connectionName={nameOf(right)} />
        <div className={styles.run}>
          <TextField
            label={t`Properties to ignore`}
            value={leaveOutText}
            face="mono"
            placeholder={t`none, or Note, UpdatedAt`}
            onChange={setLeaveOutText}
            onSubmit={start}
            className={styles.leaveOut ?? ''}
          />
          {isRunning ? (
            <Button icon={<Square size={13} aria-hidden />} onPress={() => session.stop()}>{t`Stop`}</Button>
          ) : (
            <Button
              variant={status === 'complete' ? 'secondary' : 'primary'}
              icon={<Play size={13} aria-hidden />}
              onPress={start}
            >
              {status === 'idle' ? t`Compare` : t`Compare again`}
            </Button>
          )}
        </div>
      </div>
      {request === null ? (
        <EmptyState icon={<Diff size={24} strokeWidth={1.5} />} title={t`Not compared yet`}>
          {t`A comparison reads every row of both sides once and writes nothing.`}
        </EmptyState>
      ) : (
        <>
          <Summary left={left} right={right} status={status} stand={progress} kind={kind} onKind={setKind}>
            <ApplyButton
              table={right.query.table}
              disabledReason={disabledReasonOf(target, right.query.table)}
              state={status === 'complete' && found > 0 ? 'ready' : 'nothing'}
              onPress={() => setApplying(true)}
            />
          </Summary>
          {status === 'failed' && error !== null ? (
            <ErrorState error={error} onRetry={start} />
          ) : (
            <Result status={status} found={found}>
              {progress === null ? null : (
                <DifferenceView
                  key={`${progress.diffId} ${kind}`}
                  diffId={progress.diffId}
                  kind={kind}
                  total={countOfKind(counts, kind)}
                  leaveOut={leaveOut}
                />
              )}
            </Result>
          )}
        </>
      )}
      {isApplying && request !== null && progress !== null && target !== undefined ? (
        <ApplyDialog
          request={request}
          stand={progress}
          target={target}
          onShowJobs={onShowJobs}
          onClose={() => setApplying(false)}
        />
      ) : null}
    </section>
  );
}

interface SummaryProps extends Pick<CompareState, 'status' | 'stand'> {
  readonly left: DiffSide;
  readonly right: DiffSide;
  readonly kind: KindFilter;
  readonly onKind: (kind: KindFilter) => void;
  /** Actions beside the export. */
  readonly children: ReactNode;
}

/** The numbers of differences, each of which filters the list, and the actions on them. */
function Summary({ left, right, status, stand: progress, kind, onKind, children }: SummaryProps) {
  const counts = progress?.counts ?? noDifferences;
  const fileName = `${left.query.table}-${right.query.table}`;
  return (
    <div className={styles.summary}>
      <CountedFilters
        label={t`Show differences`}
        filters={kindFilters.map((value) => ({ value, label: kindLabels[value], count: countOfKind(counts, value) }))}
        value={kind}
        onChange={onKind}
      />
      <p className={styles.figures} role="status" aria-label={t`Comparison status`}>
        <span>{t`${formatCount(counts.equal)} equal`}</span>
        <span>{t`${formatCount(progress?.leftRows ?? 0)} and ${formatCount(progress?.rightRows ?? 0)} rows read`}</span>
        <span>{counted(progress?.requests ?? 0, 'request')}</span>
        <StatusLabel status={status} />
      </p>
      <div className={styles.actions}>
        <MenuButton
          label={t`Export differences`}
          entries={(['jsonl', 'csv'] as const).map((format) => ({
            id: format,
            ...exportLabels[format],
            isDisabled: status !== 'complete',
            onAction: () => {
              if (progress !== null) void exportTo(progress.diffId, format, fileName);
            },
          }))}
        >
          <Button
            icon={<FileDown size={14} aria-hidden />}
            isDisabled={status !== 'complete' || countOfKind(counts, 'all') === 0}
          >
            {t`Export`}
          </Button>
        </MenuButton>
        {children}
      </div>
    </div>
  );
}

interface SideTitleProps {
  readonly letter: 'A' | 'B';
  readonly side: DiffSide;
  readonly connectionName: string;
}

function SideTitle({ letter, side, connectionName }: SideTitleProps) {
  const { query } = side;
  const isPart =
    query.filterText !== undefined ||
    query.where !== undefined ||
    query.limit !== undefined ||
    query.partitionKey.kind !== 'any' ||
    query.rowKey.kind !== 'any';
  return (
    <div className={styles.sideTitle} title={t`${query.table} on ${connectionName}`}>
      <span className={styles.letter}>{letter}</span>
      <span className={styles.sideNames}>
        <span className={styles.tableName}>{query.table}</span>
        <span className={styles.connectionName}>
          {connectionName}
          {isPart ? t` · filtered by a query` : ''}
        </span>
      </span>
    </div>
  );
}

function StatusLabel({ status }: { readonly status: CompareState['status'] }) {
  if (status === 'reading') return <span className={styles.partial}>{t`reading…`}</span>;
  if (status === 'stopped') return <span className={styles.partial}>{t`stopped: not everything has been read`}</span>;
  return status === 'complete' ? <span>{t`complete`}</span> : null;
}

interface ResultProps {
  readonly status: CompareState['status'];
  readonly found: number;
  readonly children: ReactNode;
}

function Result({ status, found, children }: ResultProps) {
  if (found > 0) return children;
  if (status === 'reading') return <LoadingRows label={t`Reading both sides`} rows={6} columns={[12, 25, 35, 20]} />;
  return status === 'complete' ? (
    <EmptyState icon={<Diff size={24} strokeWidth={1.5} />} title={t`No differences`}>
      {t`Both sides contain the same rows with the same types and values.`}
    </EmptyState>
  ) : (
    <EmptyState icon={<Diff size={24} strokeWidth={1.5} />} title={t`No differences so far`}>
      {t`The comparison was stopped before everything was read.`}
    </EmptyState>
  );
}

function disabledReasonOf(target: ConnectionSummary | undefined, table: string): string | null {
  if (target === undefined || target.locked) return t`The connection of ${table} is read-only until you unlock it`;
  return tableDisabledReasons(target).all;
}

const exportLabels: Readonly<Record<DiffExportFormat, { readonly label: string; readonly description: string }>> = {
  jsonl: { label: t`JSON Lines…`, description: t`Both sides of every row, complete and typed` },
  csv: { label: t`CSV…`, description: t`One line for each property that differs` },
};

async function exportTo(diffId: string, format: DiffExportFormat, name: string): Promise<void> {
  try {
    const target = await call('dialogs.pick-export-file', {
      suggestedName: `${name}.${format}`,
      pickedFor: 'export-differences',
    });
    if (target === null) return;
    const { rows } = await call('diffs.export', { diffId, format, targetToken: target.token });
    showToast({ tone: 'good', title: t`Saved ${counted(rows, 'difference')}`, text: target.name });
  } catch (thrown) {
    reportFailure(thrown);
  }
}
