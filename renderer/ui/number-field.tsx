// A number with bounds, a unit and steps by arrow keys.
import { Minus, Plus } from 'lucide-react';
import { NumberField as AriaNumberField, Button, Group, Input } from 'react-aria-components';
import { classNames } from './class-names';
import { FieldFoot, FieldLabel, type FieldWords, fieldAttributes } from './field';
import styles from './field.module.css';

export interface NumberFieldProps extends FieldWords {
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** Shown after the number: `MiB`, `ms`. */
  readonly unit?: string;
  readonly isDisabled?: boolean;
  readonly className?: string;
}

export function NumberField(props: NumberFieldProps) {
  return (
    <AriaNumberField
      {...fieldAttributes(props)}
      className={classNames(styles.field, props.className)}
      value={props.value}
      onChange={props.onChange}
      isDisabled={props.isDisabled ?? false}
      formatOptions={{ useGrouping: false }}
      validationBehavior="aria"
      {...(props.min === undefined ? {} : { minValue: props.min })}
      {...(props.max === undefined ? {} : { maxValue: props.max })}
      {...(props.step === undefined ? {} : { step: props.step })}
    >
      <FieldLabel words={props} />
      <Group className={styles.box ?? ''}>
        <Input className={styles.input ?? ''} />
        {props.unit !== undefined && <span className={styles.aside}>{props.unit}</span>}
        <Button slot="decrement" className={styles.inlineButton ?? ''}>
          <Minus size={12} aria-hidden />
        </Button>
        <Button slot="increment" className={styles.inlineButton ?? ''}>
          <Plus size={12} aria-hidden />
        </Button>
      </Group>
      <FieldFoot words={props} />
    </AriaNumberField>
  );
}
