// A number with bounds, a unit and steps by arrow keys, written and typed in the chosen format.
import { Minus, Plus } from 'lucide-react';
import { NumberField as AriaNumberField, Button, Group, I18nProvider, Input } from 'react-aria-components';
import { numberLocale } from '@shared/strings/numbers';
import { t } from '@shared/strings/t';
import { classNames } from './class-names';
import { FieldFoot, FieldLabel, type FieldText, fieldAttributes } from './field';
import styles from './field.module.css';

export interface NumberFieldProps extends FieldText {
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min?: number;
  readonly max?: number;
  readonly step?: number;
  /** Shown after the number: `MiB`, `ms`. */
  readonly unit?: string;
  /** Maximum digits after the decimal point; default 3. */
  readonly fractionDigits?: number;
  /** `none` where one more or less means nothing, as for prices. */
  readonly stepButtons?: 'shown' | 'none';
  readonly className?: string;
}

export function NumberField(props: NumberFieldProps) {
  return (
    <I18nProvider locale={numberLocale()}>
      <AriaNumberField
        {...fieldAttributes(props)}
        className={classNames(styles.field, props.className)}
        value={props.value}
        onChange={props.onChange}
        incrementAriaLabel={t`Increase ${props.label}`}
        decrementAriaLabel={t`Decrease ${props.label}`}
        formatOptions={{ useGrouping: false, maximumFractionDigits: props.fractionDigits ?? 3 }}
        validationBehavior="aria"
        {...(props.min === undefined ? {} : { minValue: props.min })}
        {...(props.max === undefined ? {} : { maxValue: props.max })}
        {...(props.step === undefined ? {} : { step: props.step })}
      >
        <FieldLabel text={props} />
        <Group className={styles.box ?? ''}>
          <Input className={styles.input ?? ''} />
          {props.unit !== undefined && <span className={classNames(styles.aside, styles.unit)}>{props.unit}</span>}
          {props.stepButtons !== 'none' && (
            <>
              <Button slot="decrement" className={styles.inlineButton ?? ''}>
                <Minus size={12} aria-hidden />
              </Button>
              <Button slot="increment" className={styles.inlineButton ?? ''}>
                <Plus size={12} aria-hidden />
              </Button>
            </>
          )}
        </Group>
        <FieldFoot text={props} />
      </AriaNumberField>
    </I18nProvider>
  );
}
