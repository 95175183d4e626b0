// The heading of the requests of a query: the time axis, and the columns by which the rows can be sorted.
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { t } from '@shared/strings/t';
import { VisuallyHidden, classNames, keyAlong } from '@renderer/ui';
import styles from './requests-panel.module.css';
import { type TimeAxis, type WaterfallRow, elapsedMs } from './waterfall';

const columns = {
  sent: (_row: WaterfallRow, index: number) => index,
  duration: ({ request }: WaterfallRow) => elapsedMs(request),
  rows: ({ request }: WaterfallRow) => request.rows,
  bytes: ({ request }: WaterfallRow) => request.bytes,
  perRow: ({ request: { bytes, rows } }: WaterfallRow) => (rows === 0 ? 0 : bytes / rows),
  retries: ({ request }: WaterfallRow) => request.retries,
  ended: ({ request }: WaterfallRow) => request.ended,
} as const;

export interface WaterfallOrder {
  readonly by: keyof typeof columns;
  readonly direction: 'ascending' | 'descending';
}

export const asSent: WaterfallOrder = { by: 'sent', direction: 'ascending' };

/** The indices of the rows in that order; equal ones stay as they were sent. */
export function sortedRows(rows: readonly WaterfallRow[], { by, direction }: WaterfallOrder): readonly number[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return rows
    .map((row, index) => ({ index, value: columns[by](row, index) }))
    .sort((left, right) => (left.value < right.value ? -sign : left.value > right.value ? sign : 0))
    .map(({ index }) => index);
}

/** Figures begin with the largest: the slowest request is what is looked for. */
function orderAfter(before: WaterfallOrder, by: WaterfallOrder['by']): WaterfallOrder {
  const isAscending = before.by === by ? before.direction === 'descending' : by === 'sent' || by === 'ended';
  return { by, direction: isAscending ? 'ascending' : 'descending' };
}

/** The number, the axis, and seven figures. */
export const requestColumns = 9;

export interface RequestHeadProps {
  readonly axis: TimeAxis;
  readonly order: WaterfallOrder;
  readonly onOrder: (order: WaterfallOrder) => void;
}

/** One tab stop: the arrow keys move between the columns. */
export function RequestHead({ axis, order, onOrder }: RequestHeadProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    // The keys of the list are for its rows.
    event.stopPropagation();
    const key = keyAlong(event);
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const at = buttons.findIndex((button) => button === document.activeElement);
    buttons[at + (key === 'ArrowLeft' ? -1 : 1)]?.focus();
    event.preventDefault();
  };
  const sorted = (by: WaterfallOrder['by'], name: string, shown: ReactNode = name) => {
    const direction = order.by === by ? order.direction : 'none';
    const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown;
    return (
      <div
        role="columnheader"
        aria-sort={direction}
        className={classNames(styles.heading, by === 'ended' && styles.texts)}
      >
        <button
          type="button"
          tabIndex={order.by === by ? 0 : -1}
          className={styles.sort}
          title={t`Sort by ${name}`}
          onClick={() => onOrder(orderAfter(order, by))}
        >
          {shown}
          {direction === 'none' ? null : <Arrow size={12} aria-hidden />}
        </button>
      </div>
    );
  };
  return (
    <div role="row" aria-rowindex={1} className={classNames(styles.row, styles.headRow)} onKeyDown={onKeyDown}>
      {sorted('sent', t`Order of sending`, '#')}
      <div role="columnheader" className={styles.axis}>
        <VisuallyHidden>{t`Time since first request`}</VisuallyHidden>
        {axis.ticks.map(({ at, text }) => (
          <span key={at} aria-hidden className={styles.tick} style={{ left: `${at * 100}%` }}>
            {text}
          </span>
        ))}
      </div>
      {sorted('duration', t`Duration`)}
      {sorted('rows', t`Rows`)}
      {sorted('bytes', t`Bytes`)}
      {sorted('perRow', t`Bytes/row`)}
      <div role="columnheader" className={classNames(styles.heading, styles.texts)}>
        {t`Starting token`}
      </div>
      {sorted('retries', t`Retries`)}
      {sorted('ended', t`Page ended by`)}
    </div>
  );
}
