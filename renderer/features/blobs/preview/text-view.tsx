// The lines of a page of text: numbered if the number is certain, otherwise with their offset in the blob.
import { type CSSProperties, type RefObject, memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '@shared/units';
import { JsonText } from '@renderer/ui';
import { type Encoding, decodeText } from './encoding';
import { type Matches, matchesBetween } from './find-matches';
import type { Target } from './preview-state';
import { type RawPage, type Span, rowAt, textRows } from './text-page';
import { VirtualRows, rowPx } from './virtual-rows';
import { visibleParts } from './visible-text';
import styles from './preview.module.css';

/** Characters of a row if lines are not wrapped; a longer line continues in the next row. */
const longestRow = 4096;
const endsPx = 40;
/** Width of the line numbers: a character, the padding, and enough digits for a file that grows. */
const markCharacterPx = 7;
const markSidesPx = 25;
const minMark = 4;
const newline = 0x0a;

export interface TextViewProps {
  /** Names the text for screen readers. */
  readonly label: string;
  readonly page: RawPage;
  readonly span: Span;
  readonly encoding: Encoding;
  /** The number of the first line of the page; null if unknown. */
  readonly firstLine: number | null;
  readonly wrap: 'window' | 'none';
  readonly target: Target | null;
  readonly matches: Matches | null;
  /** Left out for a text of any kind; `json`: laid out in lines, and nothing is searched for in it. */
  readonly colours?: 'json';
  /** Called with the first visible byte; undefined for a text that is not the bytes of the blob. */
  readonly onTop?: (offset: number) => void;
}

export function TextView(props: TextViewProps) {
  const { label, page, span, encoding, firstLine, wrap, target, matches, colours, onTop } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const gutterPx = useMemo(() => gutterFor(page, firstLine), [page, firstLine]);
  const fitting = useColumns(scroller, gutterPx + endsPx);
  const columns = wrap === 'window' ? fitting : longestRow;
  const rows = useMemo(() => textRows(page, span, encoding, columns), [page, span, encoding, columns]);
  const targetRow = useMemo(
    () => (target === null ? null : { row: rowAt(rows, target.offset - page.offset), at: target.at }),
    [target, rows, page],
  );
  return (
    <VirtualRows
      role="region"
      label={label}
      face="mono"
      count={rows.starts.length}
      target={targetRow}
      scroller={scroller}
      {...(onTop === undefined ? {} : { onTop: (row: number) => onTop(page.offset + (rows.starts[row] ?? 0)) })}
    >
      {(row) => {
        const start = rows.starts[row] ?? 0;
        const line = rows.lines[row] ?? 0;
        const goesOn = row > 0 && rows.lines[row - 1] === line;
        return (
          <TextRow
            key={row}
            topPx={row * rowPx}
            gutterPx={gutterPx}
            mark={
              goesOn
                ? '\u21aa'
                : firstLine === null
                  ? `@${formatCount(page.offset + start)}`
                  : formatCount(firstLine + line)
            }
            bytes={page.bytes}
            start={start}
            end={rows.ends[row] ?? start}
            offset={page.offset}
            encoding={encoding}
            matches={matches}
            json={colours === undefined ? null : goesOn ? 'within' : 'outside'}
          />
        );
      }}
    </VirtualRows>
  );
}

interface TextRowProps {
  readonly topPx: number;
  readonly gutterPx: number;
  readonly mark: string;
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Where `bytes` begin in the blob. */
  readonly offset: number;
  readonly encoding: Encoding;
  readonly matches: Matches | null;
  /** Where it begins in what is JSON. */
  readonly json: 'outside' | 'within' | null;
}

const TextRow = memo(function TextRow(props: TextRowProps) {
  const { topPx, gutterPx, mark, bytes, start, end, offset, encoding, matches, json } = props;
  const decode = (from: number, to: number) => <Text text={decodeText(bytes.subarray(from, to), encoding)} />;
  const pieces = [];
  let at = start;
  for (const match of matchesBetween(matches, offset + start, offset + end)) {
    const from = Math.max(at, match.start - offset);
    const to = Math.min(end, match.end - offset);
    if (to <= from) continue;
    pieces.push(
      <span key={at}>{decode(at, from)}</span>,
      <mark key={`found ${from}`} className={match.isCurrent ? styles.currentHit : styles.hit}>
        {decode(from, to)}
      </mark>,
    );
    at = to;
  }
  return (
    <div
      className={styles.textRow}
      style={{ transform: `translateY(${topPx}px)`, '--gutter': `${gutterPx}px` } as CSSProperties}
    >
      <span className={styles.lineMark} aria-hidden>
        {mark}
      </span>
      <span className={styles.lineText}>
        {pieces}
        {json === null ? (
          decode(at, end)
        ) : (
          <JsonText begins={json} show={(text) => <Text text={text} />}>
            {decodeText(bytes.subarray(at, end), encoding)}
          </JsonText>
        )}
      </span>
    </div>
  );
});

/** As wide as the longest line number of the page, or offset in the blob, in px. */
function gutterFor({ offset, bytes }: RawPage, firstLine: number | null): number {
  const lines = bytes.reduce((sum, byte) => (byte === newline ? sum + 1 : sum), 0);
  const longest = firstLine === null ? `@${formatCount(offset + bytes.length)}` : formatCount(firstLine + lines);
  return markSidesPx + markCharacterPx * Math.max(minMark, longest.length);
}

function Text({ text }: { readonly text: string }) {
  return visibleParts(text).map((part, index) =>
    part.kind === 'plain' ? (
      part.text
    ) : (
      <span key={index} className={styles.unseen}>
        {part.text}
      </span>
    ),
  );
}

// How many characters of the monospaced font fit into an element beside the line numbers.

const fallbackCharacterPx = 7.8;
const fewest = 20;

/** @param asidePx width taken by the column beside the text */
function useColumns(element: RefObject<HTMLElement | null>, asidePx: number): number {
  const [columns, setColumns] = useState(100);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return;
    const measure = (): void => {
      const widthPx = measured.clientWidth - asidePx;
      setColumns(Math.max(fewest, Math.floor(widthPx / characterPx(measured))));
    };
    measure();
    const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(measure);
    sizes?.observe(measured);
    return () => sizes?.disconnect();
  }, [element, asidePx]);
  return columns;
}

function characterPx(inside: HTMLElement): number {
  const probe = document.createElement('span');
  probe.textContent = '0'.repeat(100);
  Object.assign(probe.style, { position: 'absolute', visibility: 'hidden', whiteSpace: 'pre' });
  inside.append(probe);
  const px = probe.getBoundingClientRect().width / 100;
  probe.remove();
  return px > 0 ? px : fallbackCharacterPx;
}
