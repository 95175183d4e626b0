// One line of text (or a few), and the search field.
import { Search, X } from 'lucide-react';
import type { KeyboardEventHandler, ReactNode, Ref } from 'react';
import {
  Button,
  Group,
  Input,
  SearchField as AriaSearchField,
  TextArea,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components';
import { t } from '@shared/strings/t';
import { classNames } from './class-names';
import { FieldFoot, FieldLabel, type FieldText, fieldAttributes } from './field';
import styles from './field.module.css';
import { firstFocusMark } from './first-focus';

export type FieldKey = Parameters<NonNullable<AriaTextFieldProps['onKeyDown']>>[0];

export interface TextFieldProps extends FieldText {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  /** `mono` for keys, values, filters and tokens. */
  readonly face?: 'interface' | 'mono';
  readonly type?: 'text' | 'password';
  readonly size?: 'standard' | 'small';
  /** More than one makes it a text area. */
  readonly rows?: number;
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly autoFocus?: boolean;
  readonly isDisabled?: boolean;
  readonly isReadOnly?: boolean;
  /** Enter, in a field of one line. The key is answered with it, unless its propagation is continued. */
  readonly onSubmit?: (event: FieldKey) => void;
  readonly onBlur?: () => void;
  readonly onKeyDown?: KeyboardEventHandler;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly className?: string;
}

export function TextField(props: TextFieldProps) {
  const { face = 'interface', rows = 1, size = 'standard', placeholder, onSubmit } = props;
  const inputClass = classNames(styles.input, face === 'mono' && styles.mono, rows > 1 && styles.area);
  return (
    <AriaTextField
      {...fieldAttributes(props)}
      className={classNames(styles.field, props.className)}
      value={props.value}
      onChange={props.onChange}
      type={props.type ?? 'text'}
      spellCheck="false"
      autoComplete="off"
      autoFocus={props.autoFocus ?? false}
      isDisabled={props.isDisabled ?? false}
      isReadOnly={props.isReadOnly ?? false}
      validationBehavior="aria"
      onKeyDown={(event) => {
        if (event.key === 'Enter' && rows === 1 && onSubmit) onSubmit(event);
        else event.continuePropagation();
      }}
      {...(props.onBlur ? { onBlur: props.onBlur } : {})}
    >
      <FieldLabel text={props} />
      <Group className={classNames(styles.box, rows > 1 && styles.tall, size === 'small' && styles.small)}>
        {props.before !== undefined && <span className={classNames(styles.aside, styles.before)}>{props.before}</span>}
        {rows > 1 ? (
          <TextArea
            className={inputClass}
            rows={rows}
            {...firstFocusMark(props.autoFocus)}
            {...(placeholder === undefined ? {} : { placeholder })}
          />
        ) : (
          <Input
            className={inputClass}
            {...firstFocusMark(props.autoFocus)}
            {...(placeholder === undefined ? {} : { placeholder })}
            {...(props.inputRef ? { ref: props.inputRef } : {})}
            {...(props.onKeyDown ? { onKeyDown: props.onKeyDown } : {})}
          />
        )}
        {props.after !== undefined && <span className={classNames(styles.aside, styles.after)}>{props.after}</span>}
      </Group>
      <FieldFoot text={props} />
    </AriaTextField>
  );
}

export interface SearchFieldProps {
  /** For screen readers; the placeholder is the visible text. */
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly size?: 'standard' | 'small';
  readonly autoFocus?: boolean;
  readonly onSubmit?: (value: string) => void;
  /** `mono` for patterns. */
  readonly face?: 'interface' | 'mono';
  readonly isInvalid?: boolean;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly className?: string;
}

export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, size = 'standard', face = 'interface', className, onSubmit, inputRef, ...rest } = props;
  return (
    <AriaSearchField
      {...rest}
      {...(onSubmit ? { onSubmit } : {})}
      aria-label={label}
      className={classNames(styles.field, className)}
      spellCheck="false"
      autoComplete="off"
    >
      <Group className={classNames(styles.box, size === 'small' && styles.small)}>
        <span className={classNames(styles.aside, styles.before)}>
          <Search size={14} aria-hidden />
        </span>
        <Input
          className={classNames(styles.input, face === 'mono' && styles.mono)}
          placeholder={placeholder ?? label}
          {...firstFocusMark(rest.autoFocus)}
          {...(inputRef ? { ref: inputRef } : {})}
        />
        <Button className={classNames(styles.inlineButton, styles.clear)} aria-label={t`Clear`}>
          <X size={14} aria-hidden />
        </Button>
      </Group>
    </AriaSearchField>
  );
}

// Changes part of a text field as typing does: the field's own undo (Ctrl+Z) takes the change back.

type EditableField = HTMLTextAreaElement | HTMLInputElement;

/** Setting a field's value from code would empty its undo history. The field gets the focus; React sees an `input` event. */
export function replaceText(
  field: EditableField,
  { from, to, text }: { readonly from: number; readonly to: number; readonly text: string },
): void {
  if (field.ownerDocument.activeElement !== field) field.focus();
  field.setSelectionRange(from, to);
  if (insertUndoably(field.ownerDocument, text)) return;
  field.setRangeText(text, from, to, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Deprecated, but there is no other way to add to a field's undo history. False where it is not available. */
function insertUndoably(page: Document, text: string): boolean {
  const { execCommand } = page as { execCommand?: (command: string, hasInterface: boolean, value: string) => boolean };
  return execCommand?.call(page, 'insertText', false, text) ?? false;
}
