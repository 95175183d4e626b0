// Partitions by time as a grid of cells: the pointer or the arrow keys read one, a click or Enter selects it, dragging
// over several selects their time range.
import { type CSSProperties, type KeyboardEvent, type MouseEvent, memo, useId, useState } from 'react';
import type { PartitionHeat } from '@shared/model/monitor';
import { heatTimes } from '@shared/monitor/partition-files';
import { t } from '@shared/strings/t';
import type { Extent } from '@renderer/charts/result-extent';
import { formatCount } from '@shared/units';
import { Truncate, classNames } from '@renderer/ui';
import { type HeatFigures, type HeatMeasure, cellText } from './heat-figures';
import styles from './partitions.module.css';

export interface CellPosition {
  readonly row: number;
  readonly step: number;
}

export interface HeatGridProps {
  readonly heat: PartitionHeat;
  readonly figures: HeatFigures;
  readonly measure: HeatMeasure;
  readonly onChoose: (position: CellPosition) => void;
  /** A stretch of time, from the start of a step to the end of the same or a later one. */
  readonly onStretch: (extent: Extent) => void;
}

export function HeatGrid({ heat, figures, measure, onChoose, onStretch }: HeatGridProps) {
  const id = useId();
  const [pointed, setPointed] = useState<CellPosition | null>(null);
  const [walked, setWalked] = useState<CellPosition>({ row: 0, step: heat.stepsAtMs.length - 1 });
  const [hasFocus, setHasFocus] = useState(false);
  /** The step at which the mouse went down; null while it is up. */
  const [pressedStep, setPressedStep] = useState<number | null>(null);
  const isSeenFromStart = figures.rows.every(({ cells }) => cells.every(({ isUnknown }) => !isUnknown));
  const last = { row: figures.rows.length - 1, step: heat.stepsAtMs.length - 1 };
  const active = { row: Math.min(walked.row, last.row), step: Math.min(walked.step, last.step) };
  const described = pointed ?? (hasFocus ? active : null);
  const drawn = pressedStep === null || pointed === null || pointed.step === pressedStep ? null : pointed.step;
  const isDrawn = (step: number): boolean =>
    drawn !== null && pressedStep !== null && (step - pressedStep) * (step - drawn) <= 0;
  const onMouseUp = (): void => {
    setPressedStep(null);
    if (drawn === null || pressedStep === null) return;
    const ends = [pressedStep, drawn].map((step) => heat.stepsAtMs[step] ?? 0);
    onStretch({ from: Math.min(...ends) - heat.stepMs, to: Math.max(...ends) });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' || event.key === ' ') onChoose(active);
    else {
      const next = stepped(active, last, event);
      if (next === null) return;
      setPointed(null);
      setWalked(next);
    }
    event.preventDefault();
  };
  return (
    <>
      <table
        role="grid"
        aria-label={t`Partitions over time: use the arrow keys to read cells, Enter to list their requests`}
        aria-activedescendant={hasFocus ? cellId(id, active) : undefined}
        tabIndex={0}
        className={styles.grid}
        onFocus={() => setHasFocus(true)}
        onBlur={() => setHasFocus(false)}
        onKeyDown={onKeyDown}
        onMouseDown={(event) => setPressedStep(event.button === 0 ? (positionOf(event)?.step ?? null) : null)}
        onMouseMove={(event) => {
          setPointed(positionOf(event));
          // Let go outside of the grid.
          if (event.buttons === 0) setPressedStep(null);
        }}
        onMouseUp={onMouseUp}
        onMouseLeave={() => setPointed(null)}
        onClick={(event) => {
          const position = positionOf(event);
          if (position !== null) onChoose(position);
        }}
      >
        <tbody role="rowgroup">
          {figures.rows.map(({ connectionId, table, partition, sum, cells }, row) => (
            <tr key={JSON.stringify([connectionId, table, partition])} role="row">
              <th scope="row" role="rowheader" className={styles.name}>
                <Truncate>{partition}</Truncate>
              </th>
              <td role="gridcell" className={styles.table}>
                <Truncate>{table}</Truncate>
              </td>
              {cells.map(({ heat: share, isUnknown }, step) => (
                <Cell
                  key={step}
                  id={cellId(id, { row, step })}
                  position={`${row} ${step}`}
                  share={share}
                  mark={markOf({
                    isUnknown,
                    isDrawn: isDrawn(step),
                    isDescribed: described?.row === row && described.step === step,
                  })}
                  label={hasFocus && active.row === row && active.step === step ? cellText(heat, row, step) : ''}
                />
              ))}
              <td role="gridcell" className={styles.sum}>
                {formatCount(sum)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <TimeLine heat={heat} />
      <p className={classNames(styles.words, styles.told)}>
        {described === null
          ? [
              t`Totals (${measureLabels[measure]}) are at the right of each row.`,
              isSeenFromStart ? '' : t`Hatched: not recorded.`,
            ]
              .filter(Boolean)
              .join(' ')
          : cellText(heat, described.row, described.step)}
      </p>
    </>
  );
}

const measureLabels: Readonly<Record<HeatMeasure, string>> = {
  requests: t`Requests`,
  entities: t`Entities that requests address by key; rows returned by queries are not counted;`,
};

type CellMark = 'none' | 'told' | 'unknown' | 'drawn';

function markOf(cell: {
  readonly isUnknown: boolean;
  readonly isDrawn: boolean;
  readonly isDescribed: boolean;
}): CellMark {
  if (cell.isDrawn) return 'drawn';
  if (cell.isUnknown) return 'unknown';
  return cell.isDescribed ? 'told' : 'none';
}

interface CellProps {
  readonly id: string;
  readonly position: string;
  readonly share: number;
  readonly mark: CellMark;
  /** Said of the one that the arrow keys are at. */
  readonly label: string;
}

/** A grid has hundreds of them; most stay as they are when one is read. */
const Cell = memo(function Cell({ id, position, share, mark, label }: CellProps) {
  return (
    <td
      id={id}
      role="gridcell"
      data-place={position}
      data-mark={mark}
      className={styles.cell}
      style={share === 0 ? undefined : ({ '--heat': minHeat + (1 - minHeat) * share } as CSSProperties)}
      {...(label === '' ? {} : { 'aria-label': label })}
    />
  );
});

/** The faintest non-empty cell is still visible. */
const minHeat = 0.12;

function TimeLine({ heat }: { readonly heat: PartitionHeat }) {
  const { stepsAtMs, stepMs } = heat;
  const time = heatTimes(heat);
  const [first = 0, last = 0] = [stepsAtMs[0], stepsAtMs.at(-1)];
  const fromMs = first - stepMs;
  return (
    <div className={styles.times} aria-hidden="true">
      {[fromMs, (fromMs + last) / 2, last].map((atMs) => (
        <span key={atMs}>{time(atMs)}</span>
      ))}
    </div>
  );
}

function cellId(id: string, { row, step }: CellPosition): string {
  return `${id}-${row}-${step}`;
}

function positionOf({ target }: MouseEvent): CellPosition | null {
  const position = target instanceof HTMLElement ? target.dataset.place : undefined;
  if (position === undefined) return null;
  const [row = 0, step = 0] = position.split(' ').map(Number);
  return { row, step };
}

function stepped({ row, step }: CellPosition, last: CellPosition, { key }: KeyboardEvent): CellPosition | null {
  switch (key) {
    case 'ArrowRight':
      return { row, step: Math.min(last.step, step + 1) };
    case 'ArrowLeft':
      return { row, step: Math.max(0, step - 1) };
    case 'ArrowDown':
      return { row: Math.min(last.row, row + 1), step };
    case 'ArrowUp':
      return { row: Math.max(0, row - 1), step };
    case 'Home':
      return { row, step: 0 };
    case 'End':
      return { row, step: last.step };
    default:
      return null;
  }
}
