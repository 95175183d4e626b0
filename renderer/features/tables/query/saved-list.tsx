// The saved queries that apply to the table, searchable by name, description or filter. Enter opens one without running
// it.
import { t } from '@shared/strings/t';
import { Badge, IconButton, LoadingRows, MenuButton, type MenuEntry } from '@renderer/ui';
import { type SavedQuery, queryOf } from '@shared/model/saved-query';
import { Ellipsis } from 'lucide-react';
import { GridList, GridListItem } from 'react-aria-components';
import { useCopyAsActions } from '../result/copy-as-menu';
import { sameRows, termsText } from './draft-from-terms';
import { useQueryExport } from './export-query';
import styles from './library.module.css';
import type { SaveTask } from './save-form';
import { queriesFor } from './use-saved-queries';
import type { TableLibrary } from './use-table-library';

export interface SavedListProps {
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
  if (all === undefined) return <LoadingRows label={t`Reading the saved queries`} rows={3} />;
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
          label: t`Open ${here.table} without it`,
          onAction: () => library.saved.setDefaultQuery(null),
        }
      : {
          id: 'opening',
          label: t`Open ${here.table} with it`,
          description: t`Instead of all rows, whenever the table is opened`,
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
            ? t`Nothing is saved for ${here.table} yet. Save the query in the bar to find it here again.`
            : t`No saved query has this in its name, description or filter.`}
        </p>
      )}
      dependencies={[defaultQuery, library.opened]}
    >
      {(saved) => (
        <GridListItem id={saved.id} textValue={saved.name} className={styles.item ?? ''}>
          <span className={styles.words}>
            <span className={styles.name}>
              <span className={styles.nameText}>{saved.name}</span>
              {isOpening(saved) ? <Badge tone="information">{t`opens the table`}</Badge> : null}
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
