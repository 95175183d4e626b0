// A text box inside a condition chip: as wide as what it holds, within reason, in mono.
import { classNames } from '@renderer/ui';
import type { KeyboardEventHandler } from 'react';
import styles from './value-input.module.css';

export interface ValueInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly state?: 'fine' | 'wrong';
  readonly problemId?: string;
  readonly onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
}

/** After an operator is chosen one types what it is about: without this, letters would choose another operator. */
export function focusOperand(chip: HTMLElement | null): void {
  const input = chip?.querySelector<HTMLInputElement>('input:not([data-naming] input)');
  input?.focus();
  // What was typed for another operator is replaced by typing.
  input?.select();
}

const narrowest = 5;
const widest = 26;

export function ValueInput(props: ValueInputProps) {
  const { value, placeholder = '', state = 'fine' } = props;
  const characters = Math.max(narrowest, Math.min(widest, (value || placeholder).length + 1));
  return (
    <input
      aria-label={props.label}
      aria-invalid={state === 'wrong'}
      aria-describedby={state === 'wrong' ? props.problemId : undefined}
      className={classNames(styles.value, state === 'wrong' && styles.wrong)}
      style={{ width: `calc(${characters}ch + 20px)` }}
      value={value}
      placeholder={placeholder}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => props.onChange(event.target.value)}
      onKeyDown={props.onKeyDown}
    />
  );
}
