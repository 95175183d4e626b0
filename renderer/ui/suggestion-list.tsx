// A list of texts under the field that they are suggested for. The field keeps the focus and moves the active entry.
import type { RefObject } from 'react';
import { Popover } from 'react-aria-components';
import { classNames } from './class-names';
import optionStyles from './options.module.css';
import styles from './suggestion-list.module.css';

export interface SuggestionListProps {
  readonly id: string;
  readonly label: string;
  readonly field: RefObject<HTMLElement | null>;
  /** Closed while there is none. */
  readonly values: readonly string[];
  /** Index of the entry that the keyboard is at; below 0 for none. The pointer, which may just rest there, moves it not. */
  readonly active: number;
  readonly onTake: (value: string) => void;
  readonly onClose: () => void;
}

/** Id of one entry, for `aria-activedescendant` of the field. */
export const suggestionId = (id: string, index: number): string => `${id}-${index}`;

const revealed = (entry: HTMLElement | null): void => entry?.scrollIntoView?.({ block: 'nearest' });

export function SuggestionList({ id, label, field, values, active, ...on }: SuggestionListProps) {
  return (
    <Popover
      isNonModal
      triggerRef={field}
      isOpen={values.length > 0}
      onOpenChange={on.onClose}
      placement="bottom start"
      offset={4}
      className={optionStyles.popover ?? ''}
    >
      <ul id={id} role="listbox" aria-label={label} className={classNames(optionStyles.list, styles.list)}>
        {values.map((value, index) => (
          <li
            key={value}
            id={suggestionId(id, index)}
            role="option"
            ref={index === active ? revealed : undefined}
            aria-selected={index === active}
            data-focused={index === active || undefined}
            className={classNames(optionStyles.item, styles.value)}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => on.onTake(value)}
          >
            <span className={optionStyles.title}>{value}</span>
          </li>
        ))}
      </ul>
    </Popover>
  );
}
