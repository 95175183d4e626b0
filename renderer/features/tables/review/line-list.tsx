// Lines of equal height, of which only those in view are rendered: a thousand scroll like ten. One tab stop; the arrow
// keys move, Enter and Space act on the active line.
import { classNames, useListWindow } from '@renderer/ui';
import { type KeyboardEvent, type ReactNode, useEffect, useId } from 'react';
import styles from './line-list.module.css';

export interface LineListProps {
  readonly label: string;
  readonly count: number;
  /** Index of the active line. */
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly renderLine: (index: number) => ReactNode;
  /** Where lines can be chosen: whether this one is. */
  readonly isChosen?: (index: number) => boolean;
  /** The space bar. */
  readonly onToggle?: (index: number) => void;
  /** Enter, and a double click. */
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

  // Of many lines only those in view, and the active one, which the keyboard stands on.
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
