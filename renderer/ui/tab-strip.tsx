// The strip of open tabs: select, close (button, middle click, Delete), move along with the arrow keys.
import { X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { classNames } from './class-names';
import styles from './tab-strip.module.css';
import { Truncate } from './truncate';

export interface StripTab {
  readonly id: string;
  readonly title: string;
  readonly icon?: ReactNode;
  /** A dot in this colour token before the title, such as `--mark-red`. */
  readonly mark?: string | undefined;
  /** On hover: where it comes from. */
  readonly hint?: string;
}

export interface TabStripProps {
  readonly label: string;
  readonly tabs: readonly StripTab[];
  readonly selectedId: string | null;
  readonly onSelect: (id: string) => void;
  readonly onClose: (id: string) => void;
  readonly onContextMenu?: (event: MouseEvent, id: string) => void;
  /** The id of the element that shows a tab's content. */
  readonly panelId: (id: string) => string;
}

export function TabStrip({ label, tabs, selectedId, onSelect, onClose, onContextMenu, panelId }: TabStripProps) {
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const selected = strip.current?.querySelector('[aria-selected="true"]');
    selected?.scrollIntoView?.({ inline: 'nearest', block: 'nearest' });
  }, [selectedId]);

  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const last = tabs.length - 1;
    const target =
      event.key === 'ArrowRight'
        ? index === last
          ? 0
          : index + 1
        : event.key === 'ArrowLeft'
          ? index === 0
            ? last
            : index - 1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? last
              : null;
    const tab = tabs[target ?? index];
    if (!tab) return;
    if (target !== null) {
      onSelect(tab.id);
      strip.current?.querySelectorAll<HTMLElement>('[role="tab"]')[target]?.focus();
    } else if (event.key === 'Delete') {
      onClose(tab.id);
    } else return;
    event.preventDefault();
  };

  return (
    <div ref={strip} className={styles.strip} role="tablist" aria-label={label}>
      {tabs.map((tab, index) => {
        const isSelected = tab.id === selectedId;
        return (
          <div
            key={tab.id}
            role="tab"
            id={`tab-${tab.id}`}
            aria-selected={isSelected}
            aria-controls={isSelected ? panelId(tab.id) : undefined}
            tabIndex={isSelected ? 0 : -1}
            title={tab.hint}
            className={classNames(styles.tab, isSelected && styles.selected)}
            onMouseDown={(event) => {
              if (event.button === 1) event.preventDefault();
            }}
            onClick={() => onSelect(tab.id)}
            onAuxClick={(event) => {
              if (event.button === 1) onClose(tab.id);
            }}
            onContextMenu={(event) => onContextMenu?.(event, tab.id)}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            {tab.mark !== undefined && <span className={styles.mark} style={{ background: `var(${tab.mark})` }} />}
            {tab.icon !== undefined && <span className={styles.icon}>{tab.icon}</span>}
            <Truncate className={styles.title ?? ''}>{tab.title}</Truncate>
            <span
              aria-hidden
              className={styles.close}
              data-close-tab={tab.id}
              title="Close (Ctrl W)"
              onClick={(event) => {
                event.stopPropagation();
                onClose(tab.id);
              }}
            >
              <X size={12} />
            </span>
          </div>
        );
      })}
    </div>
  );
}
