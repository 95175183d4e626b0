// Saves a query under a name, or changes the name, description or scope of a saved one.
import { t } from '@shared/strings/t';
import { Button, Select, TextField, reasonOf } from '@renderer/ui';
import { StowageError } from '@shared/errors';
import {
  type QueryScope,
  type QueryTerms,
  type SavedQuery,
  type SavedQueryInput,
  longestQueryDescription,
} from '@shared/model/saved-query';
import { columnsOfTerms } from '@shared/query/columns-of-terms';
import { useState } from 'react';
import { termsText } from './draft-from-terms';
import styles from './library.module.css';

/** `source`: whether the new query is the one in the bar. */
export type SaveTask =
  | {
      readonly kind: 'new';
      readonly source: 'bar' | 'history' | 'copy';
      readonly name: string;
      readonly description: string;
      readonly terms: QueryTerms;
    }
  | { readonly kind: 'rename'; readonly saved: SavedQuery };

export interface SaveFormProps {
  readonly task: SaveTask;
  readonly here: { readonly connectionId: string; readonly connectionName: string; readonly table: string };
  readonly save: (input: SavedQueryInput) => Promise<SavedQuery>;
  readonly onSaved: (saved: SavedQuery) => void;
  readonly onCancel: () => void;
}

export function SaveForm({ task, here, save, onSaved, onCancel }: SaveFormProps) {
  const known = task.kind === 'new' ? task : task.saved;
  const [name, setName] = useState(known.name);
  const [description, setDescription] = useState(known.description);
  const [scope, setScope] = useState<QueryScope['kind']>(task.kind === 'rename' ? task.saved.place.kind : 'table');
  const [problem, setProblem] = useState<string>();
  const columns = columnsOfTerms(known.terms);
  const tableOf = task.kind === 'rename' && task.saved.place.kind === 'table' ? task.saved.place : undefined;

  const submit = (): void => {
    const { connectionId, table } = tableOf ?? here;
    save({
      ...(task.kind === 'rename' ? { id: task.saved.id } : {}),
      name,
      description: description.trim().slice(0, longestQueryDescription),
      place: scope === 'table' ? { kind: 'table', connectionId, table } : { kind: 'columns', columns: [...columns] },
      terms: known.terms,
    }).then(onSaved, (thrown: unknown) => {
      const error = StowageError.from(thrown);
      const { problem: what, fix } = error.context;
      setProblem(
        typeof what === 'string' && typeof fix === 'string'
          ? t`The name cannot be used: ${what} ${fix}`
          : reasonOf(error),
      );
    });
  };

  return (
    <form
      aria-label={task.kind === 'new' ? t`Save the query` : t`Rename the query`}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label={t`Name`}
        value={name}
        onChange={(next) => {
          setName(next);
          setProblem(undefined);
        }}
        autoFocus
        errorMessage={problem}
      />
      <TextField label={t`Description, optional`} value={description} onChange={setDescription} />
      <Select
        label={t`For`}
        value={scope}
        onChange={setScope}
        options={[
          { value: 'table', label: t`${(tableOf ?? here).table} on ${here.connectionName}` },
          {
            value: 'columns',
            label: columns.length === 0 ? t`Any table` : t`Any table with ${columns.join(', ')}`,
          },
        ]}
      />
      <p className={styles.preview}>{termsText(known.terms)}</p>
      <div className={styles.formVerbs}>
        <Button onPress={onCancel}>{t`Cancel`}</Button>
        <Button variant="primary" type="submit">{t`Save`}</Button>
      </div>
    </form>
  );
}
