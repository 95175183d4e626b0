// A week of hours to paint: by dragging, or with the arrow keys and Space; Shift with the arrow keys paints a block.
// The fill level of an hour shows its speed limit.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import type { HourPace, Timetable } from '@shared/model/transfer-pace';
import { t } from '@shared/strings/t';
import { weekdayNames } from '@shared/timetable/pace-at';
import { hourText } from '@shared/timetable/pace-text';
import { classNames } from '@renderer/ui';
import { type Cell, cellAfter, cellAt, indexOf, isBetween, painted } from './paint';
import styles from './week-grid.module.css';

export interface WeekGridProps {
  readonly hours: Timetable;
  /** What painted hours become. */
  readonly brush: HourPace;
  readonly onChange: (hours: Timetable) => void;
}

const everySixth = [0, 6, 12, 18];
const clock = (hour: number): string => String(hour).padStart(2, '0');

export function WeekGrid({ hours, brush, onChange }: WeekGridProps) {
  const [focused, setFocused] = useState<Cell>({ day: 0, hour: 0 });
  const [drag, setDrag] = useState<{ readonly from: Cell; readonly to: Cell } | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  /** The rectangle painted by keyboard, from its first corner on, and the hours that it covers. */
  const block = useRef<{ readonly from: Cell; readonly before: Timetable } | null>(null);

  const focus = (cell: Cell): void => {
    setFocused(cell);
    grid.current?.querySelector<HTMLElement>(`[data-index="${indexOf(cell)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === ' ' || event.key === 'Enter') onChange(painted(hours, focused, focused, brush));
    else {
      const next = cellAfter(focused, event.key);
      if (next === null) return;
      block.current = event.shiftKey ? (block.current ?? { from: focused, before: hours }) : null;
      if (block.current !== null) onChange(painted(block.current.before, block.current.from, next, brush));
      focus(next);
    }
    event.preventDefault();
  };
  const pointedAt = (event: PointerEvent): Cell | null => {
    const index = document.elementFromPoint(event.clientX, event.clientY)?.getAttribute('data-index');
    return index === null || index === undefined ? null : cellAt(Number(index));
  };
  const onPointerDown = (event: PointerEvent): void => {
    const cell = pointedAt(event);
    if (cell === null || event.button !== 0) return;
    block.current = null;
    event.currentTarget.setPointerCapture(event.pointerId);
    focus(cell);
    setDrag({ from: cell, to: cell });
    event.preventDefault();
  };
  const onPointerMove = (event: PointerEvent): void => {
    const cell = drag === null ? null : pointedAt(event);
    if (drag !== null && cell !== null) setDrag({ ...drag, to: cell });
  };
  const onPointerUp = (): void => {
    if (drag !== null) onChange(painted(hours, drag.from, drag.to, brush));
    setDrag(null);
  };

  return (
    <div className={styles.week}>
      <div className={styles.clock} aria-hidden>
        {everySixth.map((hour) => (
          <span key={hour} style={{ gridColumn: `${hour + 2} / span 6` }}>
            {clock(hour)}
          </span>
        ))}
      </div>
      <div
        ref={grid}
        role="grid"
        aria-label={t`Hours of the week`}
        className={styles.grid}
        onKeyDown={onKeyDown}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) block.current = null;
        }}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setDrag(null)}
      >
        {weekdayNames.map((name, day) => (
          <div key={name} role="row" className={styles.row}>
            <span role="rowheader" className={styles.day}>
              {name}
            </span>
            {Array.from({ length: 24 }, (_, hour) => {
              const cell = { day, hour };
              const isPainting = drag !== null && isBetween(cell, drag.from, drag.to);
              const value = isPainting ? brush : (hours[indexOf(cell)] ?? 'full');
              return (
                <span
                  key={hour}
                  role="gridcell"
                  data-index={indexOf(cell)}
                  data-pace={typeof value === 'number' ? 'limit' : value}
                  tabIndex={indexOf(cell) === indexOf(focused) ? 0 : -1}
                  aria-label={`${name} ${clock(hour)}–${clock(hour + 1)}: ${hourText(value)}`}
                  title={`${name} ${clock(hour)}–${clock(hour + 1)}: ${hourText(value)}`}
                  className={classNames(styles.cell, isPainting && styles.painting)}
                  onFocus={() => setFocused(cell)}
                />
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
