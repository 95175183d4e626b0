// The second step of a bulk edit: what the preview found while it reads, and what the change costs.
import { requestsTo } from '@shared/cost/billing';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { CostLine } from '@renderer/cost/cost-line';
import { subscribe } from '@renderer/bridge';
import { StowageError } from '@shared/errors';
import { useTableJobs } from '@renderer/live/jobs';
import { ErrorNotice, LoadingRows, NumberField, ProgressBar, Switch, TypeBadge } from '@renderer/ui';
import type { Property } from '@shared/model/entity';
import type { BulkPreview, BulkRequest, BulkSampleRow, BulkTypeChange } from '@shared/model/table-bulk';
import { formatCount, formatDuration } from '@shared/units';
import { exactText, keyText } from '../result/value-format';
import { useEffect, useMemo, useState } from 'react';
import styles from './bulk.module.css';
import { type MeasuredBulk, costText, foundText, measuredBulk, rowsOf, typeChanges, undoText } from './bulk-draft';

export interface BulkReviewProps extends Pick<BulkPreviewState, 'preview' | 'error'> {
  readonly connectionId: string;
  readonly request: BulkRequest;
  readonly rowsPerSecond: number | null;
  readonly onRateChange: (rowsPerSecond: number | null) => void;
}

const firstRate = 500;
const maxRate = 100_000;

export function BulkReview(props: BulkReviewProps) {
  const { connectionId, preview, error, request, rowsPerSecond, onRateChange } = props;
  const measured = useMeasuredBulk(connectionId, request.action.kind);
  if (error !== null) return <ErrorNotice error={error} />;
  if (preview === null) return <LoadingRows label={t`Reading the rows`} rows={4} />;
  const isComplete = preview.ended !== 'no';
  return (
    <>
      <section className={styles.part} aria-label={t`Preview result`}>
        <p className={styles.found} role="status">
          {foundText(preview)}
          <span
            className={styles.aside}
            title={t`Pages of up to ${formatCount(1000)} rows, plus small requests for one row each that find split points for parallel reading.`}
          >
            {t`${counted(preview.readRequests, 'request')} in ${formatDuration(preview.elapsedMs)}`}
          </span>
        </p>
        {isComplete ? null : (
          <ProgressBar label={t`Reading the rows`} fraction={null} valueText={rowsOf(preview.rows)} />
        )}
        <Problems preview={preview} />
        <TypeChanges changes={preview.typeChanges} />
        {preview.sample.length === 0 ? null : <Sample rows={preview.sample} affected={preview.affected} />}
      </section>
      {preview.affected === 0 ? (
        isComplete ? (
          <p className={styles.text}>{t`Nothing to do.`}</p>
        ) : null
      ) : (
        <section className={styles.part} aria-label={t`Cost`}>
          <p className={styles.cost}>{costText(preview, rowsPerSecond, measured)}</p>
          <CostLine
            sent={requestsTo(connectionId, 'table', [{ operation: 'QueryEntities', requests: preview.readRequests }])}
            expected={requestsTo(connectionId, 'table', [
              { operation: 'EntityGroupTransaction', requests: preview.batches },
            ])}
            basis={t`A transaction is billed as one operation, whether it contains one row or a hundred.`}
            note={isComplete ? '' : t`The rows are still being read, so this number will grow.`}
          />
          <p className={styles.text}>{undoText(preview, request.undo)}</p>
          <div className={styles.rate}>
            <Switch
              isSelected={rowsPerSecond !== null}
              onChange={(limited) => onRateChange(limited ? firstRate : null)}
            >
              {t`Limit the rate`}
            </Switch>
            {rowsPerSecond === null ? null : (
              <NumberField
                label={t`Rows per second`}
                labelPosition="hidden"
                className={styles.rateField ?? ''}
                value={rowsPerSecond}
                min={1}
                max={maxRate}
                step={1}
                unit={t`rows/s`}
                onChange={(rate) => onRateChange(Number.isNaN(rate) ? firstRate : Math.round(rate))}
              />
            )}
          </div>
        </section>
      )}
    </>
  );
}

