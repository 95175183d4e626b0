// The requests of the running query, one row each on a shared time axis, with their results and outcome. One tab stop;
// the arrow keys move through the rows. Details of the row under the pointer, or else the selected one, are shown below.
import { t } from '@shared/strings/t';
import { type MenuEntry, Button, IconButton, menuKeyToActiveRow, useContextMenu } from '@renderer/ui';
import type { PageStats } from '@shared/model/query-page';
import { Copy, StepForward, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useMemo, useRef, useState } from 'react';
import { copyText } from '../result/copy-text';
import { RequestHead, type WaterfallOrder, asSent, requestColumns, sortedRows } from './request-head';
import { RequestDetail, RequestRow, requestRowPx } from './request-row';
import styles from './requests-panel.module.css';
import {
  type WaterfallRow,
  phaseNames,
  phases,
  requestText,
  timeAxis,
  totalsText,
  waterfallRows,
  waterfallTotals,
} from './waterfall';

interface RequestsPanelProps {
  readonly pages: readonly PageStats[];
  readonly startTokens: readonly (string | null)[];
  /** The page whose first request is chosen to begin with. */
  readonly initialPage: number;
  readonly heightPx: number;
  /** Further verbs at the end of the heading. */
  readonly children: ReactNode;
  /** Runs the same query from this token on; null from its start. */
  readonly onContinueFrom: (token: string | null) => void;
  readonly onClose: () => void;
}

/** Up to here all rows are drawn; beyond, those in sight and a few around them. */
const maxDrawn = 200;
const overscanRows = 10;

export function RequestsPanel(props: RequestsPanelProps) {
  const { pages, startTokens, onContinueFrom } = props;
  const id = useId();
  const rows = useMemo(() => waterfallRows(pages, startTokens), [pages, startTokens]);
  const axis = useMemo(() => timeAxis(rows), [rows]);
  const [order, setOrder] = useState(asSent);
  const shownRows = useMemo(() => sortedRows(rows, order), [rows, order]);
  const [hovered, setHovered] = useState<number>();
  const [scrollTop, setScrollTop] = useState(0);
  const menu = useContextMenu();

  const first = rows.findIndex(({ page }) => page === props.initialPage);
  const { list, chosen, setChosen, scrollToTop, onKeyDown } = useChosenRow({
    rows,
    shownRows,
    first,
    heightPx: props.heightPx,
  });
  const shownIndex = shownRows[hovered ?? chosen] ?? 0;
  const shown = rows[shownIndex];
  const drawn = drawnRows(rows.length, scrollTop, props.heightPx, chosen);
  const sortBy = (next: WaterfallOrder): void => {
    setOrder(next);
    setChosen(sortedRows(rows, next)[0] ?? 0);
    scrollToTop();
  };

  return (
    <section aria-label={t`Requests`} className={styles.panel} style={{ height: props.heightPx }}>
      <PanelHead rows={rows} onClose={props.onClose}>
        {props.children}
      </PanelHead>
      <div
        ref={list}
        role="grid"
        tabIndex={0}
        data-sticky-edges
        aria-label={t`Requests of this query`}
        aria-rowcount={rows.length + 1}
        aria-colcount={requestColumns}
        aria-activedescendant={rows.length === 0 ? undefined : `${id}-${chosen}`}
        className={styles.list}
        onKeyDown={onKeyDown}
        onContextMenuCapture={menuKeyToActiveRow}
        onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
        onPointerLeave={() => setHovered(undefined)}
      >
        <RequestHead axis={axis} order={order} onOrder={sortBy} />
        <div role="rowgroup" className={styles.rows} style={{ height: rows.length * requestRowPx }}>
          {drawn.map((place) => {
            const index = shownRows[place] ?? 0;
            const row = rows[index];
            return row === undefined ? null : (
              <RequestRow
                key={place}
                id={`${id}-${place}`}
                place={place}
                number={index + 1}
                row={row}
                axis={axis}
                isChosen={place === chosen}
                onChoose={() => setChosen(index)}
                onHover={() => setHovered(place)}
                onMenu={(event) => {
                  setChosen(index);
                  menu.open(event, t`Request ${index + 1}`, requestMenu(row, { onContinueFrom }));
                }}
              />
            );
          })}
        </div>
      </div>
      {shown === undefined ? (
        <p className={styles.none}>{t`No responses yet.`}</p>
      ) : (
        <RequestDetail number={shownIndex + 1} row={shown}>
          <Button
            size="small"
            icon={<StepForward size={14} aria-hidden />}
            onPress={() => onContinueFrom(shown.startToken)}
          >
            {t`Continue from here`}
          </Button>
        </RequestDetail>
      )}
      {menu.element}
    </section>
  );
}

