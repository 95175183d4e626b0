// The first step of a bulk edit: which rows, what happens to them, and how carefully.
import { t } from '@shared/strings/t';
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
  /** The filter as it is sent; empty for the whole table. */
  readonly filter: string;
  readonly limit: number | undefined;
  readonly selectedRows: number;
  readonly columns: readonly { readonly name: string; readonly type: EdmType }[];
  readonly problems: readonly ChangeProblem[];
}

const actions = [
  { value: 'update', label: t`Change properties` },
  { value: 'delete', label: t`Delete rows` },
] as const;
const modes = [
  { value: 'merge', label: t`Merge`, description: t`Sends what changes. Other properties stay, whoever wrote them.` },
  { value: 'replace', label: t`Replace`, description: t`Sends whole rows as they were read, with the changes.` },
] as const;

export function BulkForm(props: BulkFormProps) {
  const { draft, onChange, table, filter, limit, selectedRows, columns, problems } = props;
  const scopes = [
    { value: 'matching', label: t`All rows of the query` },
    { value: 'selected', label: t`Selected rows (${formatCount(selectedRows)})` },
  ] as const;
  const set = (change: Partial<BulkDraft>): void => onChange({ ...draft, ...change });
  return (
    <>
      <section className={styles.part} aria-label={t`Rows`}>
        <h3 className={styles.heading}>{t`Rows`}</h3>
        <SegmentedControl
          label={t`Which rows`}
          options={selectedRows > 0 ? scopes : scopes.slice(0, 1)}
          value={draft.rows}
          onChange={(rows) => set({ rows })}
        />
        {draft.rows === 'matching' ? (
          <p className={styles.words}>
            {filter === '' ? (
              t`Every row of ${table}: the query has no condition.`
            ) : (
              <>
                {t`Every row, loaded or not, that matches`} <code className={styles.filter}>{filter}</code>
              </>
            )}
            {limit === undefined ? '' : t` Up to the limit of ${formatCount(limit)} rows.`}
          </p>
        ) : (
          <p className={styles.words}>{t`The rows that are selected in the grid, as they are in the table now.`}</p>
        )}
      </section>
      <section className={styles.part} aria-label={t`Action`}>
        <h3 className={styles.heading}>{t`Action`}</h3>
        <SegmentedControl
          label={t`Action`}
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
              label={t`Write mode`}
              className={styles.mode ?? ''}
              options={modes}
              value={draft.mode}
              onChange={(mode) => set({ mode })}
              description={modes.find(({ value }) => value === draft.mode)?.description}
            />
          </>
        ) : null}
      </section>
      <section className={styles.part} aria-label={t`Safety`}>
        <h3 className={styles.heading}>{t`Safety`}</h3>
        <Checkbox isSelected={draft.undo === 'keep'} onChange={(keep) => set({ undo: keep ? 'keep' : 'none' })}>
          {t`Keep an undo file`}
        </Checkbox>
        <Checkbox
          isSelected={draft.condition === 'as-read'}
          onChange={(asRead) => set({ condition: asRead ? 'as-read' : 'any' })}
        >
          {t`Leave out rows that somebody changes after the preview`}
        </Checkbox>
      </section>
    </>
  );
}
