// One request of the waterfall: its bar on the shared axis and its figures.
import { t } from '@shared/strings/t';
import { formatBytes, formatCount, formatDuration } from '@shared/units';
import type { MouseEvent } from 'react';
import styles from './requests-panel.module.css';
import {
  type TimeAxis,
  type WaterfallRow,
  elapsedMs,
  endTexts,
  phaseMs,
  phaseNames,
  phases,
  shortToken,
} from './waterfall';

/** Every row is equally high. */
export const requestRowPx = 24;

export interface RequestRowProps {
  readonly id: string;
  readonly index: number;
  readonly row: WaterfallRow;
  readonly axis: TimeAxis;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onHover: () => void;
  readonly onMenu: (event: MouseEvent) => void;
}

export function RequestRow({ id, index, row, axis, isChosen, onChoose, onHover, onMenu }: RequestRowProps) {
  const { request, startToken } = row;
  const { rows, bytes, retries, ended } = request;
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isChosen}
      className={styles.row}
      style={{ top: index * requestRowPx }}
      onPointerDown={onChoose}
      onPointerEnter={onHover}
      onContextMenu={onMenu}
    >
      <div role="gridcell" className={styles.number}>
        {index + 1}
      </div>
      <div role="gridcell" aria-label={spokenTimes(row)} className={styles.track}>
        {axis.cuts.map(({ at, idleMs }) => (
          <span
            key={at}
            className={styles.cut}
            style={{ left: `${at * 100}%` }}
            title={t`${formatDuration(idleMs)} idle`}
          />
        ))}
        {segments(row, axis).map(({ phase, left, width }) => (
          <span
            key={phase}
            data-phase={phase}
            className={`${styles.segment} ${rows === 0 ? styles.hollow : ''}`}
            style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
          />
        ))}
      </div>
      <div role="gridcell" className={styles.number}>
        {rows === 0 ? t`0 (empty)` : formatCount(rows)}
      </div>
      <div role="gridcell" className={styles.number}>
        {formatBytes(bytes)}
      </div>
      <div role="gridcell" className={styles.number}>
        {rows === 0 ? '' : formatCount(bytes / rows)}
      </div>
      <div role="gridcell" className={styles.token}>
        {startToken === null ? t`no` : t`yes ${shortToken(startToken)}`}
      </div>
      <div role="gridcell" className={styles.number}>
        {retries}
      </div>
      <div role="gridcell" className={styles.ended}>
        {endTexts[ended]}
      </div>
    </div>
  );
}

function segments({ atMs, request }: WaterfallRow, { place }: TimeAxis) {
  const ms = phaseMs(request);
  let startMs = atMs;
  return phases.flatMap((phase) => {
    const left = place(startMs);
    startMs += ms[phase];
    const width = place(startMs) - left;
    return ms[phase] === 0 ? [] : [{ phase, left, width }];
  });
}

function spokenTimes({ atMs, request }: WaterfallRow): string {
  const ms = phaseMs(request);
  const parts = phases.map((phase) => `${phaseNames[phase]} ${formatDuration(ms[phase])}`);
  return t`at ${formatDuration(atMs)}, ${formatDuration(elapsedMs(request))}: ${parts.join(', ')}`;
}
