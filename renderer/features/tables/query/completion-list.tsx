// The suggestions below the word being typed. The focus stays in the text; a press accepts one.
import { t } from '@shared/strings/t';
import { classNames } from '@renderer/ui';
import type { Suggestion } from '@shared/query/complete';
import { useEffect, useRef } from 'react';
import styles from './filter-editor.module.css';

export interface CompletionListProps {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly active: number;
  /** Place within the editor in px. */
  readonly leftPx: number;
  readonly topPx: number;
  readonly onChoose: (suggestion: Suggestion) => void;
}

export const optionId = (listId: string, index: number): string => `${listId}-${index}`;

export function CompletionList({ id, suggestions, active, leftPx, topPx, onChoose }: CompletionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = list.current;
    const option = frame?.children.item(active);
    if (!frame || !(option instanceof HTMLElement)) return;
    const belowPx = option.offsetTop + option.offsetHeight + 4 - frame.clientHeight;
    frame.scrollTop = Math.max(belowPx, Math.min(frame.scrollTop, option.offsetTop - 4));
  }, [active, suggestions]);
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={t`Suggestions`}
      className={styles.list}
      style={{ left: leftPx, top: topPx }}
    >
      {suggestions.map((suggestion, index) => (
        <div
          key={suggestion.label + suggestion.detail}
          id={optionId(id, index)}
          role="option"
          aria-selected={index === active}
          className={classNames(styles.option, index === active && styles.active)}
          onMouseDown={(event) => {
            event.preventDefault();
            onChoose(suggestion);
          }}
        >
          <span className={styles.label}>{suggestion.label}</span>
          <span className={styles.detail}>{suggestion.detail}</span>
        </div>
      ))}
    </div>
  );
}
