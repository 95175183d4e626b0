// A text box inside a condition chip: as wide as what it holds, within reason, in mono; with a list of suggestions where
// there are some.
import { SuggestionList, classNames, suggestionId } from '@renderer/ui';
import { t } from '@shared/strings/t';
import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type KeyboardEventHandler,
  type RefObject,
  useId,
  useRef,
  useState,
} from 'react';
import styles from './value-input.module.css';

export interface ValueInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly state?: 'fine' | 'wrong';
  readonly problemId?: string;
  readonly onKeyDown?: KeyboardEventHandler<HTMLInputElement>;
  /** Values that begin with a text, to choose from. */
  readonly suggest?: ((text: string) => readonly string[]) | undefined;
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

export function ValueInput({ suggest, ...props }: ValueInputProps) {
  return suggest === undefined ? <TextInput {...props} /> : <SuggestingInput {...props} suggest={suggest} />;
}

interface TextInputProps extends Omit<ValueInputProps, 'suggest'> {
  readonly ref?: RefObject<HTMLInputElement | null>;
  readonly events?: Pick<InputHTMLAttributes<HTMLInputElement>, 'onFocus' | 'onBlur' | 'onClick'>;
  /** Ids of the list under it, and of its active entry. */
  readonly list?: { readonly id: string; readonly activeId: string | undefined } | undefined;
}

function TextInput({ ref, events, list, ...props }: TextInputProps) {
  const { value, placeholder = '', state = 'fine' } = props;
  const characters = Math.max(narrowest, Math.min(widest, (value || placeholder).length + 1));
  return (
    <input
      ref={ref}
      aria-label={props.label}
      aria-invalid={state === 'wrong'}
      aria-describedby={state === 'wrong' ? props.problemId : undefined}
      {...(list === undefined
        ? {}
        : { 'aria-autocomplete': 'list', 'aria-controls': list.id, 'aria-activedescendant': list.activeId })}
      className={classNames(styles.value, state === 'wrong' && styles.wrong)}
      style={{ width: `calc(${characters}ch + 20px)` }}
      value={value}
      placeholder={placeholder}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => props.onChange(event.target.value)}
      onKeyDown={props.onKeyDown}
      {...events}
    />
  );
}

/** Opens the list when the user comes to the empty field, types, or presses Down. Enter takes an entry only once it is active. */
function SuggestingInput({ suggest, ...props }: ValueInputProps & Required<Pick<ValueInputProps, 'suggest'>>) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<readonly string[]>([]);
  const [active, setActive] = useState(-1);
  const open = (text: string): void => {
    setFound(suggest(text));
    setActive(-1);
  };
  const close = (): void => setFound([]);
  const take = (value: string): void => {
    props.onChange(value);
    close();
  };
  const isOpen = found.length > 0;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const chosen = found[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (isOpen) setActive(Math.max(-1, Math.min(found.length - 1, active + step)));
      else if (step === 1) open(props.value);
      else return;
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    } else if (event.key === 'Enter' && chosen !== undefined && !event.ctrlKey && !event.metaKey) take(chosen);
    else {
      if (event.key === 'Enter') close();
      props.onKeyDown?.(event);
      return;
    }
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        {...props}
        ref={input}
        list={isOpen ? { id, activeId: active < 0 ? undefined : suggestionId(id, active) } : undefined}
        onChange={(text) => {
          props.onChange(text);
          open(text);
        }}
        onKeyDown={onKeyDown}
        events={{
          onFocus: () => {
            if (props.value === '') open('');
          },
          onClick: () => {
            if (props.value === '' && !isOpen) open('');
          },
          onBlur: close,
        }}
      />
      <SuggestionList
        id={id}
        label={t`Loaded values of ${props.label}`}
        field={input}
        values={found}
        active={active}
        onTake={take}
        onClose={close}
      />
    </>
  );
}
