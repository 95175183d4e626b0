// The first rows of the input as they are read, with the keys that they will get and the cells that do not fit.
import { type ValueForm, cellValue } from '@shared/import/cell-value';
import type { EdmType } from '@shared/model/entity';
import type { ImportPreview, ImportReport } from '@shared/model/table-import';
import { t } from '@shared/strings/t';
import { TypeBadge, VisuallyHidden, classNames } from '@renderer/ui';
import { type ImportDraft, type PreviewKey, keyDraft, keyNames, previewKeys } from './import-draft';
import styles from './input-rows.module.css';
import tableStyles from './input-table.module.css';
import textStyles from './text.module.css';
import type { RejectedRow } from '@shared/model/table-job';
import { formatCount } from '@shared/units';
import { keyText } from '../result/value-format';

interface InputRowsProps {
  readonly preview: ImportPreview;
  readonly draft: ImportDraft;
  /** The type of a column by its name; null while it is unknown. */
  readonly typeOf: (column: string) => EdmType | null;
}

export function InputRows({ preview, draft, typeOf }: InputRowsProps) {
  const { columns, rows } = preview;
  const keys = keyNames.map((name) => previewKeys(name, keyDraft(draft, name, columns), preview, draft.zone));
  const types = columns.map(({ name }) => draft.columns[name]?.type ?? typeOf(name));
  const keyColumns = new Set(
    keyNames.map((name) => {
      const key = keyDraft(draft, name, columns);
      return key.kind === 'column' ? key.column : null;
    }),
  );
  // A column that becomes a key unchanged is already shown.
  const others = columns.flatMap(({ name }, index) => (keyColumns.has(name) ? [] : [{ name, index }]));
  return (
    <div className={tableStyles.scroller} tabIndex={0} data-sticky-edges role="group" aria-label={t`First rows`}>
      <table className={classNames(tableStyles.table, tableStyles.rows)}>
        <thead>
          <tr>
            {keyNames.map((name) => (
              <th key={name} scope="col" className={styles.madeKey}>
                {name}
              </th>
            ))}
            {others.map(({ name, index }) => {
              const type = types[index] ?? null;
              return (
                <th key={`${String(index)} ${name}`} scope="col" className={sideOf(type)}>
                  <span className={styles.rowsHead}>
                    <span className={tableStyles.nameText} title={name}>
                      {name}
                    </span>
                    {type === null ? null : <TypeBadge type={type} />}
                  </span>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              {keys.map((made, which) => (
                <td key={which} className={styles.madeKey}>
                  <MadeKey made={made[index] ?? { kind: 'unknown' }} />
                </td>
              ))}
              {others.map((column) => (
                <InputCell
                  key={column.index}
                  text={presentText(row[column.index], draft)}
                  type={types[column.index] ?? null}
                  form={draft}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 ? <p className={tableStyles.none}>{t`The input has no rows after its header.`}</p> : null}
    </div>
  );
}

function MadeKey({ made }: { readonly made: PreviewKey }) {
  switch (made.kind) {
    case 'key':
      return made.key === '' ? (
        <span className={textStyles.muted}>{t`(empty)`}</span>
      ) : (
        <code title={made.key}>{made.key}</code>
      );
    case 'made':
      return <span className={textStyles.muted}>{t`GUID`}</span>;
    case 'problem':
      return (
        <span className={textStyles.wrong} title={made.problem}>
          {made.problem}
        </span>
      );
    case 'unknown':
      return <span className={textStyles.muted}>{t`not chosen`}</span>;
  }
}

/** Null for a cell that the input lacks, or that holds the text for a missing value. */
function presentText(text: string | null | undefined, { nullText }: ImportDraft): string | null {
  return text === undefined || (text !== '' && text === nullText) ? null : text;
}

interface InputCellProps {
  readonly text: string | null;
  readonly type: EdmType | null;
  readonly form: ValueForm;
}

function InputCell({ text, type, form }: InputCellProps) {
  if (text === null || text === '') {
    return (
      <td className={sideOf(type)}>
        <span className={styles.absent}>
          <VisuallyHidden>{t`empty`}</VisuallyHidden>
        </span>
      </td>
    );
  }
  const result = type === null ? null : cellValue(type, text, form);
  const problem = result?.kind === 'problem' ? result.problem : null;
  const shown = text.length > 200 ? `${text.slice(0, 199)}…` : text;
  return (
    <td
      className={classNames(sideOf(type), problem !== null && styles.wrongCell)}
      title={problem === null ? shown : `${shown} ${problem}`}
    >
      <code>{shown}</code>
      {problem === null ? null : <VisuallyHidden>, {problem}</VisuallyHidden>}
    </td>
  );
}

/** Numbers and their headings are aligned with the end of the column. */
function sideOf(type: EdmType | null): string | undefined {
  return type === 'Edm.Int32' || type === 'Edm.Int64' || type === 'Edm.Double' ? tableStyles.number : undefined;
}

interface BadRowsProps {
  readonly rows: readonly RejectedRow[];
  /** The total; `rows` are the first of them. */
  readonly count: number;
}

/** The rows that cannot be written, with line, reason and text; and rows with repeated keys. */
export function BadRows({ rows, count }: BadRowsProps) {
  return (
    <div
      className={tableStyles.scroller}
      tabIndex={0}
      data-sticky-edges
      role="group"
      aria-label={t`Rows that cannot be written`}
    >
      <table className={tableStyles.table}>
        <thead>
          <tr>
            <th scope="col" className={tableStyles.number}>{t`Input line`}</th>
            <th scope="col">{t`Reason`}</th>
            <th scope="col">{t`Row`}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.line}>
              <td className={tableStyles.number}>{formatCount(row.line)}</td>
              <td className={tableStyles.reason}>{row.message}</td>
              <td>
                <code className={tableStyles.rowText} title={row.text}>
                  {row.text}
                </code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > rows.length ? (
        <p className={tableStyles.none}>{t`The first ${formatCount(rows.length)} of ${formatCount(count)}.`}</p>
      ) : null}
    </div>
  );
}

export function RepeatedRows({ report }: { readonly report: ImportReport }) {
  return (
    <div
      className={tableStyles.scroller}
      tabIndex={0}
      data-sticky-edges
      role="group"
      aria-label={t`Rows with repeated keys`}
    >
      <table className={tableStyles.table}>
        <thead>
          <tr>
            <th scope="col" className={tableStyles.number}>{t`Input line`}</th>
            <th scope="col" className={tableStyles.number}>{t`First occurrence`}</th>
            <th scope="col">{t`PartitionKey`}</th>
            <th scope="col">{t`RowKey`}</th>
          </tr>
        </thead>
        <tbody>
          {report.duplicates.map((row) => (
            <tr key={row.line}>
              <td className={tableStyles.number}>{formatCount(row.line)}</td>
              <td className={tableStyles.number}>{formatCount(row.firstLine)}</td>
              <td>
                <code>{keyText(row.partitionKey)}</code>
              </td>
              <td>
                <code>{keyText(row.rowKey)}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {report.duplicateKeys > report.duplicates.length ? (
        <p className={tableStyles.none}>
          {t`The first ${formatCount(report.duplicates.length)} of ${formatCount(report.duplicateKeys)}.`}
        </p>
      ) : null}
    </div>
  );
}
