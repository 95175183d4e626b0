// One line of text (or a few), and the search field.
import { Search, X } from 'lucide-react';
import type { KeyboardEventHandler, ReactNode, Ref } from 'react';
import {
  SearchField as AriaSearchField,
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
  Button,
  Group,
  Input,
  TextArea,
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
  /** For screen readers; the placeholder is what people see. */
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
