// The actions on a whole table or result: one menu, with the same actions by shortcut and from outside the tab.
import { t } from '@shared/strings/t';
import { commandOfKeys, useShortcut } from '@renderer/keys/keys';
import { lookingReason } from '@renderer/pane/locked-reason';
import { useWindowKeys } from '@renderer/pane/pane-keys';
import { Button, MenuButton, type MenuEntry, RoomyWords, Tooltip, showToast } from '@renderer/ui';
import {
  ArchiveRestore,
  ChevronDown,
  Eraser,
  FileDown,
  FileUp,
  Grid3x3,
  History,
  ListChecks,
  PencilRuler,
  Plus,
  SendHorizontal,
} from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { partOf, tableEntries } from './table-entries';
import { type TableVerb, takeAskedVerbs } from './asked-verb';
import { TableDialog, type TableDialogProps } from './table-dialog';

export interface TableMenuProps extends Omit<TableDialogProps, 'verb' | 'onClose'> {
  /** Whether the tab is the one on screen. */
  readonly isActive: boolean;
  /** Shows what was applied to the table. */
  readonly onOpenUndo: () => void;
  readonly onImport: () => void;
  readonly onInsert: () => void;
  /** Undefined while nothing is staged. */
  readonly onReview: (() => void) | undefined;
}

const verbs: ReadonlySet<string> = new Set<TableVerb>(['export', 'insert', 'review']);
const isVerb = (command: string): command is TableVerb => verbs.has(command);

export function TableMenu(props: TableMenuProps) {
  const { place, refusals, isActive, session, state, columns, grid, onShowJobs, onInsert, onReview } = props;
  const { connectionId, table } = place;
  const { insert: insertRefusal } = refusals;
  const [open, setOpen] = useState<TableDialogProps['verb'] | null>(null);

  const begin = (verb: TableVerb): void => {
    if (verb === 'insert' && insertRefusal !== null) showToast({ tone: 'information', title: insertRefusal });
    else if (verb === 'insert') onInsert();
    else if (verb === 'review') onReview?.();
    else setOpen(verb);
  };
  const beginAsked = useEffectEvent(begin);
  useEffect(() => takeAskedVerbs(connectionId, table, (verb) => beginAsked(verb)), [connectionId, table]);
  useWindowKeys(isActive ? 'in-front' : 'behind', (event) => {
    const command = event.defaultPrevented ? undefined : commandOfKeys(event);
    if (command === undefined || !isVerb(command)) return;
    event.preventDefault();
    begin(command);
  });
  const entries = useTableVerbs(props, setOpen);

  return (
    <>
      <MenuButton label={t`Table`} entries={entries} placement="bottom end">
        <Tooltip text={t`Work on the whole table or the result`}>
          <Button icon={<Grid3x3 size={14} aria-hidden />}>
            <RoomyWords>{t`Table`}</RoomyWords>
            <ChevronDown size={12} aria-hidden />
          </Button>
        </Tooltip>
      </MenuButton>
      {open === null ? null : (
        <TableDialog
          verb={open}
          place={place}
          refusals={refusals}
          session={session}
          state={state}
          columns={columns}
          grid={grid}
          onShowJobs={onShowJobs}
          query={state.query ?? props.query}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

function useTableVerbs(props: TableMenuProps, open: (verb: TableDialogProps['verb']) => void): readonly MenuEntry[] {
  const { place, refusals, state, onShowJobs, onOpenUndo, onImport, onInsert, onReview } = props;
  const { connectionId, table } = place;
  const off = refusals.insert === null ? {} : { isDisabled: true, description: refusals.insert };
  // Acts that begin with a look are offered even where their last step is refused.
  const looksOnly = (refusal: string | null): string | undefined =>
    refusal === null ? undefined : lookingReason(refusal);
  const keys = { insert: useShortcut('insert'), review: useShortcut('review'), export: useShortcut('export') };

  return [
    {
      id: 'insert',
      label: t`Insert an entity`,
      description: t`Staged, and sent when you apply`,
      icon: <Plus size={14} aria-hidden />,
      shortcut: keys.insert,
      ...off,
      onAction: onInsert,
    },
    {
      id: 'review',
      label: t`Review and apply`,
      description: onReview === undefined ? t`Nothing is staged` : t`The requests of the staged changes`,
      icon: <SendHorizontal size={14} aria-hidden />,
      shortcut: keys.review,
      isDisabled: onReview === undefined,
      onAction: () => onReview?.(),
    },
    'separator',
    {
      id: 'export',
      label: t`Export…`,
      description: t`The result, the selected rows or the whole table`,
      icon: <FileDown size={14} aria-hidden />,
      shortcut: keys.export,
      onAction: () => open('export'),
    },
    {
      id: 'import',
      label: t`Import…`,
      description: t`CSV, TSV, JSON, JSON Lines or pasted rows`,
      icon: <FileUp size={14} aria-hidden />,
      ...off,
      onAction: onImport,
    },
    'separator',
    ...tableEntries({ connectionId, table, query: partOf(state.query), renameRefusal: refusals.rename }),
    'separator',
    {
      id: 'bulk-edit',
      label: t`Bulk edit…`,
      description:
        looksOnly(refusals.remove === null ? null : refusals.edit) ??
        t`Change or delete all rows of the query, or the selected ones`,
      icon: <PencilRuler size={14} aria-hidden />,
      onAction: () => open('bulk-edit'),
    },
    {
      id: 'clear-table',
      label: t`Clear table…`,
      description: looksOnly(refusals.remove) ?? t`Delete every row, keep the table`,
      icon: <Eraser size={14} aria-hidden />,
      ...(refusals.remove === null ? { tone: 'danger' } : {}),
      onAction: () => open('clear-table'),
    },
    'separator',
    {
      id: 'undo',
      label: t`Applied changes`,
      description: t`What was written to this table, to be undone`,
      icon: <History size={14} aria-hidden />,
      onAction: onOpenUndo,
    },
    {
      id: 'restore-file',
      label: t`Restore from an undo file…`,
      description: looksOnly(refusals.all) ?? t`What a bulk change saved, also on another machine`,
      icon: <ArchiveRestore size={14} aria-hidden />,
      onAction: () => open('restore-file'),
    },
    {
      id: 'jobs',
      label: t`Table jobs`,
      description: t`Imports, exports, copies, and bulk changes with their undo`,
      icon: <ListChecks size={14} aria-hidden />,
      onAction: onShowJobs,
    },
  ];
}