function useMeasuredBulk(connectionId: string, action: 'update' | 'delete'): MeasuredBulk | null {
  const jobs = useTableJobs();
  return useMemo(() => measuredBulk(jobs, { connectionId, action }), [jobs, connectionId, action]);
}

function Problems({ preview: { problems } }: { readonly preview: BulkPreview }) {
  if (problems.length === 0) return null;
  return (
    <ul className={styles.problems} aria-label={t`Rows that cannot be sent`}>
      {problems.map(({ field, problem, fix, count, examples }) => (
        <li key={`${field} ${problem}`}>
          <strong>{rowsOf(count)}</strong> {field}: {problem} {fix}
          <span className={styles.examples}>{examples.join(', ')}</span>
        </li>
      ))}
    </ul>
  );
}

function TypeChanges({ changes }: { readonly changes: readonly BulkTypeChange[] }) {
  if (changes.length === 0) return null;
  return (
    <ul className={styles.typeChanges} aria-label={t`Type changes`}>
      {typeChanges(changes).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function Sample({ rows, affected }: { readonly rows: readonly BulkSampleRow[]; readonly affected: number }) {
  const isDelete = rows[0]?.after === null;
  return (
    <div className={styles.sample} tabIndex={0} role="group" aria-label={t`Sample rows`}>
      <table className={styles.table}>
        <caption className={styles.caption}>
          {rows.length === affected ? t`All of them` : t`The first ${formatCount(rows.length)} of ${rowsOf(affected)}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t`PartitionKey`}</th>
            <th scope="col">{t`RowKey`}</th>
            <th scope="col">{isDelete ? t`Deleted` : t`Before`}</th>
            {isDelete ? null : <th scope="col">{t`After`}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ partitionKey, rowKey, before, after }) => (
            <tr key={JSON.stringify([partitionKey, rowKey])}>
              <td className={styles.key}>{keyText(partitionKey)}</td>
              <td className={styles.key}>{keyText(rowKey)}</td>
              <Values list={before} face={isDelete ? 'deleted' : 'before'} />
              {after === null ? null : <Values list={after} face="after" />}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Values({ list, face }: { readonly list: readonly Property[]; readonly face: 'before' | 'after' | 'deleted' }) {
  return (
    <td className={styles.values} data-face={face}>
      {list.length === 0 ? (
        <span className={styles.absent}>{face === 'deleted' ? t`keys only` : t`not present`}</span>
      ) : null}
      {list.map(({ name, value }) => (
        <span key={name} className={styles.property}>
          <span className={styles.propertyName}>{name}</span>{' '}
          {face === 'deleted' ? null : <TypeBadge type={value.type} />}{' '}
          {exactText(value) === '' ? <span className={styles.absent}>&quot;&quot;</span> : exactText(value)}
        </span>
      ))}
    </td>
  );
}

interface BulkPreviewState {
  readonly previewId: string;
  readonly preview: BulkPreview | null;
  readonly error: StowageError | null;
}

/** The preview as the engine reports it. Reads once per mount; the engine stores the rows until this unmounts. */
export function useBulkPreview(connectionId: string, request: BulkRequest): BulkPreviewState {
  const [previewId] = useState(() => crypto.randomUUID());
  const [requested] = useState({ connectionId, previewId, request });
  const [state, setState] = useState<Omit<BulkPreviewState, 'previewId'>>({ preview: null, error: null });
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    // The rows are lost with the engine that read them.
    subscribe('bulk.preview', requested, (preview) => setState({ preview, error: null }), {
      signal,
      afterRestart: 'fail',
    }).catch((thrown: unknown) => {
      if (!signal.aborted) setState((before) => ({ ...before, error: StowageError.from(thrown) }));
    });
    return () => stop.abort();
  }, [requested]);
  return { previewId, ...state };
}
