// How the rows are written: what happens to rows that exist, to empty cells and to bad rows, and at which pace.
import { planSizes } from '@shared/import/import-pace';
import type { ImportSettings } from '@shared/model/table-import';
import { type Option, Select } from '@renderer/ui';
import type { ImportDraft } from './import-draft';
import { modeOptions } from './import-words';
import styles from './write-options.module.css';

export interface WriteOptionsProps {
  readonly draft: ImportDraft;
  readonly onChange: (draft: ImportDraft) => void;
}

const emptyOptions: readonly Option<ImportSettings['emptyCells']>[] = [
  { value: 'skip', label: 'Left out', description: 'The entity lacks the property' },
  { value: 'empty-string', label: 'Empty text', description: 'In columns of type String' },
];

const rejectOptions: readonly Option<ImportSettings['rejectedRows']>[] = [
  { value: 'collect', label: 'Collected', description: 'The others are written, these can be saved' },
  { value: 'stop', label: 'End the run', description: 'What was written before stays' },
];

const sizeOptions: readonly Option[] = [
  { value: 'auto', label: 'Automatic', description: '100, less where batches time out' },
  ...[...planSizes]
    .reverse()
    .map((size) => ({ value: String(size), label: size === 1 ? '1, no batches' : String(size) })),
];

const concurrencyOptions: readonly Option[] = [
  { value: 'auto', label: 'Automatic', description: 'Follows the rate and throttling' },
  ...[1, 2, 4, 8, 20, 32, 64].map((count) => ({ value: String(count), label: String(count) })),
];

export function WriteOptions({ draft, onChange }: WriteOptionsProps) {
  return (
    <div className={styles.options}>
      <Select
        label="Rows that exist"
        className={styles.wide ?? ''}
        options={modeOptions}
        value={draft.mode}
        onChange={(mode) => onChange({ ...draft, mode })}
      />
      <Select
        label="Empty cells"
        options={emptyOptions}
        value={draft.emptyCells}
        onChange={(emptyCells) => onChange({ ...draft, emptyCells })}
      />
      <Select
        label="Bad rows"
        options={rejectOptions}
        value={draft.rejectedRows}
        onChange={(rejectedRows) => onChange({ ...draft, rejectedRows })}
      />
      <Select
        label="Rows a batch"
        options={sizeOptions}
        value={String(draft.batchSize)}
        onChange={(size) => onChange({ ...draft, batchSize: size === 'auto' ? 'auto' : Number(size) })}
      />
      <Select
        label="Batches at once"
        options={concurrencyOptions}
        value={String(draft.concurrency)}
        onChange={(count) => onChange({ ...draft, concurrency: count === 'auto' ? 'auto' : Number(count) })}
      />
    </div>
  );
}
