// The line below the conditions: the cost of the query and the reason for it, the exact filter that is sent, and how many
// ranges of a long read are requested in parallel.
import { plural, t } from '@shared/strings/t';
import {
  Button,
  CostBadge,
  IconButton,
  type MeasuredCost,
  Popover,
  ToggleButton,
  Truncate,
  NumberField,
  Tooltip,
} from '@renderer/ui';
import type { ScanState } from '@shared/model/query-page';
import { type CostClass, type TableQuery, defaultParallelRanges, maxParallelRanges } from '@shared/model/table-query';
import type { TableService } from '@shared/model/table-service';
import { Copy, KeyRound, Split, Columns4 } from 'lucide-react';
import type { ReactNode } from 'react';
import { copyText } from '../result/copy-text';
import styles from './cost-line.module.css';
import type { QueryDraft, QueryPreview } from './query-draft';
import type { SessionState } from '../result/run-state';
import { counted } from '@shared/strings/counted';
import { formatCount } from '@shared/units';

interface CostLineProps {
  readonly preview: QueryPreview;
  readonly service: TableService;
  /** `edited` when the rows on screen belong to an earlier query. */
  readonly freshness: 'current' | 'edited';
  /** What the run on screen has cost so far. */
  readonly run: Pick<SessionState, 'status' | 'pages'>;
  readonly reading: QueryDraft['reading'];
  readonly onReadingChange: (reading: QueryDraft['reading']) => void;
  /** Ranges read at once when reading in parallel; undefined as usual. */
  readonly concurrency: number | undefined;
  readonly onConcurrencyChange: (concurrency: number) => void;
  /** Of the run on screen, where it reads in parallel. */
  readonly scan: ScanState | undefined;
  /** Leads to the PartitionKey condition; undefined where there is none to be led to. */
  readonly onGivePartitionKey: (() => void) | undefined;
  /** What could make the query cheaper, beside its cost. */
  readonly offer: (query: TableQuery) => ReactNode;
  /** Further ways to take the query along, beside the filter. */
  readonly sharing: (query: TableQuery) => ReactNode;
}

/** The cost in a short text; the reasons are one click away. */
const costPhrases: Readonly<Record<CostClass, string>> = {
  point: t`a single row`,
  'row-range': t`one range in one partition`,
  'partition-scan': t`one whole partition`,
  'partition-range': t`every partition in a range`,
  'table-scan': t`the whole table, page by page`,
};

/** Cosmos DB searches an index of all properties, in one physical partition or in all of them. */
function costPhrase(costClass: CostClass, { service }: CostLineProps, filter: string): string {
  if (service === 'storage' || costClass === 'point' || filter === '') return costPhrases[costClass];
  if (costClass === 'partition-scan') return costPhrases[costClass];
  return costClass === 'row-range' ? t`one partition searched` : t`every partition searched`;
}

