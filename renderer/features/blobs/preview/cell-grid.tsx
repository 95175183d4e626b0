// Rows and columns from a blob, read-only: virtual rows, columns as wide as their content.
import { useMemo, useRef } from 'react';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { VirtualRows, rowPx } from './virtual-rows';
import { visibleParts } from './visible-text';
import styles from './preview.module.css';

export interface CellGridProps {
  readonly label: string;
  readonly names: readonly string[];
  /** `null` is an absent value. */
  readonly rows: readonly (readonly (string | null)[])[];
  /** Number of the first row. */
  readonly firstRow: number;
}

/** A row of a thousand cells is unreadable; the text view has them all. */
export const maxColumns = 200;
const rowsMeasured = 60;
const fewestCharacters = 5;
const maxCharacters = 42;
const cellCharacters = 300;

export function CellGrid({ label, names, rows, firstRow }: CellGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const shown = names.slice(0, maxColumns);
  const template = useMemo(() => templateOf(names.slice(0, maxColumns), rows), [names, rows]);
  const figures = useMemo(() => figureColumns(names.slice(0, maxColumns), rows), [names, rows]);
  return (
    <VirtualRows
      role="table"
      label={label}
      face="interface"
      count={rows.length}
      target={null}
      scroller={scroller}
      head={
        <div role="row" aria-rowindex={1} className={styles.gridHead} style={{ gridTemplateColumns: template }}>
          <span role="columnheader" className={styles.rowNumber}>{t`Row`}</span>
          {shown.map((name, index) => (
            <span
              key={index}
              role="columnheader"
              title={headingOf(name, index)}
              className={figures.has(index) ? styles.figure : undefined}
            >
              {name === '' ? <span className={styles.absent}>{headingOf(name, index)}</span> : <Visible text={name} />}
            </span>
          ))}
        </div>
      }
    >
      {(row) => (
        <div
          key={row}
          role="row"
          aria-rowindex={row + 2}
          className={styles.gridRow}
          style={{ gridTemplateColumns: template, transform: `translateY(${row * rowPx}px)` }}
        >
          <span role="rowheader" className={styles.rowNumber}>
            {formatCount(firstRow + row)}
          </span>
          {shown.map((_, index) => {
            const cell = rows[row]?.[index];
            return (
              <span
                key={index}
                role="cell"
                title={cell ?? undefined}
                className={figures.has(index) ? styles.figure : undefined}
              >
                {cell === null || cell === undefined ? (
                  <span className={styles.absent} aria-label={t`no value`}>
                    ·
                  </span>
                ) : (
                  <Visible text={cell} />
                )}
              </span>
            );
          })}
        </div>
      )}
    </VirtualRows>
  );
}

function Visible({ text }: { readonly text: string }) {
  return visibleParts(text.slice(0, cellCharacters)).map((part, index) =>
    part.kind === 'plain' ? (
      part.text
    ) : (
      <span key={index} className={styles.unseen}>
        {part.text}
      </span>
    ),
  );
}

/** Columns that contain only numbers, judging by the rows read here. */
function figureColumns(names: readonly string[], rows: CellGridProps['rows']): ReadonlySet<number> {
  const sample = rows.slice(0, rowsMeasured);
  return new Set(
    names.flatMap((_, index) => {
      const cells = sample.flatMap((row) => row[index] ?? []).filter((cell) => cell !== '');
      return cells.length > 0 && cells.every((cell) => figure.test(cell)) ? [index] : [];
    }),
  );
}

const figure = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/iu;

/** One that the blob does not name, as where a row has more cells than the first one, has its number. */
function headingOf(name: string, index: number): string {
  return name === '' ? t`Column ${index + 1}` : name;
}

function templateOf(names: readonly string[], rows: CellGridProps['rows']): string {
  const sample = rows.slice(0, rowsMeasured);
  const widths = names.map((name, index) => {
    const longest = Math.max(headingOf(name, index).length, ...sample.map((row) => row[index]?.length ?? 0));
    return `${Math.min(maxCharacters, Math.max(fewestCharacters, longest)) + 3}ch`;
  });
  return `64px ${widths.join(' ')}`;
}
