// The suggestions at the caret of a filter: when they are offered, which one is selected, what the keys do to them, and
// their list. The focus stays in the text.
import { t } from '@shared/strings/t';
import { classNames } from '@renderer/ui';
import { type Completion, type KnownProperty, type Suggestion, complete } from '@shared/query/complete';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import styles from './filter-editor.module.css';

interface CompletionListProps {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly active: number;
  /** Position within the editor in px. */
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

interface Suggestions {
  /** Null while none are offered. */
  readonly completion: Completion | null;
  /** The index of the chosen suggestion. */
  readonly active: number;
  /** The text was typed up to this caret. */
  readonly typed: (text: string, caret: number) => void;
  /** A suggestion replaced the typed text. */
  readonly taken: (insert: string) => void;
  readonly close: () => void;
  /** Returns true where the key was handled here. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
}

interface SuggestionsInput {
  readonly text: string;
  readonly caret: number;
  readonly properties: readonly KnownProperty[];
  readonly onTake: (suggestion: Suggestion, completion: Completion) => void;
}

export function useSuggestions({ text, caret, properties, onTake }: SuggestionsInput): Suggestions {
  const [isWanted, setWanted] = useState(false);
  const [chosen, setChosen] = useState(0);
  const completion = useMemo(
    () => (isWanted ? complete(text, caret, properties) : null),
    [isWanted, text, caret, properties],
  );
  const count = completion?.suggestions.length ?? 0;
  const active = Math.min(chosen, count - 1);
  const suggest = (when: 'now' | 'never'): void => {
    setChosen(0);
    setWanted(when === 'now');
  };

  const onListKey = (event: KeyboardEvent, of: Completion, suggestion: Suggestion): boolean => {
    const isTyped = suggestion.insert.trimEnd() === text.slice(of.from, of.to);
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        setChosen((active + (event.key === 'ArrowDown' ? 1 : count - 1)) % count);
        break;
      case 'Escape':
        event.stopPropagation();
        setWanted(false);
        break;
      case 'Tab':
        if (event.shiftKey) return false;
        onTake(suggestion, of);
        break;
      case 'Enter':
        if (isTyped || event.shiftKey) return false;
        onTake(suggestion, of);
        break;
      default:
        return false;
    }
    event.preventDefault();
    return true;
  };

  return {
    completion,
    active,
    typed: (typed, at) => suggest(isWorthSuggesting(typed, at, properties) ? 'now' : 'never'),
    // After a property its operators follow, after an operator its values; a value is left to the user.
    taken: (insert) => suggest(insert.endsWith(' ') ? 'now' : 'never'),
    close: () => setWanted(false),
    onKeyDown: (event) => {
      if (event.key === ' ' && event.ctrlKey) {
        event.preventDefault();
        suggest('now');
        return true;
      }
      const suggestion = completion?.suggestions[active];
      return completion !== null && suggestion !== undefined && onListKey(event, completion, suggestion);
    },
  };
}

/** While typing, the list stays away where the filter could end or has not begun. */
function isWorthSuggesting(text: string, caret: number, properties: readonly KnownProperty[]): boolean {
  const completion = complete(text, caret, properties);
  if (completion === null) return false;
  return completion.from < completion.to || (completion.place !== 'joint' && text.trim() !== '');
}

/** The selection after a suggestion has replaced the text that it completes in `text`. */
export function selectionAfter(
  text: string,
  { insert, selectFrom, selectTo }: Suggestion,
  { from, to }: Completion,
): readonly [number, number] {
  // After a word, a blank that is there already is skipped.
  const step = selectFrom === insert.length && /^\s/.test(text.slice(to)) ? 1 : 0;
  return [from + selectFrom + step, from + selectTo + step];
}
