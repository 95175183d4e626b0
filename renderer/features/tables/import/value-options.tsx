// How the values of an input are written: the zone of times without an offset, the decimal sign, the text of a missing
// value.
import type { ImportSettings } from '@shared/model/table-import';
import { t } from '@shared/strings/t';
import { ComboBox, type Option, Select, TextField } from '@renderer/ui';
import { isZone } from '@shared/query/zone-time';
import type { ImportDraft } from './import-draft';
import styles from './write-options.module.css';

export interface ValueOptionsProps {
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

export function ValueOptions({ draft, onChange }: ValueOptionsProps) {
  const { zone = 'UTC' } = draft;
  return (
    <div className={styles.options}>
      <ComboBox
        label={t`Times without a zone`}
        options={zones}
        value={zone}
        onChange={(next) => onChange({ ...draft, zone: next === 'UTC' ? undefined : next })}
        {...(isZone(zone) ? {} : { errorMessage: t`This is not a time zone. Name one such as Europe/Berlin or UTC.` })}
      />
      <Select
        label={t`Decimal sign`}
        options={decimalOptions}
        value={draft.decimals ?? 'point'}
        onChange={(decimals) => onChange({ ...draft, decimals: decimals === 'point' ? undefined : decimals })}
      />
      <TextField
        label={t`Text of missing values`}
        value={draft.nullText ?? ''}
        placeholder="NULL"
        face="mono"
        onChange={(nullText) => onChange({ ...draft, nullText })}
      />
    </div>
  );
}
