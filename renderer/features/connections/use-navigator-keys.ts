// The keys of the navigator: moving in the tree, the actions of Enter, Delete, F2 and F5, and typing ahead to a name.
import { type KeyboardEvent, useRef } from 'react';
import { t } from '@shared/strings/t';
import { commandOfKeys } from '@renderer/keys/keys';
import { resourceDisabledReason } from '@renderer/pane/table-disabled-reasons';
import { keyAlong, showToast } from '@renderer/ui';
import { refreshConnection, stopReading } from './connection-store';
import { type NavigatorRow, rowText } from './navigator-rows';
import { setBranch } from './press-row';
import { type ConnectionDialogRequest, deletionOf, editingOf } from './row-dialogs';
import { rowAfter } from './row-movement';

/** Letters that follow each other sooner are one text. */
const typeAheadMs = 700;

export interface NavigatorKeysInput {
  readonly rows: readonly NavigatorRow[];
  readonly focusRow: (id: string) => void;
  readonly press: (row: NavigatorRow) => void;
  readonly onRequest: (request: ConnectionDialogRequest) => void;
}

/** @returns the key handler of the focused row */
export function useNavigatorKeys(input: NavigatorKeysInput): (event: KeyboardEvent, row: NavigatorRow) => void {
  const { rows, focusRow, press, onRequest } = input;
  const typed = useRef({ text: '', atMs: 0 });

  const typeAhead = (letter: string, atMs: number, index: number): void => {
    const text = (atMs - typed.current.atMs < typeAheadMs ? typed.current.text : '') + letter.toLowerCase();
    typed.current = { text, atMs };
    const from = text.length === 1 ? index + 1 : index;
    const ordered = [...rows.slice(from), ...rows.slice(0, from)];
    const found = ordered.find((each) => rowText(each).toLowerCase().startsWith(text));
    if (found) focusRow(found.id);
  };
  const remove = (row: NavigatorRow): void => {
    const request = deletionOf(row);
    const disabledReason =
      request?.request === 'delete'
        ? resourceDisabledReason(request.connection, 'delete', request.resource, request.name)
        : null;
    if (disabledReason !== null)
      showToast({ tone: 'information', title: t`Nothing was deleted`, text: disabledReason });
    else if (request) onRequest(request);
  };

  return (event, row) => {
    if (commandOfKeys(event.nativeEvent) === 'refresh') {
      event.preventDefault();
      void refreshConnection(row.connection.id);
      return;
    }
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
      // Stop is the only action of a waiting row; a click on its text does nothing.
      if (row.kind === 'loading') stopReading(row.connection.id, row.resource);
      else press(row);
    } else if (event.key === 'Delete') {
      remove(row);
    } else if (event.key === 'F2') {
      const request = editingOf(row);
      if (request) onRequest(request);
    } else if (event.key.length === 1) {
      typeAhead(event.key, event.timeStamp, index);
    }
  };
}
