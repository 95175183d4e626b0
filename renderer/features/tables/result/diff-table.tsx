// Properties with their old and new value side by side.
import { t } from '@shared/strings/t';
import type { PropertyDiff } from './property-diff';
import styles from './diff-table.module.css';
import { ValueText } from './value-text';

export interface DiffTableProps {
  readonly label: string;
  readonly diff: readonly PropertyDiff[];
  readonly before: string;
  readonly after: string;
}

export function DiffTable({ label, diff, before, after }: DiffTableProps) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t`Property`}</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {diff.map((each) => (
          <tr key={each.name}>
            <th scope="row">{each.name}</th>
            <td>
              <ValueText value={each.before} against={each.after} tone="old" />
            </td>
            <td>
              <ValueText value={each.after} against={each.before} tone="new" absent="removed" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
