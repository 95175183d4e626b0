// One of a list: Select for a fixed list, ComboBox for a list one types into.
import { Check, ChevronDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import {
  ComboBox as AriaComboBox,
  Select as AriaSelect,
  Button,
  Group,
  Input,
  ListBox,
  ListBoxItem,
  Popover,
  SelectValue,
} from 'react-aria-components';
import { classNames } from './class-names';
import { FieldFoot, FieldLabel, type FieldText, fieldAttributes } from './field';
import fieldStyles from './field.module.css';
import optionStyles from './options.module.css';
import styles from './select.module.css';

export interface Option<V extends string = string> {
  readonly value: V;
  readonly label: string;
  /** Replaces the label, for texts that change when there is little room. */
  readonly text?: ReactNode;
  readonly description?: string;
  readonly isDisabled?: boolean;
}

export interface SelectProps<V extends string> extends FieldText {
  readonly options: readonly Option<V>[];
  readonly value: V;
  readonly onChange: (value: V) => void;
  /** The list has closed after a choice and returned the focus, for a field that continues from there. */
  readonly onChosen?: () => void;
  /** `bare` is text with a chevron, to sit inside another box. */
  readonly appearance?: 'field' | 'bare';
  readonly size?: 'standard' | 'small';
  readonly isDisabled?: boolean;
  readonly className?: string;
}

export function Select<V extends string>(props: SelectProps<V>) {
  const { options, appearance = 'field', size = 'standard' } = props;
  // The arrow keys change a closed list too; whoever does that stays on it.
  const list = useRef<'closed' | 'open' | 'chosen'>('closed');
  return (
    <AriaSelect
      {...fieldAttributes(props)}
      className={classNames(fieldStyles.field, props.className)}
      value={props.value}
      isDisabled={props.isDisabled ?? false}
      onChange={(key) => {
        const chosen = options.find((option) => option.value === key);
        if (list.current === 'open') list.current = 'chosen';
        if (chosen) props.onChange(chosen.value);
      }}
      onOpenChange={(isOpen) => {
        if (isOpen) list.current = 'open';
        else if (list.current === 'open') list.current = 'closed';
      }}
    >
      <FieldLabel text={props} />
      <Button
        className={classNames(styles.trigger, appearance === 'bare' && styles.bare, size === 'small' && styles.small)}
        onFocus={() => {
          if (list.current !== 'chosen') return;
          list.current = 'closed';
          props.onChosen?.();
        }}
      >
        <SelectValue className={styles.value ?? ''}>{({ defaultChildren }) => defaultChildren}</SelectValue>
        <ChevronDown size={14} className={styles.chevron} aria-hidden />
      </Button>
      <FieldFoot text={props} />
      <Popover className={optionStyles.popover ?? ''} offset={4}>
        <OptionList options={options} />
      </Popover>
    </AriaSelect>
  );
}

export interface ComboBoxProps extends FieldText {
  readonly options: readonly Option[];
  /** The text in the field; any text is allowed, the list only suggests. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly face?: 'interface' | 'mono';
  readonly className?: string;
}

export function ComboBox(props: ComboBoxProps) {
  /** Its value when it got the focus. */
  const before = useRef(props.value);
  const takeBack = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'Escape') return;
    const isOpen = event.currentTarget.getAttribute('aria-expanded') === 'true';
    if (!isOpen && props.value === before.current) return;
    // The list or the text is what the key was for: a dialog around the field stays, with all that is in it.
    event.stopPropagation();
    if (!isOpen) props.onChange(before.current);
  };
  return (
    <AriaComboBox
      {...fieldAttributes(props)}
      className={classNames(fieldStyles.field, props.className)}
      inputValue={props.value}
      onInputChange={props.onChange}
      allowsCustomValue
      menuTrigger="focus"
    >
      <FieldLabel text={props} />
      <Group className={fieldStyles.box ?? ''}>
        <Input
          className={classNames(fieldStyles.input, props.face === 'mono' && fieldStyles.mono)}
          spellCheck="false"
          placeholder={props.placeholder ?? ''}
          onFocus={() => (before.current = props.value)}
          onKeyDown={takeBack}
        />
        <Button className={fieldStyles.inlineButton ?? ''}>
          <ChevronDown size={14} aria-hidden />
        </Button>
      </Group>
      <FieldFoot text={props} />
      <Popover className={optionStyles.popover ?? ''} offset={4}>
        <OptionList options={props.options} />
      </Popover>
    </AriaComboBox>
  );
}

function OptionList({ options }: { readonly options: readonly Option[] }) {
  return (
    <ListBox className={optionStyles.list ?? ''}>
      {options.map((option) => (
        <ListBoxItem
          key={option.value}
          id={option.value}
          textValue={option.label}
          className={optionStyles.item ?? ''}
          isDisabled={option.isDisabled ?? false}
        >
          <span className={optionStyles.words}>
            <span className={optionStyles.title}>{option.text ?? option.label}</span>
            {option.description !== undefined && (
              <span className={optionStyles.description} data-description="">
                {option.description}
              </span>
            )}
          </span>
          <Check size={14} className={optionStyles.check} aria-hidden />
        </ListBoxItem>
      ))}
    </ListBox>
  );
}
