// The saved queries that apply to a table: their searchable list, saving or changing one, and one as a file that Stowage
// can open elsewhere. Enter opens one without running it.
import { t } from '@shared/strings/t';
import {
  type MenuEntry,
  Badge,
  Button,
  IconButton,
  LoadingRows,
  MenuButton,
  reasonOf,
  Select,
  showFailure,
  showToast,
  TextField,
} from '@renderer/ui';
import {
  type QueryScope,
  type QueryTerms,
  type SavedQuery,
  type SavedQueryInput,
  longestQueryDescription,
  queryOf,
} from '@shared/model/saved-query';
import { columnsOfTerms } from '@shared/query/columns-of-terms';
import { Ellipsis } from 'lucide-react';
import { GridList, GridListItem } from 'react-aria-components';
import { useCopyAsActions } from '../result/copy-as-menu';
import { sameRows, termsText } from './draft-from-query';
import styles from './library.module.css';
import { queriesFor } from './use-saved-queries';
import type { TableLibrary } from './use-table-library';
import { StowageError } from '@shared/errors';
import { useState } from 'react';
import { call, useStream } from '@renderer/bridge';
import { type QueryFile, queryFileName, renderQueryFile } from '@shared/links/query-file';
import type { ConnectionSummary } from '@shared/model/connection';

interface SavedListProps {
  readonly library: TableLibrary;
  readonly here: {
    readonly connectionId: string;
    readonly connectionName: string;
    readonly table: string;
    readonly columns: readonly string[];
    readonly pageSize: number;
  };
  readonly search: string;
  readonly onOpen: (saved: SavedQuery) => void;
  readonly onTask: (task: SaveTask) => void;
}

export function SavedList(props: SavedListProps) {
  const { library, here, search, onOpen } = props;
  const { saved: all, opening: defaultQuery } = library.saved;
  const copyAs = useCopyAsActions(here.connectionId, here.connectionName);
  const exportQuery = useQueryExport();
  if (all === undefined) return <LoadingRows label={t`Loading saved queries`} rows={3} />;
  const fitting = queriesFor(all, { ...here, columns: new Set(here.columns) });
  const shown = fitting.filter((saved) => isFound(saved, search));
  const isOpening = (saved: SavedQuery): boolean =>
    defaultQuery !== undefined && sameRows(defaultQuery.terms, saved.terms);

  const actions = (saved: SavedQuery): readonly MenuEntry[] => [
    { id: 'open', label: t`Open`, onAction: () => onOpen(saved) },
    { id: 'rename', label: t`Rename…`, onAction: () => props.onTask({ kind: 'rename', saved }) },
    {
      id: 'duplicate',
      label: t`Duplicate…`,
      onAction: () => {
        const { name, description, terms } = saved;
        props.onTask({ kind: 'new', source: 'copy', name: `${name} 2`, description, terms });
      },
    },
    isOpening(saved)
      ? {
          id: 'opening',
          label: t`Open ${here.table} without this query`,
          onAction: () => library.saved.setDefaultQuery(null),
        }
      : {
          id: 'opening',
          label: t`Open ${here.table} with this query`,
          description: t`Instead of all rows, whenever the table opens`,
          onAction: () => library.saved.setDefaultQuery({ name: saved.name, terms: saved.terms }),
        },
    'separator',
    ...copyAs(queryOf(saved.terms, here.table, here.pageSize)).map((entry) => ({
      ...entry,
      label: t`Copy as ${entry.label}`,
    })),
    { id: 'file', label: t`Export to a file…`, onAction: () => exportQuery(saved) },
    'separator',
    { id: 'delete', label: t`Delete`, tone: 'danger', onAction: () => library.saved.remove(saved) },
  ];

  return (
    <GridList
      aria-label={t`Saved queries`}
      className={styles.list ?? ''}
      items={shown}
      onAction={(key) => {
        const saved = shown.find(({ id }) => id === key);
        if (saved !== undefined) onOpen(saved);
      }}
      renderEmptyState={() => (
        <p className={styles.quiet}>
          {fitting.length === 0
            ? t`No saved queries for ${here.table} yet. Save the current query to find it here.`
            : t`No matching saved queries.`}
        </p>
      )}
      dependencies={[defaultQuery, library.opened]}
    >
      {(saved) => (
        <GridListItem id={saved.id} textValue={saved.name} className={styles.item ?? ''}>
          <span className={styles.words}>
            <span className={styles.name}>
              <span className={styles.nameText}>{saved.name}</span>
              {isOpening(saved) ? <Badge tone="information">{t`default for this table`}</Badge> : null}
              {saved.place.kind === 'columns' ? <Badge>{t`any table`}</Badge> : null}
            </span>
            <span className={styles.filterText}>{termsText(saved.terms)}</span>
            {saved.description === '' ? null : <span className={styles.detail}>{saved.description}</span>}
          </span>
          <MenuButton label={t`Actions for ${saved.name}`} placement="bottom end" entries={actions(saved)}>
            <IconButton label={t`Actions for ${saved.name}`} size="small" icon={<Ellipsis size={14} aria-hidden />} />
          </MenuButton>
        </GridListItem>
      )}
    </GridList>
  );
}

function isFound({ name, description, terms }: SavedQuery, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return [name, description, termsText(terms)].some((text) => text.toLowerCase().includes(wanted));
}

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

interface SaveFormProps {
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
          ? t`This name cannot be used: ${what} ${fix}`
          : reasonOf(error),
      );
    });
  };

  return (
    <form
      aria-label={task.kind === 'new' ? t`Save query` : t`Rename query`}
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
      <TextField label={t`Description (optional)`} value={description} onChange={setDescription} />
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

/** Shows a save dialog for the query, and reports the result. */
function useQueryExport(): (saved: SavedQuery) => void {
  const connections = useStream('connections.watch', {}).latest ?? [];
  return (saved) => {
    write(saved, connections).catch((thrown: unknown) => {
      showFailure(thrown);
    });
  };
}

async function write(saved: SavedQuery, connections: readonly ConnectionSummary[]): Promise<void> {
  const text = renderQueryFile(saved, scopeOf(saved, connections), saved.terms);
  const { saved: isWritten } = await call('files.save-text', { suggestedName: queryFileName(saved), text });
  if (isWritten)
    showToast({
      tone: 'good',
      title: t`Exported ${saved.name}`,
      text: t`It contains the account name, but no secrets.`,
    });
}

function scopeOf({ place }: SavedQuery, connections: readonly ConnectionSummary[]): QueryFile['place'] {
  if (place.kind === 'columns') return place;
  const connection = connections.find(({ id }) => id === place.connectionId);
  if (connection === undefined) throw new StowageError('not-found.connection', 'Its connection is gone.');
  return { kind: 'table', account: connection.accountName, connection: connection.name, table: place.table };
}
