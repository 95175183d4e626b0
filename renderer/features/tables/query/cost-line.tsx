// The line under the conditions: what the query costs, the exact filter that is sent, and why it costs that.
import { Button, CostBadge, IconButton, Popover, ToggleButton, Truncate } from '@renderer/ui';
import type { CostClass, TableQuery } from '@shared/query/filter';
import { Copy, Split } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './query-bar.module.css';
import type { QueryDraft } from './query-draft';
import type { QueryPreview } from './query-preview';

export interface CostLineProps {
  readonly preview: QueryPreview;
  /** `edited` when the rows on screen belong to an earlier query. */
  readonly freshness: 'current' | 'edited';
  readonly reading: QueryDraft['reading'];
  readonly onReadingChange: (reading: QueryDraft['reading']) => void;
  readonly onCopy: (filter: string) => void;
  /** Further ways to take the query along, beside the filter. */
  readonly sharing: (query: TableQuery) => ReactNode;
}

/** The cost in a few words; the reasons are one press away. */
const costPhrases: Readonly<Record<CostClass, string>> = {
  point: 'one row looked up',
  'row-range': 'one range in one partition',
  'partition-scan': 'one whole partition read',
  'partition-range': 'every partition of a range read',
  'table-scan': 'every row of the table read',
};

export function CostLine({ preview, freshness, reading, onReadingChange, onCopy, sharing }: CostLineProps) {
  if (preview.state === 'problem') {
    return (
      <div className={styles.cost}>
        <span className={styles.reason}>Filter and cost appear here when the conditions are complete and correct.</span>
      </div>
    );
  }
  const { filter, verdict, rangesCost } = preview;
  const ranges = verdict.splits.length;
  const split = reading === 'ranges' && rangesCost !== undefined;

  return (
    <div className={styles.cost}>
      <CostBadge costClass={split ? rangesCost : verdict.costClass} />
      {filter === '' ? null : (
        <span className={styles.filter}>
          <code className={styles.filterCode} tabIndex={0} aria-label="Filter that is sent">
            {filter}
          </code>
          <IconButton
            label="Copy the filter"
            size="small"
            icon={<Copy size={13} aria-hidden />}
            onPress={() => onCopy(filter)}
          />
        </span>
      )}
      {sharing(preview.query)}
      {rangesCost === undefined ? null : (
        <ToggleButton
          label={split ? `In ${ranges} ranges` : `Read as ${ranges} ranges`}
          icon={<Split size={13} aria-hidden />}
          showLabel
          isSelected={split}
          onChange={(on) => onReadingChange(on ? 'ranges' : 'whole')}
        />
      )}
      <Truncate className={styles.reason ?? ''}>
        {split ? `${ranges} filters in parallel, ${costPhrases[rangesCost]} each` : costPhrases[verdict.costClass]}
      </Truncate>
      <Popover
        label="Why this cost"
        trigger={
          <Button variant="quiet" size="small">
            Why
          </Button>
        }
      >
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

      {freshness === 'edited' ? <span className={styles.edited}>not run yet</span> : null}
    </div>
  );
}
