// The requests as a virtual grid: one tab stop; the arrow keys move, Enter opens the details of a row.
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { LoggedRequest, RequestColumn, RequestOrder } from '@shared/model/monitor';
import { t } from '@shared/strings/t';
import { formatBytes } from '@shared/units';
import { classNames, keyAlong } from '@renderer/ui';
import { exactMs, phaseMs, phases, statusText, timeOfDay, toneOf } from './request-text';
import styles from './requests.module.css';

const rowPx = 28;
const heads = [
  { by: 'time', name: t`Time (UTC)`, className: styles.time },
  { by: 'operation', name: t`Operation`, className: styles.operation },
  { by: 'resource', name: t`Container or table`, className: styles.resource },
  { by: 'status', name: t`Status`, className: styles.status },
  { by: 'attempt', name: t`Attempt`, className: classNames(styles.figure, styles.attempt) },
  { by: 'sent', name: t`Sent`, className: classNames(styles.figure, styles.sent) },
  { by: 'received', name: t`Received`, className: styles.figure },
  { by: 'duration', name: t`Duration`, className: styles.figure },
  { by: null, name: t`Queue, first byte, response`, className: styles.bars },
] as const;

export interface RequestListProps {
  readonly count: number;
  readonly order: RequestOrder;
  readonly onSort: (column: RequestColumn) => void;
  readonly requestAt: (index: number) => LoggedRequest | null;
  /** Number of the request that is shown in full. */
  readonly chosen: number | null;
  readonly onChoose: (request: LoggedRequest | null) => void;
  readonly onView: (view: { readonly first: number; readonly last: number }) => void;
}

export function RequestList({ count, order, onSort, requestAt, chosen, onChoose, onView }: RequestListProps) {
  const id = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowPx,
    overscan: 12,
    initialRect: { width: 900, height: 500 },
  });
  const items = rows.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => onView({ first, last }), [first, last, onView]);

  const inSight = items.flatMap(({ index }) => requestAt(index) ?? []);
  const longestMs = Math.max(1, ...inSight.map(({ queueMs, totalMs }) => queueMs + totalMs));
  const walk = (index: number): void => {
    const next = Math.max(0, Math.min(count - 1, index));
    setActive(next);
    rows.scrollToIndex(next);
    const request = requestAt(next);
    if (chosen !== null && request !== null) onChoose(request);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const pageRows = Math.max(1, Math.floor((scroll.current?.clientHeight ?? 0) / rowPx) - 2);
    const steps: Readonly<Record<string, number>> = {
      ArrowUp: active - 1,
      ArrowDown: active + 1,
      PageUp: active - pageRows,
      PageDown: active + pageRows,
      Home: 0,
      End: count - 1,
    };
    const to = steps[event.key];
    if (to !== undefined) walk(to);
    else if (event.key === 'Enter' || event.key === ' ') onChoose(requestAt(active));
    else if (event.key === 'Escape' && chosen !== null) onChoose(null);
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={scroll}
      role="grid"
      aria-label={t`Requests`}
      aria-rowcount={count + 1}
      aria-colcount={heads.length}
      aria-activedescendant={`${id}-${active}`}
      tabIndex={0}
      className={styles.scroll}
      onKeyDown={onKeyDown}
    >
      <Head
        order={order}
        onSort={(column) => {
          rows.scrollToIndex(0);
          setActive(0);
          onSort(column);
        }}
      />
      <div role="rowgroup" className={styles.virtual} style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const request = requestAt(index);
          return (
            <div
              key={index}
              id={`${id}-${index}`}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={request !== null && request.number === chosen}
              data-active={index === active || undefined}
              className={styles.row}
              style={{ transform: `translateY(${start}px)`, height: rowPx }}
              onClick={() => {
                setActive(index);
                onChoose(request);
              }}
            >
              {request === null ? (
                <div role="gridcell" className={styles.time}>
                  …
                </div>
              ) : (
                <Cells request={request} longestMs={longestMs} />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** One tab stop: the arrow keys move between the columns. */
function Head({ order, onSort }: Pick<RequestListProps, 'order' | 'onSort'>) {
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
  return (
    <div role="row" aria-rowindex={1} className={classNames(styles.row, styles.headRow)} onKeyDown={onKeyDown}>
      {heads.map(({ by, name, className }) => {
        if (by === null) {
          return (
            <div key={name} role="columnheader" className={className} title={name}>
              {name}
            </div>
          );
        }
        const direction = order.by === by ? order.direction : 'none';
        const Arrow = direction === 'ascending' ? ArrowUp : ArrowDown;
        return (
          <div key={name} role="columnheader" aria-sort={direction} className={className}>
            <button
              type="button"
              tabIndex={order.by === by ? 0 : -1}
              className={styles.sort}
              title={t`Sort by ${name}`}
              onClick={() => onSort(by)}
            >
              {name}
              {direction === 'none' ? null : <Arrow size={12} aria-hidden />}
            </button>
          </div>
        );
      })}
    </div>
  );
}

function Cells({ request, longestMs }: { readonly request: LoggedRequest; readonly longestMs: number }) {
  const ms = phaseMs(request);
  return (
    <>
      <div role="gridcell" className={styles.time}>
        {timeOfDay(request.atMs)}
      </div>
      <div role="gridcell" className={styles.operation}>
        {request.operation}
      </div>
      <div role="gridcell" className={styles.resource} title={request.address}>
        {request.resource}
        {request.partition === '' ? null : <span className={styles.partition}>{request.partition}</span>}
      </div>
      <div role="gridcell" className={styles.status} data-tone={toneOf(request)}>
        {statusText(request)}
      </div>
      <div role="gridcell" className={classNames(styles.figure, styles.attempt)}>
        {request.attempt}
      </div>
      <div role="gridcell" className={classNames(styles.figure, styles.sent)}>
        {request.bytesUp === 0 ? '' : formatBytes(request.bytesUp)}
      </div>
      <div role="gridcell" className={styles.figure}>
        {request.bytesDown === 0 ? '' : formatBytes(request.bytesDown)}
      </div>
      <div role="gridcell" className={styles.figure}>
        {exactMs(request.totalMs)}
      </div>
      <div role="gridcell" className={styles.bars}>
        {phases.map((phase) => (
          <span
            key={phase}
            className={styles.segment}
            data-phase={phase}
            style={{ width: `${(ms[phase] / longestMs) * 100}%` }}
          />
        ))}
      </div>
    </>
  );
}
