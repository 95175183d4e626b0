// A composite key typed in parts, each in a small field. The delimiter moves to the next part, Backspace in an empty
// part to the previous one.
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { t } from '@shared/strings/t';
import { ValueInput, type ValueInputProps } from '../result/value-input';
import { KeyTools } from './key-tools';
import styles from './keys.module.css';
import { joinKey, splitKey } from '@shared/query/composite-key';

export interface PartsFieldProps extends Omit<ValueInputProps, 'placeholder'> {
  readonly delimiter: string;
  readonly onDelimiter: (delimiter: string) => void;
}

export function PartsField({ label, value, onChange, delimiter, onDelimiter, onKeyDown, ...shared }: PartsFieldProps) {
  const parts = splitKey(value, delimiter);
  const box = useRef<HTMLSpanElement>(null);
  const [active, setActive] = useState(0);
  const goTo = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (goTo.current === null) return;
    const input = box.current?.querySelectorAll('input')[goTo.current];
    goTo.current = null;
    input?.focus();
    input?.setSelectionRange(input.value.length, input.value.length);
  });
  const put = (next: readonly string[], focused: number | null): void => {
    goTo.current = focused;
    onChange(joinKey(next, delimiter));
  };
  const focusNow = (index: number): void => box.current?.querySelectorAll('input')[index]?.focus();

  const onPartKey = (event: KeyboardEvent<HTMLInputElement>, index: number): void => {
    const { selectionStart, selectionEnd, value: text } = event.currentTarget;
    const isAtEnd = selectionStart === text.length && selectionEnd === text.length;
    if (event.key === delimiter && isAtEnd) {
      event.preventDefault();
      if (index + 1 < parts.length) focusNow(index + 1);
      else put([...parts, ''], index + 1);
    } else if (event.key === 'Backspace' && text === '' && index > 0) {
      event.preventDefault();
      put(
        parts.filter((_, at) => at !== index),
        index - 1,
      );
    } else {
      onKeyDown?.(event);
      // The value was added to the list and the field emptied: the next value begins with its first part.
      if (event.key === 'Enter' && event.defaultPrevented) goTo.current = 0;
    }
  };
  const change = (index: number, text: string): void => {
    // A pasted key brings its own delimiters: the caret goes to the part where the pasted text ends.
    const added = splitKey(text, delimiter).length - 1;
    put(
      parts.map((part, at) => (at === index ? text : part)),
      added > 0 ? index + added : null,
    );
  };
  const tooled = Math.min(active, parts.length - 1);
  return (
    <span className={styles.partsField} ref={box} role="group" aria-label={t`${label} in parts`}>
      {parts.map((part, index) => (
        <span key={index} className={styles.part} onFocus={() => setActive(index)}>
          {index === 0 ? null : (
            <span aria-hidden className={styles.between}>
              {delimiter}
            </span>
          )}
          <ValueInput
            {...shared}
            label={t`${label}, part ${index + 1}`}
            placeholder={t`part ${index + 1}`}
            value={part}
            onChange={(text) => change(index, text)}
            onKeyDown={(event) => onPartKey(event, index)}
          />
        </span>
      ))}
      <KeyTools
        field={label}
        value={parts[tooled] ?? ''}
        onUse={(key) => change(tooled, key)}
        delimiter={delimiter}
        onDelimiter={onDelimiter}
      />
    </span>
  );
}
