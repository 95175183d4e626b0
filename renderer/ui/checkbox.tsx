// Yes or no: Checkbox inside forms and lists, Switch for what takes effect at once.
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { CheckboxButton, CheckboxField, SwitchButton, SwitchField } from 'react-aria-components';
import styles from './checkbox.module.css';

export interface CheckboxProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly isDisabled?: boolean;
  /** The visible label; if nothing is visible, set `label` instead. */
  readonly children?: ReactNode;
  readonly label?: string;
}

export function Checkbox({ children, label, isDisabled = false, ...rest }: CheckboxProps) {
  return (
    <CheckboxField {...rest} isDisabled={isDisabled} {...(label === undefined ? {} : { 'aria-label': label })}>
      <CheckboxButton className={styles.line ?? ''}>
        <span className={styles.square}>
          <Check size={12} strokeWidth={3} aria-hidden />
        </span>
        {children}
      </CheckboxButton>
    </CheckboxField>
  );
}

export interface SwitchProps {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
  readonly children?: ReactNode;
  readonly label?: string;
}

export function Switch({ children, label, ...rest }: SwitchProps) {
  return (
    <SwitchField {...rest} {...(label === undefined ? {} : { 'aria-label': label })}>
      <SwitchButton className={styles.line ?? ''}>
        <span className={styles.track}>
          <span className={styles.thumb} />
        </span>
        {children}
      </SwitchButton>
    </SwitchField>
  );
}
