// The tree of connections, their tables and containers: roving focus, everything by keyboard, nothing modal.
import { Plus } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import type { ConnectionSummary } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import { useShortcut } from '@renderer/keys/keys';
import { HelpButton } from '@renderer/help/help-button';
import { helpTopics } from '@renderer/help/help-topics';
import { resourceRefusal } from '@renderer/pane/resource-refusal';
import {
  Button,
  EmptyState,
  ErrorNotice,
  IconButton,
  LoadingRows,
  type MenuEntry,
  keyAlong,
  showToast,
  useContextMenu,
} from '@renderer/ui';
import { type Resource, loadNames, stopReading, useConnectionState } from './connection-store';
import { rowMenu } from './navigator-menu';
import { NavigatorRowView } from './navigator-row';
import { type NavigatorRow, creatable, groupRowId, isFilling, isUnlistable, itemRowId } from './navigator-rows';
import {
  focusTaken,
  setActiveRow,
  setConnectionExpanded,
  setExpanded,
  showMoreNames,
  treeShown,
  useNavigator,
  viewTaken,
} from './navigator-store';
import { useShownRows } from './use-shown-rows';
import styles from './navigator.module.css';
import { type ConnectionAsk, deletionOf, editingOf } from './row-asks';
import { rowAfter } from './row-movement';

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
  readonly tableEntries?: (connection: ConnectionSummary, table: string) => readonly MenuEntry[];
  /** Dialogs and acts that menus, keys and buttons ask for. */
  readonly onAsk: (ask: ConnectionAsk) => void;
}

