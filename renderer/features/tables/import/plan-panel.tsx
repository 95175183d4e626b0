// The findings of the dry run and the cost of the run: figures, warnings, and the trade-off between time and
// transactions.
import { importWarnings } from '@shared/import/import-warnings';
import type { ImportReport, ImportSettings } from '@shared/model/table-import';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { Button, classNames } from '@renderer/ui';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type ImportDraft, loadOf, planOf, withColumn } from './import-draft';
import {
  type MeasuredImport,
  type PlannedTime,
  basisText,
  plannedTime,
  timeParts,
  timeText,
  typeLabel,
} from './import-text';
import styles from './plan-panel.module.css';
import textStyles from './text.module.css';

/** One click for columns that stay text because of a few rows: take the types of the other rows and reject these. */
export function OddRows({
  report,
  draft,
  onChange,
}: {
  readonly report: ImportReport;
  readonly draft: ImportDraft;
  readonly onChange: (draft: ImportDraft) => void;
}) {
  const conflicts = report.conflicts.filter(({ unfit }) => unfit > 0);
  if (conflicts.length === 0) return null;
  const types = conflicts.map(({ column, type }) => `${column}: ${typeLabel(type)}`).join(', ');
  return (
    <div className={styles.oddRows}>
      <Button
        size="small"
        onPress={() =>
          onChange(conflicts.reduce((before, { column, type }) => withColumn(before, column, { type }), draft))
        }
      >
        {t`Reject ${counted(report.conflictRows, 'row')} and use ${types}`}
      </Button>
    </div>
  );
}

export interface PlanPanelProps {
  readonly report: ImportReport;
  /** Notes of the preview, which are shown with the reading options; the whole input may add others. */
  readonly notesAbove: readonly string[];
  readonly settings: ImportSettings;
  /** Null if no import was measured on this connection. */
  readonly measured: MeasuredImport | null;
}

export function PlanFigures({ report, notesAbove, settings, measured }: PlanPanelProps) {
  const plan = planOf(report, settings, measured);
  const { largestPartition: largest } = report;
  const notes = report.reading.notes.filter((note) => !notesAbove.includes(note));
  return (
    <>
      <dl className={styles.figures} aria-label={t`Plan`}>
        <Figure label={t`Rows in the input`}>{formatCount(report.rows)}</Figure>
        <Figure label={t`Can be written`}>{formatCount(plan.rows)}</Figure>
        <Figure label={t`Bad rows`} tone={report.rejectedRows > 0 ? 'bad' : 'usual'}>
          {formatCount(report.rejectedRows)}
        </Figure>
        {report.conflictRows === 0 ? null : (
          <Figure label={t`Rows of other types`} tone="bad">
            {formatCount(report.conflictRows)}
          </Figure>
        )}
        <Figure label={t`Repeated keys`} tone={report.duplicateKeys > 0 ? 'bad' : 'usual'}>
          {formatCount(report.duplicateKeys)}
        </Figure>
        <Figure label={t`Partitions`}>{formatCount(report.partitions)}</Figure>
        {largest === null ? null : (
          <Figure label={t`Largest partition`} title={largest.key}>
            {counted(largest.rows, 'row')}
          </Figure>
        )}
        <Figure label={t`Transactions`}>{formatCount(plan.transactions)}</Figure>
        <Figure label={t`Time`}>{timeText(plan.time)}</Figure>
      </dl>
      <p className={textStyles.muted}>{basisText(measured)}</p>
      <Warnings warnings={[...notes, ...importWarnings(report, settings)]} />
    </>
  );
}

interface FigureProps {
  readonly label: string;
  readonly tone?: 'usual' | 'bad';
  readonly title?: string;
  readonly children: ReactNode;
}

function Figure({ label, tone = 'usual', title, children }: FigureProps) {
  return (
    <div className={styles.figure} title={title}>
      <dt>{label}</dt>
      <dd className={classNames(tone === 'bad' && textStyles.wrong)}>{children}</dd>
    </div>
  );
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className={styles.warnings} aria-label={t`Warnings`}>
      {warnings.map((warning) => (
        <li key={warning}>
          <TriangleAlert size={14} aria-hidden />
          <span>{warning}</span>
        </li>
      ))}
    </ul>
  );
}

export interface TradeOffProps {
  readonly report: ImportReport;
  readonly measured: MeasuredImport | null;
  readonly draft: ImportDraft;
  readonly onChange: (draft: ImportDraft) => void;
}

/** The ways to run the import side by side; choosing one sets batch size and concurrency. */
export function TradeOff({ report, measured, draft, onChange }: TradeOffProps) {
  const load = loadOf(report);
  return (
    <div>
      <table className={styles.paces} aria-label={t`Time versus transactions`}>
        <thead>
          <tr>
            <th scope="col">{t`Per batch`}</th>
            <th scope="col">{t`Concurrent`}</th>
            <th scope="col">{t`Transactions`}</th>
            <th scope="col">{t`Time`}</th>
          </tr>
        </thead>
        <tbody>
          {report.paces.map((pace) => {
            const isChosen = draft.batchSize === pace.batchSize && draft.concurrency === pace.concurrency;
            return (
              <tr key={`${pace.batchSize} ${pace.concurrency}`} data-chosen={isChosen ? '' : undefined}>
                <th scope="row">
                  <button
                    type="button"
                    className={styles.pace}
                    aria-pressed={isChosen}
                    onClick={() => onChange({ ...draft, batchSize: pace.batchSize, concurrency: pace.concurrency })}
                  >
                    {formatCount(pace.batchSize)}
                    {pace.label === '' ? null : <span className={styles.paceLabel}>{pace.label}</span>}
                  </button>
                </th>
                <td>{formatCount(pace.concurrency)}</td>
                <td>{formatCount(pace.transactions)}</td>
                <td>
                  <PaceTime time={plannedTime(load, pace, measured)} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={textStyles.muted}>
        {t`A batch contains up to 100 rows of one partition and is billed as one transaction. Above about 20 rows, the time of a batch grows with its size, so smaller batches respond sooner but cost more. More than about 20 concurrent batches do not make the import faster.`}
      </p>
    </div>
  );
}

function PaceTime({ time: planned }: { readonly time: PlannedTime }) {
  const { time, basis } = timeParts(planned);
  return (
    <>
      {time} <span className={styles.paceLabel}>{basis}</span>
    </>
  );
}
