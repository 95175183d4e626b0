// How the rows are written: the treatment of existing rows, empty cells and invalid rows, and the pace.
import { planSizes } from '@shared/import/import-pace';
import type { ImportSettings } from '@shared/model/table-import';
import { t } from '@shared/strings/t';
import { type Option, ComboBox, Select, TextField } from '@renderer/ui';
import { changingOptions } from '../result/changing-options';
import type { ImportDraft } from './import-draft';
import { modeOptions } from './import-text';
import styles from './import-options.module.css';
import { isZone } from '@shared/query/zone-time';

interface WriteOptionsProps {
  readonly draft: ImportDraft;
  /** Why existing rows cannot be changed; null if they can. */
  readonly changeDisabledReason: string | null;
  readonly onChange: (draft: ImportDraft) => void;
}

const emptyOptions: readonly Option<ImportSettings['emptyCells']>[] = [
  { value: 'skip', label: t`Skip`, description: t`The entity does not get the property` },
  { value: 'empty-string', label: t`Empty text`, description: t`For String columns` },
];

const rejectOptions: readonly Option<ImportSettings['rejectedRows']>[] = [
  { value: 'collect', label: t`Collect`, description: t`All other rows are written; these can be saved to a file` },
  { value: 'stop', label: t`Stop the import`, description: t`Rows already written stay` },
];

const sizeOptions: readonly Option[] = [
  { value: 'auto', label: t`Automatic`, description: t`100, fewer if batches time out` },
  ...[...planSizes]
    .reverse()
    .map((size) => ({ value: String(size), label: size === 1 ? t`1 (no batches)` : String(size) })),
];

const concurrencyOptions: readonly Option[] = [
  { value: 'auto', label: t`Automatic`, description: t`Adapts to rate and throttling` },
  ...[1, 2, 4, 8, 20, 32, 64].map((count) => ({ value: String(count), label: String(count) })),
];

export function WriteOptions({ draft, changeDisabledReason, onChange }: WriteOptionsProps) {
  return (
    <div className={styles.options}>
      <Select
        label={t`Existing rows`}
        className={styles.wide ?? ''}
        options={changingOptions(modeOptions, changeDisabledReason)}
        value={draft.mode}
        onChange={(mode) => onChange({ ...draft, mode })}
      />
      <Select
        label={t`Empty cells`}
        options={emptyOptions}
        value={draft.emptyCells}
        onChange={(emptyCells) => onChange({ ...draft, emptyCells })}
      />
      <Select
        label={t`Bad rows`}
        options={rejectOptions}
        value={draft.rejectedRows}
        onChange={(rejectedRows) => onChange({ ...draft, rejectedRows })}
      />
      <Select
        label={t`Rows per batch`}
        options={sizeOptions}
        value={String(draft.batchSize)}
        onChange={(size) => onChange({ ...draft, batchSize: size === 'auto' ? 'auto' : Number(size) })}
      />
      <Select
        label={t`Concurrent batches`}
        options={concurrencyOptions}
        value={String(draft.concurrency)}
        onChange={(count) => onChange({ ...draft, concurrency: count === 'auto' ? 'auto' : Number(count) })}
      />
    </div>
  );
}

interface ValueOptionsProps {
  readonly draft: ImportDraft;
  readonly onChange: (draft: ImportDraft) => void;
}

const decimalOptions: readonly Option<NonNullable<ImportSettings['decimals']>>[] = [
  { value: 'point', label: t`Point`, description: '1,234.5' },
  { value: 'comma', label: t`Comma`, description: '1.234,5' },
];

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const zones: readonly Option[] = [...new Set(['UTC', ownZone, ...Intl.supportedValuesOf('timeZone')])].map((name) => ({
  value: name,
  label: name,
}));

/**
 * How the values of the input are written: the zone of times without an offset, the decimal sign, the text of a
 * missing value.
 */
export function ValueOptions({ draft, onChange }: ValueOptionsProps) {
  const { zone = 'UTC' } = draft;
  return (
    <div className={styles.options}>
      <ComboBox
        label={t`Times without time zone`}
        options={zones}
        value={zone}
        onChange={(next) => onChange({ ...draft, zone: next === 'UTC' ? undefined : next })}
        {...(isZone(zone) ? {} : { errorMessage: t`Unknown time zone. Enter one such as Europe/Berlin or UTC.` })}
      />
      <Select
        label={t`Decimal separator`}
        options={decimalOptions}
        value={draft.decimals ?? 'point'}
        onChange={(decimals) => onChange({ ...draft, decimals: decimals === 'point' ? undefined : decimals })}
      />
      <TextField
        label={t`Text for missing values`}
        value={draft.nullText ?? ''}
        placeholder="NULL"
        face="mono"
        onChange={(nullText) => onChange({ ...draft, nullText })}
      />
    </div>
  );
}
