// The tree of connections, their tables and containers: roving focus, everything by keyboard, nothing modal.
import { Plus } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { useShortcut } from '@renderer/keys/keys';
import { HelpButton, helpTopics } from '@renderer/help/help';
import { Button, EmptyState, ErrorNotice, IconButton, LoadingRows, type MenuEntry, useContextMenu } from '@renderer/ui';
import { type Resource, useConnectionState } from './connection-store';
import { rowMenu } from './navigator-menu';
import { NavigatorRowView } from './navigator-row';
import { type NavigatorRow, isFilling, itemRowId, rowText } from './navigator-rows';
import { setActiveRow, useNavigator } from './navigator-store';
import styles from './navigator.module.css';
import { pressRow } from './press-row';
import type { ConnectionDialogRequest } from './row-dialogs';
import { useNavigatorKeys } from './use-navigator-keys';
import { useRowFocus } from './use-row-focus';
import { useShownRows } from './use-shown-rows';

export interface OpenedItem {
  readonly connectionId: string;
  readonly resource: Resource;
  readonly name: string;
}

export interface NavigatorProps {
  /** What the content shows now; its row is marked. */
  readonly opened: OpenedItem | null;
  readonly onOpenTable: (connectionId: string, table: string) => void;
  readonly onOpenContainer: (connectionId: string, container: string) => void;
  readonly onExportTable: (connectionId: string, table: string) => void;
  readonly onImportTable: (connectionId: string, table: string) => void;
  /** Files that were dropped on a table or container; takes them before it waits for anything. */
  readonly onDrop: (connectionId: string, resource: 'tables' | 'containers', name: string, files: DataTransfer) => void;
  /** The changes that were applied to a connection's tables. */
  readonly onOpenUndo: (connectionId: string) => void;
  /** What other rooms of the window can do with a table. */
  readonly tableMenuActions?: (connection: ConnectionSummary, table: string) => readonly MenuEntry[];
  readonly containerMenuActions?: (connection: ConnectionSummary, container: string) => readonly MenuEntry[];
  /** Dialogs and actions that menus, keys and buttons open. */
  readonly onRequest: (request: ConnectionDialogRequest) => void;
}

export function Navigator(props: NavigatorProps) {
  const { opened, onExportTable, onImportTable, onDrop, onOpenUndo, onRequest } = props;
  const { connections, error } = useConnectionState();
  const addKeys = useShortcut('new-connection');
  const { activeId } = useNavigator();
  const tree = useRef<HTMLDivElement>(null);
  const menu = useContextMenu();

  const { rows, tailOf } = useShownRows();
  const openedId = opened ? itemRowId(opened.connectionId, opened.resource, opened.name) : null;
  const focusId = rows.some((row) => row.id === activeId) ? activeId : (rows[0]?.id ?? null);
  const focusRow = useRowFocus(tree, openedId);
  const press = (row: NavigatorRow): void => pressRow(row, props);
  const onKeyDown = useNavigatorKeys({ rows, focusRow, press, onRequest });

  const menuOf = (row: NavigatorRow): readonly MenuEntry[] =>
    rowMenu(row, {
      onRequest,
      onOpen: () => press(row),
      onExportTable,
      onImportTable,
      onOpenUndo,
      tableMenuActions: props.tableMenuActions,
      containerMenuActions: props.containerMenuActions,
    });
  const openMenu = (event: MouseEvent, row: NavigatorRow): void => {
    setActiveRow(row.id);
    menu.open(event, t`Actions for ${rowText(row)}`, menuOf(row));
  };

  return (
    <nav className={styles.navigator} aria-label={t`Connections`}>
      <header className={styles.header}>
        <h2 className={styles.heading}>{t`Connections`}</h2>
        <span className={styles.headSpace} />
        <HelpButton label={t`Help for connections`} topic={helpTopics.connect} />
        <IconButton
          label={t`Add a connection`}
          shortcut={addKeys}
          size="small"
          icon={<Plus size={16} />}
          onPress={() => onRequest({ request: 'add' })}
        />
      </header>
      {error && (
        <div className={styles.notice}>
          <ErrorNotice error={error} />
        </div>
      )}
      {connections === undefined && !error && <LoadingRows label={t`Loading connections`} rows={4} columns={[70]} />}
      {connections?.length === 0 && (
        <EmptyState
          title={t`No connections yet`}
          actions={<Button onPress={() => onRequest({ request: 'add' })}>{t`Add a connection`}</Button>}
        />
      )}
      {rows.length > 0 && (
        <div
          ref={tree}
          role="tree"
          aria-label={t`Connections`}
          aria-busy={rows.some(isFilling)}
          className={styles.tree}
        >
          {rows.map((row) => (
            <NavigatorRowView
              key={row.id}
              row={row}
              isFocusable={row.id === focusId}
              isOpened={row.id === openedId}
              tail={tailOf(row)}
              onAction={() => {
                setActiveRow(row.id);
                press(row);
              }}
              onFocus={() => setActiveRow(row.id)}
              onKeyDown={(event) => onKeyDown(event, row)}
              onContextMenu={(event) => openMenu(event, row)}
              {...(row.kind === 'item'
                ? { onDropFiles: (files: DataTransfer) => onDrop(row.connection.id, row.resource, row.name, files) }
                : {})}
              onRequest={onRequest}
            />
          ))}
        </div>
      )}
      {menu.element}
    </nav>
  );
}
