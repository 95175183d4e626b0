// Chooses which columns an export writes and in which order: by check boxes, buttons, or Alt with the arrow keys.
import { t } from '@shared/strings/t';
import { Checkbox, IconButton } from '@renderer/ui';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { type ChosenColumn, movedColumn } from './export-draft';
import styles from './column-order.module.css';

export interface ColumnOrderProps {
  readonly columns: readonly ChosenColumn[];
  readonly onChange: (columns: readonly ChosenColumn[]) => void;
}

export function ColumnOrder({ columns, onChange }: ColumnOrderProps) {
  const list = useRef<HTMLUListElement>(null);
  const move = (name: string, by: -1 | 1): void => {
    onChange(movedColumn(columns, name, by));
    // The row keeps the keyboard where it goes.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-column="${CSS.escape(name)}"] input`)?.focus(),
    );
  };
  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>, name: string): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    move(name, event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <ul ref={list} className={styles.list} aria-label={t`Columns of the file, in their order`}>
      {columns.map(({ name, isChosen }, index) => (
        <li key={name} data-column={name} className={styles.column} onKeyDown={(event) => onKeyDown(event, name)}>
          <Checkbox
            isSelected={isChosen}
            onChange={(chosen) =>
              onChange(columns.map((one) => (one.name === name ? { name, isChosen: chosen } : one)))
            }
          >
            <span className={styles.name}>{name}</span>
          </Checkbox>
          <IconButton
            size="small"
            label={t`Move ${name} up`}
            icon={<ArrowUp size={13} aria-hidden />}
            isDisabled={index === 0}
            onPress={() => move(name, -1)}
          />
          <IconButton
            size="small"
            label={t`Move ${name} down`}
            icon={<ArrowDown size={13} aria-hidden />}
            isDisabled={index === columns.length - 1}
            onPress={() => move(name, 1)}
          />
        </li>
      ))}
    </ul>
  );
}