interface PanelHeadProps {
  readonly rows: readonly WaterfallRow[];
  readonly children: ReactNode;
  readonly onClose: () => void;
}

function PanelHead({ rows, children, onClose }: PanelHeadProps) {
  const totals = useMemo(() => waterfallTotals(rows), [rows]);
  return (
    <header className={styles.head}>
      <h2 className={styles.title}>{t`Requests`}</h2>
      <p className={styles.totals}>{totalsText(totals)}</p>
      <ul className={styles.legend} aria-label={t`Phases`}>
        {phases.map((phase) => (
          <li key={phase}>
            <span className={styles.swatch} data-phase={phase} />
            {phaseNames[phase]}
          </li>
        ))}
      </ul>
      <div className={styles.verbs}>
        {children}
        <IconButton label={t`Close request list`} icon={<X size={16} aria-hidden />} onPress={onClose} />
      </div>
    </header>
  );
}

const headPx = 24;

interface ChosenRow {
  readonly list: RefObject<HTMLDivElement | null>;
  /** Its place in the list; 0 also while there is no row. */
  readonly chosen: number;
  /** By its index in the order of sending, which stays the same while others arrive. */
  readonly setChosen: (index: number) => void;
  readonly scrollToTop: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

interface ChosenRowInput extends Pick<RequestsPanelProps, 'heightPx'> {
  readonly rows: readonly WaterfallRow[];
  /** Their indices as they are shown. */
  readonly shownRows: readonly number[];
  /** The index of the row that is chosen to begin with. */
  readonly first: number;
}

/** The focused row: moved by the arrow keys, scrolled into view, copied. */
function useChosenRow({ rows, shownRows, first, heightPx }: ChosenRowInput): ChosenRow {
  const list = useRef<HTMLDivElement>(null);
  const [index, setChosen] = useState<number>();
  const within = (wanted: number): number => Math.max(0, Math.min(wanted, rows.length - 1));
  const chosen = Math.max(0, shownRows.indexOf(within(index ?? first)));

  const reveal = (row: number): void => {
    const target = list.current;
    if (target === null) return;
    const top = row * requestRowPx;
    const roomPx = target.clientHeight - headPx - requestRowPx;
    if (top < target.scrollTop) target.scrollTop = top;
    else if (top > target.scrollTop + roomPx) target.scrollTop = top - roomPx;
  };
  const scrollToTop = (): void => {
    const target = list.current;
    if (target !== null) target.scrollTop = 0;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'c') {
      const row = rows[shownRows[chosen] ?? 0];
      if (row !== undefined) copyText(requestText(row.request), t`the request`);
      return;
    }
    const pageRows = Math.max(1, Math.floor(heightPx / requestRowPx) - 4);
    const to = {
      ArrowUp: chosen - 1,
      ArrowDown: chosen + 1,
      PageUp: chosen - pageRows,
      PageDown: chosen + pageRows,
      Home: 0,
      End: rows.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setChosen(shownRows[within(to)] ?? 0);
    reveal(within(to));
  };
  return { list, chosen, setChosen, scrollToTop, onKeyDown };
}

/** All if they are few; otherwise those in view, and the chosen one, which has the focus. */
function drawnRows(count: number, scrollTop: number, heightPx: number, chosen: number): readonly number[] {
  if (count <= maxDrawn) return Array.from({ length: count }, (_, index) => index);
  const first = Math.max(0, Math.floor(scrollTop / requestRowPx) - overscanRows);
  const last = Math.min(count - 1, Math.ceil((scrollTop + heightPx) / requestRowPx) + overscanRows);
  const drawn = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  return chosen >= first && chosen <= last ? drawn : [...drawn, chosen];
}

function requestMenu(
  { request, startToken }: WaterfallRow,
  { onContinueFrom }: Pick<RequestsPanelProps, 'onContinueFrom'>,
): readonly MenuEntry[] {
  const copy = <Copy size={14} aria-hidden />;
  return [
    {
      id: 'continue',
      label: t`Continue from here`,
      icon: <StepForward size={14} aria-hidden />,
      onAction: () => onContinueFrom(startToken),
    },
    {
      id: 'request',
      label: t`Copy request`,
      icon: copy,
      onAction: () => copyText(requestText(request), t`the request`),
    },
    ...(startToken === null
      ? []
      : [{ id: 'token', label: t`Copy token`, icon: copy, onAction: () => copyText(startToken, t`the token`) }]),
  ];
}