export function CostLine(props: CostLineProps) {
  const { preview, freshness, reading, onReadingChange, sharing, onGivePartitionKey } = props;
  if (preview.state === 'problem') {
    return (
      <div className={styles.cost}>
        <span className={styles.reason}>
          {t`Filter and cost appear here once the conditions are complete and valid.`}
        </span>
      </div>
    );
  }
  const { filter, verdict, rangesCost, partitions } = preview;
  const ranges = verdict.splits.length;
  const split = reading === 'ranges' && rangesCost !== undefined;
  // Reading one range within a partition in parallel gains nothing, but where it is on already, it can be switched off.
  const isLong = verdict.costClass !== 'point' && (verdict.costClass !== 'row-range' || reading === 'parallel');

  return (
    <div className={styles.cost}>
      <span className={styles.sent}>
        <CostBadge
          costClass={split ? rangesCost : verdict.costClass}
          measured={freshness === 'current' ? measuredCost(props.run) : undefined}
        />
        {filter === '' ? null : (
          <span className={styles.filter}>
            <code className={styles.filterCode} tabIndex={0} aria-label={t`Filter to send`}>
              {filter}
            </code>
            <IconButton
              label={t`Copy filter`}
              size="small"
              icon={<Copy size={13} aria-hidden />}
              onPress={() => copyText(filter, t`the filter`)}
            />
          </span>
        )}
        {sharing(preview.query)}
      </span>
      {rangesCost === undefined ? null : (
        <ToggleButton
          label={split ? t`In ${ranges} ranges` : t`Read as ${ranges} ranges`}
          icon={<Split size={13} aria-hidden />}
          showLabel
          isSelected={split}
          onChange={(on) => onReadingChange(on ? 'ranges' : 'whole')}
        />
      )}
      {preview.missesPartitionKey && onGivePartitionKey !== undefined ? (
        <Button
          variant="quiet"
          size="small"
          className={styles.cheaper ?? ''}
          icon={<KeyRound size={13} aria-hidden />}
          onPress={onGivePartitionKey}
        >
          {props.service === 'cosmos' ? t`Cheaper with a PartitionKey` : t`Requires a PartitionKey`}
        </Button>
      ) : null}
      {props.offer(preview.query)}
      <span className={styles.verdict}>
        <Truncate className={styles.reason ?? ''}>
          {split
            ? splitPhrase(ranges, rangesCost, partitions)
            : reading === 'parallel' && props.scan !== undefined
              ? scanText(props.scan)
              : costPhrase(verdict.costClass, props, filter)}
        </Truncate>
        <Popover label={t`Explain the cost`} trigger={<Button variant="quiet" size="small">{t`Why`}</Button>}>
          <ul className={styles.reasons}>
            {verdict.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
            {verdict.splits.map((each) => (
              <li key={each}>
                <code className={styles.split}>{each}</code>
              </li>
            ))}
          </ul>
        </Popover>
        {freshness === 'edited' ? <span className={styles.edited}>{t`not run yet`}</span> : null}
      </span>
      {split || !isLong || props.service === 'cosmos' ? null : (
        <ParallelReading
          isOn={reading === 'parallel'}
          onSwitch={(on) => onReadingChange(on ? 'parallel' : 'whole')}
          concurrency={props.concurrency ?? defaultParallelRanges}
          onConcurrencyChange={props.onConcurrencyChange}
        />
      )}
    </div>
  );
}

/** So many pages of at most 1,000 rows are read while one looks; more are worth another query. */
const manyPages = 20;

/** Undefined while it is open how much there is to read. */
export function measuredCost({ status, pages }: Pick<SessionState, 'status' | 'pages'>): MeasuredCost | undefined {
  if (pages.length > manyPages) return 'heavy';
  if (status !== 'complete') return undefined;
  return pages.length <= 1 ? 'light' : 'moderate';
}

function splitPhrase(ranges: number, each: CostClass, partitions: number | undefined): string {
  const position =
    partitions === undefined ? '' : plural(partitions)` in ${partitions} partition |  in ${partitions} partitions`;
  return t`${ranges} filters in parallel${position}, ${costPhrases[each]} each`;
}

interface ParallelReadingProps {
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
  /** Ranges at once, 1…32. */
  readonly concurrency: number;
  readonly onConcurrencyChange: (concurrency: number) => void;
}

function ParallelReading({ isOn, onSwitch, concurrency, onConcurrencyChange }: ParallelReadingProps) {
  return (
    <>
      <Tooltip text={t`Splits the keys into ranges and reads several at once. The rows and their order stay the same.`}>
        <ToggleButton
          label={t`Read in parallel`}
          icon={<Columns4 size={13} aria-hidden />}
          showLabel
          text={<span className={styles.words}>{t`Read in parallel`}</span>}
          isSelected={isOn}
          onChange={onSwitch}
        />
      </Tooltip>
      {isOn ? (
        <NumberField
          label={t`Ranges read in parallel`}
          labelPosition="hidden"
          className={styles.count ?? ''}
          value={concurrency}
          min={1}
          max={maxParallelRanges}
          step={1}
          unit={plural(concurrency)`range | ranges`}
          onChange={(value) => {
            if (!Number.isNaN(value)) onConcurrencyChange(value);
          }}
        />
      ) : null}
    </>
  );
}

/** `12 of 33 ranges read`, and how the service slows it down. */
export function scanText({ concurrency, allowed, ranges, rangesDone, throttles }: ScanState): string {
  const done =
    rangesDone === ranges
      ? t`${counted(ranges, 'range')} read`
      : t`${formatCount(rangesDone)} of ${formatCount(ranges)} ranges read`;
  const busy = throttles === 0 ? '' : t` · throttled ${counted(throttles, 'time')}`;
  return allowed < concurrency ? t`${done}${busy}, currently ${formatCount(allowed)} at once` : `${done}${busy}`;
}
