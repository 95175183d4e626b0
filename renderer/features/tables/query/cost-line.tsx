// The line under the conditions: what the query costs, the exact filter that is sent, and why it costs that.
import { Button, CostBadge, IconButton, Popover, Truncate } from '@renderer/ui';
import { Copy } from 'lucide-react';
import styles from './query-bar.module.css';
import type { QueryPreview } from './query-preview';

export interface CostLineProps {
  readonly preview: QueryPreview;
  /** `edited` when the rows on screen belong to an earlier query. */
  readonly freshness: 'current' | 'edited';
  readonly onCopy: (filter: string) => void;
}

export function CostLine({ preview, freshness, onCopy }: CostLineProps) {
  if (preview.state === 'problem') {
    return (
      <div className={styles.cost}>
        <span className={styles.reason}>The filter and its cost appear here once every condition is complete.</span>
      </div>
    );
  }
  const { filter, verdict } = preview;
  const [first = '', ...others] = verdict.reasons;
  return (
    <div className={styles.cost}>
      <CostBadge costClass={verdict.costClass} />
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
      <Truncate className={styles.reason ?? ''}>{first}</Truncate>
      {others.length === 0 ? null : (
        <Popover
          label="Why this cost"
          trigger={
            <Button variant="quiet" size="small">
              {others.length} more
            </Button>
          }
        >
          <ul className={styles.reasons}>
            {verdict.reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Popover>
      )}
      {freshness === 'edited' ? <span className={styles.edited}>not run yet</span> : null}
    </div>
  );
}
