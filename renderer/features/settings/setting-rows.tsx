// The usual kinds of settings, each a row with its control: one of several, on or off, a whole number.
import { NumberField, SegmentedControl, Switch } from '@renderer/ui';
import { Row, type RowProps } from './page';
import styles from './settings-tab.module.css';

type RowText = Omit<RowProps, 'children'>;

export interface ChoiceRowProps<V extends string> extends RowText {
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly value: V;
  readonly onChange: (value: V) => void;
}

export function ChoiceRow<V extends string>({ options, value, onChange, ...row }: ChoiceRowProps<V>) {
  return (
    <Row {...row} choices={options.map(({ label }) => label).join(' ')}>
      <SegmentedControl label={row.title} options={options} value={value} onChange={onChange} />
    </Row>
  );
}

export interface SwitchRowProps extends RowText {
  readonly isSelected: boolean;
  readonly onChange: (isSelected: boolean) => void;
}

export function SwitchRow({ isSelected, onChange, ...row }: SwitchRowProps) {
  return (
    <Row {...row}>
      <Switch label={row.title} isSelected={isSelected} onChange={onChange} />
    </Row>
  );
}

export interface WholeNumberRowProps extends RowText {
  readonly min: number;
  readonly max: number;
  readonly value: number;
  /** Called with complete integers only, not with partial input. */
  readonly onChange: (value: number) => void;
}

export function WholeNumberRow({ min, max, value, onChange, ...row }: WholeNumberRowProps) {
  return (
    <Row {...row}>
      <NumberField
        label={row.title}
        labelPosition="hidden"
        className={styles.number ?? ''}
        min={min}
        max={max}
        step={1}
        value={value}
        onChange={(typed) => {
          if (Number.isInteger(typed)) onChange(typed);
        }}
      />
    </Row>
  );
}
