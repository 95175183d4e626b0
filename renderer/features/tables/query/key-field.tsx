// The input for a key: one field, a field for each part, or several values, with tools that compute keys and suggestions
// after a date was pasted.
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { KeyTools } from './key-tools';
import chipStyles from './chip.module.css';
import { type ValueInputProps, ValueInput } from './value-input';
import { X } from 'lucide-react';
import { t } from '@shared/strings/t';
import { type KeyDraft, commitPending } from './key-draft';
import keysStyles from './keys.module.css';
import { joinKey, splitKey } from '@shared/query/composite-key';
import { momentKey } from '@shared/query/key-tools';
import { parseMoment } from '@shared/query/ticks';

interface KeyFieldProps extends ValueInputProps {
  /** Between the parts; empty where the key is typed in one piece. */
  readonly delimiter: string;
  readonly onDelimiter: (delimiter: string) => void;
}

export function KeyField({ delimiter, onDelimiter, ...props }: KeyFieldProps) {
  const [pasted, setPasted] = useState<string | null>(null);
  if (delimiter !== '') {
    const { placeholder: _, suggest: __, ...shared } = props;
    return <PartsField {...shared} delimiter={delimiter} onDelimiter={onDelimiter} />;
  }
  const isOffered = pasted !== null && props.value.trim() === pasted;
  return (
    <>
      <span
        className={chipStyles.withTools}
        onPaste={(event) => setPasted(dateIn(event.clipboardData.getData('text')))}
      >
        <ValueInput {...props} />
        <KeyTools field={props.label} value={props.value} onUse={props.onChange} onDelimiter={onDelimiter} />
      </span>
      {isOffered ? (
        <PastedDate
          field={props.label}
          pasted={pasted}
          onKeep={() => setPasted(null)}
          onUse={(key) => {
            setPasted(null);
            props.onChange(key);
          }}
        />
      ) : null}
    </>
  );
}

interface OneOfFieldProps extends Pick<KeyFieldProps, 'state' | 'problemId' | 'suggest' | 'delimiter' | 'onDelimiter'> {
  readonly name: string;
  readonly draft: KeyDraft;
  readonly onChange: (draft: KeyDraft) => void;
}

export function OneOfField({ name, draft, onChange, ...shared }: OneOfFieldProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter' && draft.pending !== '') {
      event.preventDefault();
      onChange(commitPending(draft));
    } else if (event.key === 'Backspace' && draft.pending === '' && draft.values.length > 0) {
      onChange({ ...draft, values: draft.values.slice(0, -1) });
    }
  };
  return (
    <span className={chipStyles.values}>
      {draft.values.map((value) => (
        <span key={value} className={chipStyles.token}>
          <span className={chipStyles.tokenText}>{value}</span>
          <button
            type="button"
            aria-label={t`Remove ${value}`}
            className={chipStyles.tokenRemove}
            onClick={() => onChange({ ...draft, values: draft.values.filter((other) => other !== value) })}
          >
            <X size={12} aria-hidden />
          </button>
        </span>
      ))}
      <KeyField
        {...shared}
        label={t`${name}: add a value`}
        value={draft.pending}
        placeholder={t`value, then Enter`}
        onChange={(pending) => onChange({ ...draft, pending })}
        onKeyDown={onKeyDown}
      />
    </span>
  );
}

interface PartsFieldProps extends Omit<ValueInputProps, 'placeholder' | 'suggest'> {
  readonly delimiter: string;
  readonly onDelimiter: (delimiter: string) => void;
}

function PartsField({ label, value, onChange, delimiter, onDelimiter, onKeyDown, ...shared }: PartsFieldProps) {
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
    <span className={keysStyles.partsField} ref={box} role="group" aria-label={t`${label} in parts`}>
      {parts.map((part, index) => (
        <span key={index} className={keysStyles.part} onFocus={() => setActive(index)}>
          {index === 0 ? null : (
            <span aria-hidden className={keysStyles.between}>
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

interface PastedDateProps {
  readonly field: string;
  /** The text that was pasted. */
  readonly pasted: string;
  readonly onUse: (key: string) => void;
  readonly onKeep: () => void;
}

const tools = [
  { tool: 'reversed-date', text: t`reversed date` },
  { tool: 'ticks', text: t`ticks` },
  { tool: 'reversed-ticks', text: t`reversed ticks` },
] as const;

function PastedDate({ field, pasted, onUse, onKeep }: PastedDateProps) {
  const ticks = parseMoment(pasted, 'utc');
  if (ticks === null) return null;
  return (
    <span className={keysStyles.pasted} role="group" aria-label={t`Use the pasted date as ${field}`}>
      <button type="button" className={keysStyles.pastedChoice} title={pasted} onClick={onKeep}>{t`as pasted`}</button>
      {tools.map(({ tool, text }) => {
        const key = momentKey(tool, ticks, 'utc');
        return (
          <button
            key={tool}
            type="button"
            className={keysStyles.pastedChoice}
            title={t`${key}, UTC`}
            onClick={() => onUse(key)}
          >
            {text}
          </button>
        );
      })}
    </span>
  );
}

/** The pasted text if it is a date as users write it, not digits that are a key already. */
export function dateIn(text: string): string | null {
  const trimmed = text.trim();
  return trimmed.includes('-') && parseMoment(trimmed, 'utc') !== null ? trimmed : null;
}
