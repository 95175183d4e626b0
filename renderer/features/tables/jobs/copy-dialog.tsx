// Copies a table or a query result into a table: the target, what happens to rows that exist, the rate, a preview; then
// the job.
import { useState } from 'react';
import type { ConnectionSummary } from '@shared/model/connection';
import { type TableQuery, wholeTable } from '@shared/model/table-query';
import { wholeFilter } from '@shared/query/key-filter';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { call, useStream } from '@renderer/bridge';
import { Button, Dialog, ErrorNotice, SegmentedControl, Select, TextField, useAction } from '@renderer/ui';
import {
  type CopyDraft,
  type RowsOfTable,
  TablePicker,
  copyDisabledReason,
  copyProblems,
  requestOf,
  ruleOptions,
  targetDisabledReason,
} from './copy-draft';
import styles from './copy.module.css';
import { StartedFooter, StartedJob } from './start-dialog';
import { requestsTo } from '@shared/cost/billing';
import type { CopyPreview, CopySource } from '@shared/model/table-copy';
import { formatCount, formatDuration } from '@shared/units';
import { CostLine } from '@renderer/cost/cost-line';

interface CopyDialogProps {
  readonly of: RowsOfTable;
  readonly connections: readonly ConnectionSummary[];
  readonly onShowJobs: () => void;
  readonly onClose: () => void;
}

export function CopyDialog({ of, connections, onShowJobs, onClose }: CopyDialogProps) {
  const { connectionId, table } = of;
  const source = connections.find(({ id }) => id === connectionId);
  const [draft, setDraft] = useState<CopyDraft>(() => firstDraft(of, connections));
  const [isChecked, setChecked] = useState(false);
  const [jobId, setJobId] = useState<string | null>(null);
  const { isRunning: isStarting, error, run, forget } = useAction();
  const target = connections.find(({ id }) => id === draft.to.connectionId);
  const disabledReason = copyDisabledReason(draft, target);
  const rules = ruleOptions(target);
  const problems = copyProblems(draft);
  const shown = isChecked ? problems : {};
  const change = (part: Partial<CopyDraft>): void => {
    setDraft({ ...draft, ...part });
    forget();
  };
  const start = async (): Promise<void> => {
    setChecked(true);
    if (Object.keys(problems).length > 0) return;
    await run(async () => setJobId((await call('copies.start', { request: requestOf(draft) })).jobId));
  };

  if (jobId !== null) {
    return (
      <Dialog
        title={t`Copy ${table}`}
        isOpen
        onClose={onClose}
        footer={<StartedFooter onShowJobs={onShowJobs} onClose={onClose} />}
      >
        <StartedJob jobId={jobId} />
      </Dialog>
    );
  }
  return (
    <Dialog
      title={t`Copy ${table} to another table`}
      isOpen
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" isDisabled={isStarting || disabledReason !== null} onPress={() => void start()}>
            {t`Start copying`}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p className={styles.source}>
          <span className={styles.sourceLabel}>{t`Rows`}</span>
          <SourceText of={of} connectionName={source?.name ?? ''} />
        </p>
        <SegmentedControl
          label={t`Target table`}
          value={draft.state}
          onChange={(state) => change(targetFor(table, connections, state, draft.to.connectionId))}
          options={[
            { value: 'new', label: t`New table` },
            { value: 'existing', label: t`Existing table` },
          ]}
        />
        <TablePicker
          connections={connections}
          target={draft.to}
          onChange={(to) => change({ to })}
          kind={draft.state}
          use="write"
          problem={shown.table}
        />
        {draft.state === 'existing' ? (
          <Select
            label={t`Existing rows`}
            value={draft.rule}
            onChange={(rule) => change({ rule })}
            options={rules}
            description={
              disabledReason === null ? rules.find(({ value }) => value === draft.rule)?.description : undefined
            }
          />
        ) : null}
        <TextField
          label={t`Maximum rows per second`}
          value={draft.rate}
          placeholder={t`no limit`}
          onChange={(rate) => change({ rate })}
          errorMessage={shown.rate}
          description={t`Leaves capacity for other clients. Empty: as fast as the service accepts them.`}
        />
        <CopyCount
          source={draft.from}
          targetConnectionId={draft.to.connectionId}
          rowsPerSecond={problems.rate === undefined && draft.rate.trim() !== '' ? Number(draft.rate) : null}
        />
        {disabledReason === null ? null : (
          <p className={styles.rejected} role="status">
            {disabledReason}
          </p>
        )}
        {error === null ? null : <ErrorNotice error={error} />}
      </div>
    </Dialog>
  );
}

