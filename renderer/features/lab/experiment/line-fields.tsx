// The simulated line: a preset, what it is like, and single properties that a person may change.
import { useState } from 'react';
import { lineChanges, lineChangesText, type LineProperty } from '@shared/lab/chosen-line';
import { isLinePresetId, linePreset } from '@shared/lab/line/line-settings';
import { formatRate, KiB } from '@shared/units';
import { Button, Select, TextField } from '@renderer/ui';
import styles from './experiment-view.module.css';

export interface LineFieldsProps {
  readonly presetId: string;
  readonly options: readonly { readonly value: string; readonly title: string }[];
  readonly changes: string;
  readonly problem: string | undefined;
  readonly onPreset: (id: string) => void;
  readonly onChanges: (text: string) => void;
}

interface PropertyField {
  readonly name: LineProperty;
  readonly label: string;
  readonly unit: string;
  /** What a figure in the field is multiplied by. */
  readonly factor: number;
}

const fields: readonly PropertyField[] = [
  { name: 'delayMs', label: 'Delay', unit: 'ms', factor: 1 },
  { name: 'jitterMs', label: 'Jitter', unit: '± ms', factor: 1 },
  { name: 'uploadBytesPerSecond', label: 'Upload', unit: 'KiB/s', factor: KiB },
  { name: 'downloadBytesPerSecond', label: 'Download', unit: 'KiB/s', factor: KiB },
  { name: 'connectionBytesPerSecond', label: 'Each connection', unit: 'KiB/s', factor: KiB },
  { name: 'lossShare', label: 'Lost pieces', unit: '%', factor: 0.01 },
  { name: 'stallMs', label: 'Stall for each', unit: 'ms', factor: 1 },
  { name: 'partitionEntitiesPerSecond', label: 'Partition limit', unit: 'entities/s', factor: 1 },
  { name: 'accountEntitiesPerSecond', label: 'Account limit', unit: 'entities/s', factor: 1 },
  { name: 'entityMs', label: 'Service time', unit: 'ms/entity', factor: 1 },
  { name: 'requestLimitMs', label: 'Request cut after', unit: 'ms', factor: 1 },
  { name: 'pageCutMs', label: 'Page cut after', unit: 'ms', factor: 1 },
];

export function LineFields(props: LineFieldsProps) {
  const { presetId, options, changes, problem, onPreset, onChanges } = props;
  const preset = linePreset(isLinePresetId(presetId) ? presetId : 'none');
  const [isOpen, setOpen] = useState(false);
  const changed = readable(changes);
  const valueOf = (name: LineProperty): number | null => {
    const own = changed[name];
    return own === undefined ? preset.settings[name] : own;
  };
  const change = ({ name, factor }: PropertyField, text: string): void => {
    const figure = text.trim() === '' ? null : Number(text) * factor;
    if (figure !== null && !Number.isFinite(figure)) return;
    const next = { ...changed, [name]: figure };
    const kept = Object.entries(next).filter(([key, value]) => value !== preset.settings[key as LineProperty]);
    onChanges(lineChangesText(Object.fromEntries(kept)));
  };
  const count = Object.keys(changed).length;
  return (
    <div className={styles.line}>
      <Select
        label="Line"
        description={preset.description}
        options={options.map(({ value, title }) => ({ value, label: title }))}
        value={presetId}
        onChange={(id) => {
          onPreset(id);
          onChanges('none');
        }}
        className={styles.lineChoice ?? ''}
      />
      <Button variant="quiet" size="small" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide properties' : count === 0 ? 'Change properties' : `Change properties (${count} changed)`}
      </Button>
      {isOpen ? (
        <div className={styles.fields}>
          {fields.map((field) => {
            const value = valueOf(field.name);
            return (
              <TextField
                key={field.name}
                label={field.label}
                face="mono"
                placeholder="no limit"
                value={value === null ? '' : String(Number((value / field.factor).toPrecision(6)))}
                after={field.unit}
                onChange={(text) => change(field, text)}
                {...(field.unit === 'KiB/s' && value !== null && value >= 1024 * KiB
                  ? { description: formatRate(value) }
                  : {})}
              />
            );
          })}
        </div>
      ) : null}
      {problem === undefined ? null : <p className={styles.problem}>{problem}</p>}
    </div>
  );
}

function readable(text: string): Partial<Record<LineProperty, number | null>> {
  try {
    return lineChanges(text);
  } catch {
    return {};
  }
}
