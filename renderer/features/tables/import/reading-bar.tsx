// How the input is read: detected format, encoding, delimiter and header, all of which can be changed.
import type { ImportReading, SettledReading } from '@shared/model/table-import';
import { t } from '@shared/strings/t';
import { Button, type Option, Select } from '@renderer/ui';
import { Info } from 'lucide-react';
import { delimiterOptions, encodingOptions, formatOptions, headerOptions } from './import-text';
import styles from './reading-bar.module.css';
import textStyles from './text.module.css';

export interface ReadingBarProps {
  /** The chosen options; the others are detected. */
  readonly chosen: ImportReading;
  /** Null for an input that has not been readable; another choice may help. */
  readonly settled: SettledReading | null;
  readonly onChange: (chosen: ImportReading) => void;
}

export function ReadingBar({ chosen, settled, onChange }: ReadingBarProps) {
  const format = chosen.format ?? settled?.format;
  return (
    <section className={styles.reading} aria-label={t`Input format`}>
      <Choice
        label={t`Format`}
        options={formatOptions}
        value={format}
        // Another format has another delimiter, which is detected again.
        onChange={(next) =>
          onChange({ format: next, ...(chosen.encoding === undefined ? {} : { encoding: chosen.encoding }) })
        }
      />
      {format === 'parquet' ? null : (
        <Choice
          label={t`Encoding`}
          options={encodingOptions}
          value={chosen.encoding ?? settled?.encoding}
          onChange={(encoding) => onChange({ ...chosen, encoding })}
        />
      )}
      {format === 'json' || format === 'jsonl' || format === 'parquet' ? null : (
        <>
          <Choice
            label={t`Delimiter`}
            options={delimiterOptions(settled?.delimiter ?? '')}
            value={chosen.delimiter ?? settled?.delimiter}
            onChange={(delimiter) => onChange({ ...chosen, delimiter })}
          />
          <Choice
            label={t`First row`}
            options={headerOptions}
            value={chosen.header ?? settled?.header}
            onChange={(header) => onChange({ ...chosen, header })}
          />
        </>
      )}
      <div className={styles.readingNotes}>
        {Object.keys(chosen).length === 0 ? (
          <span className={textStyles.muted}>{settled === null ? '' : t`Detected automatically`}</span>
        ) : (
          <Button size="small" variant="quiet" onPress={() => onChange({})}>{t`Detect again`}</Button>
        )}
        {(settled?.notes ?? []).map((note) => (
          <span key={note} className={styles.note}>
            <Info size={13} aria-hidden />
            {note}
          </span>
        ))}
      </div>
    </section>
  );
}

const asDetected: Option = { value: '', label: t`As detected` };

interface ChoiceProps<V extends string> {
  readonly label: string;
  readonly options: readonly Option<V>[];
  /** Undefined while it is neither chosen nor detected. */
  readonly value: V | undefined;
  readonly onChange: (value: V) => void;
}

function Choice<V extends string>({ label, options, value, onChange }: ChoiceProps<V>) {
  return (
    <Select
      label={label}
      size="small"
      options={value === undefined ? [asDetected, ...options] : options}
      value={value ?? asDetected.value}
      onChange={(next) => {
        const chosen = options.find((option) => option.value === next);
        if (chosen !== undefined) onChange(chosen.value);
      }}
    />
  );
}
