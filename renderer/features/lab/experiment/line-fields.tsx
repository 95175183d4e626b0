// The simulated network: a preset, its description, and single properties that the user may change.
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { type LineProperty, isLinePresetId, lineChanges, lineChangesText, linePreset } from '@shared/lab/line-settings';
import { formatPlain, readNumber } from '@shared/strings/numbers';
import { t } from '@shared/strings/t';
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
  /** The factor of the figure in the field. */
  readonly factor: number;
}

const fields: readonly PropertyField[] = [
  { name: 'delayMs', label: t`Delay`, unit: 'ms', factor: 1 },
  { name: 'jitterMs', label: t`Jitter`, unit: '± ms', factor: 1 },
  { name: 'uploadBytesPerSecond', label: t`Upload`, unit: 'KiB/s', factor: KiB },
  { name: 'downloadBytesPerSecond', label: t`Download`, unit: 'KiB/s', factor: KiB },
  { name: 'connectionBytesPerSecond', label: t`Per connection`, unit: 'KiB/s', factor: KiB },
  { name: 'lossShare', label: t`Packet loss`, unit: '%', factor: 0.01 },
  { name: 'stallMs', label: t`Stall per loss`, unit: 'ms', factor: 1 },
  { name: 'partitionEntitiesPerSecond', label: t`Partition limit`, unit: t`entities/s`, factor: 1 },
  { name: 'accountEntitiesPerSecond', label: t`Account limit`, unit: t`entities/s`, factor: 1 },
  { name: 'queueMs', label: t`Waits when busy`, unit: 'ms', factor: 1 },
  { name: 'entityMs', label: t`Service time`, unit: t`ms/entity`, factor: 1 },
  { name: 'requestLimitMs', label: t`Request timeout`, unit: 'ms', factor: 1 },
  { name: 'pageCutMs', label: t`Page timeout`, unit: 'ms', factor: 1 },
];

export function LineFields(props: LineFieldsProps) {
  const { presetId, options, changes, problem, onPreset, onChanges } = props;
  const preset = linePreset(isLinePresetId(presetId) ? presetId : 'none');
  const [isOpen, setOpen] = useState(false);
  /** The text of the field that is typed in: `1.` reads as the same number as `1`, so the number alone would lose the point. */
  const [typed, setTyped] = useState<{ readonly name: LineProperty; readonly text: string } | null>(null);
  const changed = readable(changes);
  const valueOf = (name: LineProperty): number | null => {
    const own = changed[name];
    return own === undefined ? preset.settings[name] : own;
  };
  const change = ({ name, factor }: PropertyField, text: string): void => {
    const figure = text.trim() === '' ? null : readNumber(text) * factor;
    if (figure !== null && !Number.isFinite(figure)) return;
    const next = { ...changed, [name]: figure };
    const changedEntries = Object.entries(next).filter(
      ([key, value]) => value !== preset.settings[key as LineProperty],
    );
    onChanges(lineChangesText(Object.fromEntries(changedEntries)));
  };
  const count = Object.keys(changed).length;
  return (
    <div className={styles.line}>
      <Select
        label={t`Network`}
        description={preset.description}
        options={options.map(({ value, title }) => ({ value, label: title }))}
        value={presetId}
        onChange={(id) => {
          onPreset(id);
          onChanges('none');
        }}
        className={styles.lineChoice ?? ''}
      />
      <Button
        variant="quiet"
        size="small"
        className={styles.disclosure ?? ''}
        icon={isOpen ? <ChevronDown size={14} aria-hidden /> : <ChevronRight size={14} aria-hidden />}
        aria-expanded={isOpen}
        onPress={() => setOpen(!isOpen)}
      >
        {isOpen
          ? t`Hide network properties`
          : count === 0
            ? t`Change network properties`
            : t`Change network properties (${count} changed)`}
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
                placeholder={t`no limit`}
                value={typed?.name === field.name ? typed.text : figureOf(value, field.factor)}
                onBlur={() => setTyped(null)}
                after={field.unit}
                onChange={(text) => {
                  setTyped({ name: field.name, text });
                  change(field, text);
                }}
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

function figureOf(value: number | null, factor: number): string {
  return value === null ? '' : formatPlain(Number((value / factor).toPrecision(6)));
}
