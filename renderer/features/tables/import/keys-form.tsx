// The form for the sources of PartitionKey and RowKey, with the keys that the first rows will get.
import type { ImportPreview } from '@shared/model/table-import';
import { t } from '@shared/strings/t';
import { Button, MenuButton, type Option, Select, TextField, Truncate, classNames } from '@renderer/ui';
import { ArrowRight, Braces } from 'lucide-react';
import {
  type ImportDraft,
  type KeyDraft,
  type KeyName,
  keyDraft,
  keyNames,
  keyProblem,
  previewKeys,
  withKey,
} from './import-draft';
import styles from './keys-form.module.css';
import textStyles from './text.module.css';

export interface KeysFormProps {
  readonly draft: ImportDraft;
  readonly preview: ImportPreview;
  readonly onChange: (draft: ImportDraft) => void;
}

export function KeysForm({ draft, preview, onChange }: KeysFormProps) {
  return (
    <section className={styles.keys} aria-label={t`Keys`}>
      {keyNames.map((name) => (
        <KeyLine
          key={name}
          name={name}
          draft={keyDraft(draft, name, preview.columns)}
          preview={preview}
          zone={draft.zone}
          onChange={(chosen) => onChange(withKey(draft, name, chosen))}
        />
      ))}
    </section>
  );
}

interface KeyLineProps {
  readonly name: KeyName;
  readonly draft: KeyDraft;
  readonly preview: ImportPreview;
  /** The zone of times without an offset. */
  readonly zone: string | undefined;
  readonly onChange: (chosen: KeyDraft) => void;
}

function KeyLine({ name, draft, preview, zone, onChange }: KeyLineProps) {
  const problem = keyProblem(name, draft, preview.columns);
  return (
    <div className={styles.key}>
      <Select
        label={t`Source of ${name}`}
        options={sourceOptions(draft, preview.columns)}
        value={draft.kind === 'column' ? `column:${draft.column}` : draft.kind}
        onChange={(chosen) => onChange(chosenSource(chosen, draft))}
        {...(draft.kind === 'none' ? { description: problem } : {})}
        errorMessage={draft.kind === 'column' ? (problem ?? undefined) : undefined}
      />
      {draft.kind === 'expression' ? (
        <div className={styles.expression}>
          <TextField
            label={t`${name} expression`}
            face="mono"
            placeholder="{Date:yyyyMMdd};{Id}"
            value={draft.expression}
            onChange={(expression) => onChange({ kind: 'expression', expression })}
            // An empty field is not marked as invalid.
            {...(problem === null
              ? { description: t`Formats: {Date:yyyyMMdd} {Id:000000} {At:ticks} {Id:hash:16} {random:4}` }
              : draft.expression === ''
                ? { description: problem }
                : { errorMessage: problem })}
          />
          <MenuButton
            label={t`Insert a column into ${name}`}
            entries={preview.columns.map((column) => ({
              id: column.name,
              label: column.name,
              onAction: () => onChange({ kind: 'expression', expression: `${draft.expression}{${column.name}}` }),
            }))}
          >
            <Button icon={<Braces size={14} aria-hidden />}>{t`Column`}</Button>
          </MenuButton>
        </div>
      ) : null}
      <FirstKeys name={name} draft={draft} preview={preview} zone={zone} />
    </div>
  );
}

const keysShown = 3;

function FirstKeys({ name, draft, preview, zone }: Omit<KeyLineProps, 'onChange'>) {
  const keys = previewKeys(name, draft, preview, zone).slice(0, keysShown);
  const [first] = keys;
  if (first === undefined || first.kind === 'unknown') return null;
  const wrongAt = keys.findIndex((key) => key.kind === 'problem');
  const wrong = keys[wrongAt];
  return (
    <p
      className={styles.firstKeys}
      data-below={draft.kind === 'expression' ? '' : undefined}
      aria-label={t`First values of ${name}`}
      role="status"
    >
      <ArrowRight size={14} aria-hidden />
      {wrong?.kind === 'problem' ? (
        <span className={textStyles.wrong}>{t`Input row ${wrongAt + 1}: ${wrong.problem}`}</span>
      ) : first.kind === 'made' ? (
        <span className={textStyles.muted}>{t`a new GUID for every row`}</span>
      ) : (
        <Truncate>
          {keys.map((key, index) => (
            <code key={index} className={classNames(styles.keyText)}>
              {key.kind === 'key' ? (key.key === '' ? t`(empty)` : key.key) : ''}
            </code>
          ))}
        </Truncate>
      )}
    </p>
  );
}

function sourceOptions(draft: KeyDraft, columns: ImportPreview['columns']): readonly Option[] {
  const missing: readonly Option[] =
    draft.kind === 'none'
      ? [{ value: 'none', label: t`Choose…`, isDisabled: true }]
      : draft.kind === 'column' && !columns.some(({ name }) => name === draft.column)
        ? [{ value: `column:${draft.column}`, label: draft.column, isDisabled: true }]
        : [];
  return [
    ...missing,
    { value: 'expression', label: t`Expression`, description: t`Text and columns, such as {Date:yyyyMMdd};{Id}` },
    { value: 'guid', label: 'GUID', description: t`New GUID for every row` },
    ...columns.map(({ name }) => ({ value: `column:${name}`, label: t`Column ${name}` })),
  ];
}

function chosenSource(chosen: string, before: KeyDraft): KeyDraft {
  if (chosen === 'guid') return { kind: 'guid' };
  if (chosen.startsWith('column:')) return { kind: 'column', column: chosen.slice('column:'.length) };
  return { kind: 'expression', expression: before.kind === 'column' ? `{${before.column}}` : '' };
}
