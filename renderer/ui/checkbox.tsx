// Yes or no: Checkbox inside forms and lists, Switch for what takes effect at once.
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { CheckboxButton, CheckboxField, SwitchButton, SwitchField } from 'react-aria-components';
import styles from './checkbox.module.css';

export interface CheckboxProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isIndeterminate?: boolean;
  readonly isDisabled?: boolean;
  /** What people see; where nothing is seen give `label` instead. */
  readonly children?: ReactNode;
  readonly label?: string;
}

export function Checkbox({ children, label, isIndeterminate = false, isDisabled = false, ...rest }: CheckboxProps) {
  return (
    <CheckboxField
      {...rest}
      isIndeterminate={isIndeterminate}
      isDisabled={isDisabled}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      <CheckboxButton className={styles.line ?? ''}>
        <span className={styles.square}>
          {isIndeterminate ? (
            <Minus size={12} strokeWidth={3} aria-hidden />
          ) : (
            <Check size={12} strokeWidth={3} aria-hidden />
          )}
        </span>
        {children}
      </CheckboxButton>
    </CheckboxField>
  );
}

export interface SwitchProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
  readonly children?: ReactNode;
  readonly label?: string;
}

export function Switch({ children, label, isDisabled = false, ...rest }: SwitchProps) {
  return (
    <SwitchField {...rest} isDisabled={isDisabled} {...(label === undefined ? {} : { 'aria-label': label })}>
      <SwitchButton className={styles.line ?? ''}>
        <span className={styles.track}>
          <span className={styles.thumb} />
        </span>
        {children}
      </SwitchButton>
    </SwitchField>
  );
}
