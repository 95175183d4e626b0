// The first step of a bulk edit: which rows, what happens to them, and how carefully.
import { Checkbox, SegmentedControl, Select } from '@renderer/ui';
import type { EdmType } from '@shared/model/entity';
import { formatCount } from '@shared/units';
import type { BulkDraft, ChangeProblem } from './bulk-draft';
import styles from './bulk.module.css';
import { ChangeRows } from './change-rows';

export interface BulkFormProps {
  readonly draft: BulkDraft;
  readonly onChange: (draft: BulkDraft) => void;
  readonly table: string;
  /** As it is sent; empty for the whole table. */
  readonly filter: string;
  readonly limit: number | undefined;
  readonly selectedRows: number;
  readonly columns: readonly { readonly name: string; readonly type: EdmType }[];
  readonly problems: readonly ChangeProblem[];
}

const actions = [
  { value: 'update', label: 'Change properties' },
  { value: 'delete', label: 'Delete rows' },
] as const;
const modes = [
  { value: 'merge', label: 'Merge', description: 'Sends what changes. Other properties stay, whoever wrote them.' },
  { value: 'replace', label: 'Replace', description: 'Sends whole rows as they were read, with the changes.' },
] as const;

export function BulkForm(props: BulkFormProps) {
  const { draft, onChange, table, filter, limit, selectedRows, columns, problems } = props;
  const scopes = [
    { value: 'matching', label: 'All rows of the query' },
    { value: 'selected', label: `Selected rows (${formatCount(selectedRows)})` },
  ] as const;
  const set = (change: Partial<BulkDraft>): void => onChange({ ...draft, ...change });
  return (
    <>
      <section className={styles.part} aria-label="Rows">
        <h3 className={styles.heading}>Rows</h3>
        <SegmentedControl
          label="Which rows"
          options={selectedRows > 0 ? scopes : scopes.slice(0, 1)}
          value={draft.rows}
          onChange={(rows) => set({ rows })}
        />
        {draft.rows === 'matching' ? (
          <p className={styles.words}>
            {filter === '' ? (
              `Every row of ${table}: the query has no condition.`
            ) : (
              <>
                Every row, loaded or not, that matches <code className={styles.filter}>{filter}</code>
              </>
            )}
            {limit === undefined ? '' : ` Up to the limit of ${formatCount(limit)} rows.`}
          </p>
        ) : (
          <p className={styles.words}>The rows that are selected in the grid, as they are in the table now.</p>
        )}
      </section>
      <section className={styles.part} aria-label="Action">
        <h3 className={styles.heading}>Action</h3>
        <SegmentedControl
          label="Action"
          options={actions}
          value={draft.action}
          onChange={(action) => set({ action })}
        />
        {draft.action === 'update' ? (
          <>
            <ChangeRows
              changes={draft.changes}
              columns={columns}
              problems={problems}
              onChange={(changes) => set({ changes })}
            />
            <Select
              label="Write mode"
              className={styles.mode ?? ''}
              options={modes}
              value={draft.mode}
              onChange={(mode) => set({ mode })}
              description={modes.find(({ value }) => value === draft.mode)?.description}
            />
          </>
        ) : null}
      </section>
      <section className={styles.part} aria-label="Safety">
        <h3 className={styles.heading}>Safety</h3>
        <Checkbox isSelected={draft.undo === 'keep'} onChange={(keep) => set({ undo: keep ? 'keep' : 'none' })}>
          Keep an undo file
        </Checkbox>
        <Checkbox
          isSelected={draft.condition === 'as-read'}
          onChange={(asRead) => set({ condition: asRead ? 'as-read' : 'any' })}
        >
          Leave out rows that somebody changes after the preview
        </Checkbox>
      </section>
    </>
  );
}