export function Navigator(props: NavigatorProps) {
  const { opened, onOpenTable, onOpenContainer, onExportTable, onImportTable, onDrop, onOpenUndo, onAsk } = props;
  const state = useConnectionState();
  const addKeys = useShortcut('new-connection');
  const { activeId, focusAsked, viewAsked } = useNavigator();
  const tree = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', atMs: 0 });
  const menu = useContextMenu();

  const { connections } = state;
  const { rows, tailOf } = useShownRows();
  const openedId = opened ? itemRowId(opened.connectionId, opened.resource, opened.name) : null;
  const focusId = rows.some((row) => row.id === activeId) ? activeId : (rows[0]?.id ?? null);

  useEffect(treeShown, []);
  useEffect(() => {
    const row = focusAsked === null ? null : rowElement(tree.current, focusAsked);
    if (row === null) return;
    row.focus();
    focusTaken();
  });
  useEffect(() => {
    const row = viewAsked === null ? null : rowElement(tree.current, viewAsked);
    if (row === null) return;
    // With room for what it holds, which comes below it.
    row.scrollIntoView?.({ block: 'start' });
    viewTaken();
  });
  useEffect(() => {
    if (openedId !== null) rowElement(tree.current, openedId)?.scrollIntoView?.({ block: 'nearest' });
  }, [openedId]);

  const focusRow = (id: string): void => {
    setActiveRow(id);
    rowElement(tree.current, id)?.focus();
  };

  const act = (row: NavigatorRow): void => {
    switch (row.kind) {
      case 'connection':
        if (row.connection.needsSecret) onAsk({ ask: 'enter-secret', connection: row.connection });
        else setBranch(row, row.isExpanded ? 'closed' : 'open');
        break;
      case 'group':
        setBranch(row, row.isExpanded ? 'closed' : 'open');
        break;
      case 'item':
        if (row.resource === 'tables') onOpenTable(row.connection.id, row.name);
        else onOpenContainer(row.connection.id, row.name);
        break;
      case 'more':
        showMoreNames(groupRowId(row.connection.id, row.resource));
        break;
      case 'error':
        if (isUnlistable(row)) onAsk({ ask: 'open-by-name', connection: row.connection, resource: row.resource });
        else void loadNames(row.connection.id, row.resource);
        break;
      case 'note': {
        const { connection } = row;
        const resource = creatable(row);
        if (connection.needsSecret) onAsk({ ask: 'enter-secret', connection });
        else if (resource !== null) onAsk({ ask: 'create', connection, resource });
        break;
      }
      case 'loading':
        break;
    }
  };

  const menuOf = (row: NavigatorRow): readonly MenuEntry[] =>
    rowMenu(row, {
      ...{ onAsk, onOpen: () => act(row), onExportTable, onImportTable, onOpenUndo },
      tableEntries: props.tableEntries,
    });

  const onKeyDown = (event: KeyboardEvent, row: NavigatorRow): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = rows.indexOf(row);
    const move = rowAfter(rows, index, keyAlong(event));
    if (move !== null) {
      event.preventDefault();
      if (move.kind === 'focus') focusRow(move.id);
      else setBranch(row, move.state);
      return;
    }
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      // Stop is all that a row which waits has; a press on its words is none.
      if (row.kind === 'loading') stopReading(row.connection.id, row.resource);
      else act(row);
    } else if (event.key === 'Delete') {
      const ask = deletionOf(row);
      const refusal = ask?.ask === 'delete' ? resourceRefusal(ask.connection, 'delete') : null;
      if (refusal !== null) showToast({ tone: 'information', title: t`Nothing was deleted`, text: refusal });
      else if (ask) onAsk(ask);
    } else if (event.key === 'F2') {
      const ask = editingOf(row);
      if (ask) onAsk(ask);
    } else if (event.key.length === 1) {
      const at = event.timeStamp;
      const text = (at - typed.current.atMs < 700 ? typed.current.text : '') + event.key.toLowerCase();
      typed.current = { text, atMs: at };
      const from = text.length === 1 ? index + 1 : index;
      const ordered = [...rows.slice(from), ...rows.slice(0, from)];
      const found = ordered.find((each) => rowText(each).toLowerCase().startsWith(text));
      if (found) focusRow(found.id);
    }
  };

  const openMenu = (event: MouseEvent, row: NavigatorRow): void => {
    setActiveRow(row.id);
    menu.open(event, t`Actions for ${rowText(row)}`, menuOf(row));
  };

  return (
    <nav className={styles.navigator} aria-label={t`Connections`}>
      <header className={styles.header}>
        <h2 className={styles.heading}>{t`Connections`}</h2>
        <span className={styles.headSpace} />
        <HelpButton label={t`Help on connections`} topic={helpTopics.connect} />
        <IconButton
          label={t`Add a connection`}
          shortcut={addKeys}
          size="small"
          icon={<Plus size={16} />}
          onPress={() => onAsk({ ask: 'add' })}
        />
      </header>
      {state.error && (
        <div className={styles.notice}>
          <ErrorNotice error={state.error} />
        </div>
      )}
      {connections === undefined && !state.error && (
        <LoadingRows label={t`Loading connections`} rows={4} columns={[70]} />
      )}
      {connections?.length === 0 && (
        <EmptyState
          title={t`No connections yet`}
          actions={<Button onPress={() => onAsk({ ask: 'add' })}>{t`Add a connection`}</Button>}
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
              onAct={() => {
                setActiveRow(row.id);
                act(row);
              }}
              onFocus={() => setActiveRow(row.id)}
              onKeyDown={(event) => onKeyDown(event, row)}
              onContextMenu={(event) => openMenu(event, row)}
              {...(row.kind === 'item'
                ? { onDropFiles: (files: DataTransfer) => onDrop(row.connection.id, row.resource, row.name, files) }
                : {})}
              onAsk={onAsk}
            />
          ))}
        </div>
      )}
      {menu.element}
    </nav>
  );
}

function setBranch(row: NavigatorRow, state: 'open' | 'closed'): void {
  if (row.kind === 'connection') setConnectionExpanded(row.connection.id, state);
  else setExpanded(row.id, state);
}

function rowElement(tree: HTMLElement | null, id: string): HTMLElement | null {
  return [...(tree?.querySelectorAll<HTMLElement>('[data-row]') ?? [])].find((row) => row.dataset.row === id) ?? null;
}

function rowText(row: NavigatorRow): string {
  switch (row.kind) {
    case 'connection':
      return row.connection.name;
    case 'group':
      return row.resource === 'tables' ? t`Tables` : t`Containers`;
    case 'item':
      return row.name;
    default:
      return '';
  }
}
