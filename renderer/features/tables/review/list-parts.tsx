// The parts that the lists of a review and of the applied changes share: lines, of which only those in view are
// rendered, the pane beside them, and the footer.
import { Truncate, classNames, useListWindow } from '@renderer/ui';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId } from 'react';
import styles from './list-parts.module.css';

interface LineListProps {
  readonly label: string;
  readonly count: number;
  /** Index of the active line. */
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly renderLine: (index: number) => ReactNode;
  /** Present if lines can be chosen. */
  readonly isChosen?: (index: number) => boolean;
  /** Called on Space. */
  readonly onToggle?: (index: number) => void;
  /** Called on Enter and on a double click. */
  readonly onOpen?: (index: number) => void;
}

export function LineList(props: LineListProps) {
  const { label, count, active, onActive, onToggle, onOpen, isChosen } = props;
  const id = useId();
  const { scroller, bodyPx, first, last, topOf, reveal, stepped, onScroll } = useListWindow(count, 0);

  useEffect(() => reveal(active), [active, reveal]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === ' ' && onToggle !== undefined) onToggle(active);
    else if (event.key === 'Enter' && onOpen !== undefined) onOpen(active);
    else {
      const next = stepped(event.key, active);
      if (next === undefined) return;
      onActive(next);
    }
    event.preventDefault();
  };

  // Renders the lines in view, and the active one, which has the focus.
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset);
  if (active >= 0 && active < count && (active < first || active > last)) shown.push(active);
  return (
    <div
      ref={scroller}
      role="listbox"
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={isChosen === undefined ? undefined : true}
      aria-activedescendant={count === 0 ? undefined : `${id}-${active}`}
      className={styles.list}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: bodyPx }} className={styles.space}>
        {shown.map((index) => (
          <div
            key={index}
            id={`${id}-${index}`}
            role="option"
            aria-setsize={count}
            aria-posinset={index + 1}
            aria-selected={isChosen === undefined ? index === active : isChosen(index)}
            className={classNames(styles.line, index === active && styles.active)}
            style={{ transform: `translateY(${topOf(index)}px)` }}
            onClick={() => onActive(index)}
            onDoubleClick={() => onOpen?.(index)}
          >
            {props.renderLine(index)}
          </div>
        ))}
      </div>
    </div>
  );
}

interface LineCellsProps {
  /** A badge. */
  readonly kind: ReactNode;
  readonly row: string;
  readonly text: string;
  /** The check box, if lines can be chosen. */
  readonly box?: ReactNode;
  /** Badges and figures at the end. */
  readonly children?: ReactNode;
  /** `indented`: below the heading of a group. */
  readonly depth?: 'outer' | 'indented';
}

/** One change as a line: the action or its outcome, the row, a short text. */
export function LineCells({ kind, row, text, box, children, depth = 'outer' }: LineCellsProps) {
  return (
    <span className={classNames(styles.cells, depth === 'indented' && styles.indented)}>
      {box}
      <span className={styles.kind}>{kind}</span>
      <Truncate className={styles.row ?? ''}>{row}</Truncate>
      <Truncate className={styles.text ?? ''}>{text}</Truncate>
      {children}
    </span>
  );
}

interface DetailPaneProps {
  /** `The chosen request`. */
  readonly label: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** The selected entry in full: a titled, scrolling pane that takes the focus. */
export function DetailPane({ label, title, children }: DetailPaneProps) {
  return (
    <section className={styles.pane} aria-label={label} tabIndex={0}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  );
}

interface DetailTextProps {
  /** `warning`: something is lost, or failed. */
  readonly tone?: 'usual' | 'warning';
  readonly children: ReactNode;
}

export function DetailText({ tone = 'usual', children }: DetailTextProps) {
  return <p className={classNames(styles.paneText, tone === 'warning' && styles.warning)}>{children}</p>;
}

/** The footer of a sheet or tab: a summary on the left, the actions on the right. */
export function PanelFoot({ children }: { readonly children: ReactNode }) {
  return <footer className={styles.foot}>{children}</footer>;
}

/** Returns the focus to the panel when a conflict view closes, because the focused element is gone. */
export function useKeyboardBack(panel: RefObject<HTMLElement | null>, shown: 'conflict' | 'list'): void {
  useEffect(() => (shown === 'conflict' ? () => panel.current?.focus() : undefined), [panel, shown]);
}
