// Every column of the input: whether and under which name it is written, its type, and its values.
import { type EdmType, edmType } from '@shared/model/entity';
import type { CheckedColumn, ImportPreview } from '@shared/model/table-import';
import { formatNumber } from '@shared/strings/numbers';
import { asOne, t } from '@shared/strings/t';
import { formatCount } from '@shared/units';
import { Badge, Checkbox, type Option, Select, TextField, VisuallyHidden } from '@renderer/ui';
import { memo } from 'react';
import { type ColumnDraft, propertyProblem } from './import-draft';
import { ownTypeLabels, typeLabel } from './import-text';
import styles from './columns-table.module.css';
import tableStyles from './input-table.module.css';
import textStyles from './text.module.css';

export type ColumnChange = { readonly [K in keyof ColumnDraft]: ColumnDraft[K] | undefined };

export interface ColumnsTableProps {
  readonly columns: ImportPreview['columns'];
  readonly drafts: Readonly<Record<string, ColumnDraft>>;
  /** Names of columns that become a key unchanged. */
  readonly keyColumns: ReadonlySet<string>;
  /** The report of the latest dry run; null before the first. */
  readonly checked: readonly CheckedColumn[] | null;
  /** Must keep its identity. */
  readonly onChange: (column: string, change: ColumnChange) => void;
}

const untouched: ColumnDraft = {};

export function ColumnsTable({ columns, drafts, keyColumns, checked, onChange }: ColumnsTableProps) {
  const byName = new Map(checked?.map((column) => [column.name, column]));
  return (
    <div className={tableStyles.scroller} tabIndex={0} data-sticky-edges role="group" aria-label={t`Columns`}>
      <table className={tableStyles.table}>
        <thead>
          <tr>
            <th scope="col">{t`Column`}</th>
            <th scope="col">{t`Property`}</th>
            <th scope="col">{t`Type`}</th>
            <th scope="col">{t`Non-empty`}</th>
            <th scope="col">{t`Values`}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <ColumnLine
              key={column.name}
              name={column.name}
              declared={column.declaredType}
              draft={drafts[column.name] ?? untouched}
              role={keyColumns.has(column.name) ? 'key' : 'property'}
              found={byName.get(column.name) ?? null}
              onChange={onChange}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ColumnLineProps {
  readonly name: string;
  readonly declared: EdmType | null;
  readonly draft: ColumnDraft;
  readonly role: 'key' | 'property';
  readonly found: CheckedColumn | null;
  readonly onChange: (column: string, change: ColumnChange) => void;
}

const byItself = 'auto';
type TypeChoice = EdmType | typeof byItself;

const ColumnLine = memo(function ColumnLine({ name, declared, draft, role, found, onChange }: ColumnLineProps) {
  const isWritten =
    role === 'property' && (draft.use ?? (found?.use === 'leave-out' ? 'leave-out' : 'import')) === 'import';
  const problem = propertyProblem(draft);
  const options: readonly Option<TypeChoice>[] = [
    { value: byItself, label: ownTypeLabels(found, declared) },
    ...edmType.options.map((type) => ({ value: type, label: typeLabel(type) })),
  ];
  return (
    <tr data-left-out={role === 'property' && !isWritten ? '' : undefined}>
      <th scope="row">
        <div className={styles.columnName}>
          {role === 'key' ? (
            <Badge tone="information">{t`key`}</Badge>
          ) : (
            <Checkbox
              label={t`Import column ${name}`}
              isSelected={isWritten}
              onChange={(isSelected) => onChange(name, { use: isSelected ? 'import' : 'leave-out' })}
            />
          )}
          <span className={tableStyles.nameText} title={name}>
            {name}
          </span>
        </div>
      </th>
      <td>
        {isWritten ? (
          <TextField
            label={t`Property for ${name}`}
            labelPosition="hidden"
            size="small"
            face="mono"
            className={styles.property ?? ''}
            placeholder={found === null || found.typeFrom === 'setting' ? name : found.property}
            value={draft.property ?? ''}
            onChange={(property) => onChange(name, { property: property === '' ? undefined : property })}
            errorMessage={problem ?? undefined}
          />
        ) : (
          <span className={textStyles.muted}>{role === 'key' ? t`the key itself` : t`skipped`}</span>
        )}
      </td>
      <td>
        {isWritten ? (
          <Select<TypeChoice>
            label={t`Type of ${name}`}
            labelPosition="hidden"
            size="small"
            className={styles.typeChoice ?? ''}
            options={options}
            value={draft.type ?? byItself}
            onChange={(type) => onChange(name, { type: type === byItself ? undefined : type })}
          />
        ) : null}
      </td>
      <td>{found === null ? null : <Filled filled={found.filled} rows={found.filled + found.nulls} />}</td>
      <td>
        {found === null ? null : (
          <div className={styles.examples} title={found.samples.join('\n')}>
            {found.samples.map((sample) => (
              <code key={sample}>{sample}</code>
            ))}
          </div>
        )}
        {found === null || found.note === '' ? null : <div className={styles.columnNote}>{found.note}</div>}
      </td>
    </tr>
  );
});

/** @param rows that could be read */
function Filled({ filled, rows }: { readonly filled: number; readonly rows: number }) {
  const share = rows === 0 ? 0 : filled / rows;
  // Rounding must not turn almost all into 100 %.
  const percent =
    share === 1 || share === 0 ? share * 100 : Math.min(99.9, Math.max(0.1, Math.round(share * 1000) / 10));
  return (
    <div className={styles.filled} title={t`${formatCount(filled)} of ${formatCount(rows)} rows have a value`}>
      <span className={styles.bar} aria-hidden>
        <span className={styles.barFill} style={{ width: `${share * 100}%` }} />
      </span>
      <span>
        {asOne(`${formatNumber(percent, { max: 1 })} %`)}
        <VisuallyHidden> {t`non-empty`}</VisuallyHidden>
      </span>
    </div>
  );
}
