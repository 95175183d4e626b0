// How the input is read: format, encoding, delimiter and header as detected, each open to change.
import type { ImportReading, SettledReading } from '@shared/model/table-import';
import { t } from '@shared/strings/t';
import { Button, Select } from '@renderer/ui';
import { Info } from 'lucide-react';
import { delimiterOptions, encodingOptions, formatOptions, headerOptions } from './import-words';
import styles from './reading-bar.module.css';
import wordsStyles from './words.module.css';

export interface ReadingBarProps {
  /** What a person chose; the rest is detected. */
  readonly chosen: ImportReading;
  /** Null for an input that could not be read so far: what is chosen here may be the way to read it. */
  readonly settled: SettledReading | null;
  readonly onChange: (chosen: ImportReading) => void;
}

const unread: SettledReading = { format: 'csv', encoding: 'utf-8', delimiter: ',', header: 'first-row', notes: [] };

export function ReadingBar({ chosen, settled: detected, onChange }: ReadingBarProps) {
  const settled = detected ?? unread;
  const format = chosen.format ?? settled.format;
  const isDelimited = format === 'csv' || format === 'tsv';
  return (
    <section className={styles.reading} aria-label={t`How the input is read`}>
      <Select
        label={t`Format`}
        size="small"
        options={formatOptions}
        value={format}
        // Another format has another delimiter, so that one is looked for again.
        onChange={(next) =>
          onChange({ format: next, ...(chosen.encoding === undefined ? {} : { encoding: chosen.encoding }) })
        }
      />
      <Select
        label={t`Encoding`}
        size="small"
        options={encodingOptions}
        value={chosen.encoding ?? settled.encoding}
        onChange={(encoding) => onChange({ ...chosen, encoding })}
      />
      {isDelimited ? (
        <>
          <Select
            label={t`Delimiter`}
            size="small"
            options={delimiterOptions(settled.delimiter)}
            value={chosen.delimiter ?? settled.delimiter}
            onChange={(delimiter) => onChange({ ...chosen, delimiter })}
          />
          <Select
            label={t`First row`}
            size="small"
            options={headerOptions}
            value={chosen.header ?? settled.header}
            onChange={(header) => onChange({ ...chosen, header })}
          />
        </>
      ) : null}
      <div className={styles.readingNotes}>
        {Object.keys(chosen).length === 0 ? (
          <span className={wordsStyles.muted}>{detected === null ? '' : t`Detected from the input`}</span>
        ) : (
          <Button size="small" variant="quiet" onPress={() => onChange({})}>{t`Detect again`}</Button>
        )}
        {settled.notes.map((note) => (
          <span key={note} className={styles.note}>
            <Info size={13} aria-hidden />
            {note}
          </span>
        ))}
      </div>
    </section>
  );
}