type Connections = readonly ConnectionSummary[];

const possibleFor = (connections: Connections, state: CopyDraft['state']): Connections =>
  connections.filter((one) => one.endpoints.table !== undefined && !targetDisabledReason(one, state));

function firstDraft(
  { connectionId, table, query = wholeTable(table) }: RowsOfTable,
  connections: Connections,
): CopyDraft {
  const state = possibleFor(connections, 'new').length === 0 ? 'existing' : 'new';
  return {
    from: { connectionId, query },
    ...targetFor(table, connections, state, connectionId),
    rule: 'insert',
    rate: '',
  };
}

/**
 * On the connection `wanted` if it allows such a table, else on the first that does; if none does, on the wanted one,
 * whose reason is then shown.
 */
function targetFor(
  table: string,
  connections: Connections,
  state: CopyDraft['state'],
  wanted: string,
): Pick<CopyDraft, 'state' | 'to'> {
  const possible = possibleFor(connections, state);
  const connectionId = (possible.find(({ id }) => id === wanted) ?? possible[0])?.id ?? wanted;
  return { state, to: { connectionId, table: state === 'new' ? `${table.slice(0, 59)}Copy` : '' } };
}

function SourceText({ of, connectionName }: { readonly of: RowsOfTable; readonly connectionName: string }) {
  const filter = of.query === undefined ? '' : filterText(of.query);
  const columns = of.query?.select.length ?? 0;
  return (
    <span>
      {t`${filter === '' ? t`All` : t`The result of the query`} of`} <code>{of.table}</code> {t`on ${connectionName}`}
      {columns > 0 ? t`, only ${counted(columns, 'column')}` : ''}
      {filter === '' ? null : <code className={styles.filter}>{filter}</code>}
    </span>
  );
}

function filterText(query: TableQuery): string {
  try {
    return wholeFilter(query).text;
  } catch {
    return query.filterText ?? '';
  }
}

interface CopyCountProps {
  readonly source: CopySource;
  readonly targetConnectionId: string;
  /** Null for no limit. */
  readonly rowsPerSecond: number | null;
}

function CopyCount(props: CopyCountProps) {
  const [round, setRound] = useState(0);
  return (
    <div className={styles.count}>
      {/* Never disabled: it has the keyboard, and a disabled button would swallow Escape. */}
      <Button size="small" onPress={() => setRound(round + 1)}>
        {round === 0 ? t`Count first` : t`Count again`}
      </Button>
      <Counted key={round} {...props} source={round === 0 ? null : props.source} />
    </div>
  );
}

interface CountedProps extends Omit<CopyCountProps, 'source'> {
  /** Null before it is requested. */
  readonly source: CopySource | null;
}

function Counted({ source, targetConnectionId, rowsPerSecond }: CountedProps) {
  const { latest, error } = useStream('copies.preview', source === null ? null : { source });
  const reading = [{ operation: 'QueryEntities', requests: latest?.reads ?? 0 }];
  const reads = source === null ? [] : requestsTo(source.connectionId, 'table', reading);
  return (
    <>
      <p className={styles.quiet} role="status">
        {latest === undefined
          ? t`Reads every key of the source once and writes nothing.`
          : previewSentence(latest, rowsPerSecond)}
      </p>
      {latest?.state === 'counting' || latest === undefined ? null : (
        <CostLine
          sent={reads}
          expected={[
            ...requestsTo(targetConnectionId, 'table', [
              { operation: 'EntityGroupTransaction', requests: latest.batches },
              ...reading,
            ]),
            ...reads,
          ]}
          basis={t`The rows are read, written in transactions, and read again at the target to verify them.`}
          note={t`Data that leaves the source’s region is billed in addition.`}
        />
      )}
      {error === null ? null : <ErrorNotice error={error} />}
    </>
  );
}

function previewSentence(preview: CopyPreview, rowsPerSecond: number | null): string {
  const { state, rows, partitions, batches, reads } = preview;
  if (state === 'counting') return t`${counted(rows, 'row')} so far`;
  const size = t`${counted(rows, 'row')} in ${counted(partitions, 'partition')}`;
  const cost = t`${counted(batches, 'transaction')} to write, ${formatCount(reads * 2)} to read and verify`;
  const minTime = rowsPerSecond === null ? '' : t`; at least ${formatDuration((rows / rowsPerSecond) * 1000)}`;
  return t`${size}: about ${cost}${minTime}.`;
}
