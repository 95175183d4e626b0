// The named actions in a container's tab: those of its buttons, menus and properties, for the current folder and the
// selection. Pure.
import { t } from '@shared/strings/t';
import { shortcutOf } from '@renderer/keys/keys';
import { type ViewAction, actionsOfMenu } from '@renderer/pane/view-actions';
import type { MenuEntry } from '@renderer/ui';
import { type ContainerToolbarProps, moreActions, uploadActions } from './container-toolbar';
import {
  type DetailsVerb,
  blobActions,
  containerActions,
  verbLabels,
  actionDisabledReason,
} from '../details/details-actions';
import type { ListingEntry, SortColumn } from '../listing/listing';
import { crumbsOf, leafName, parentPrefix, spokenPath } from '../names/path';
import { whatIsSelected } from '../listing/selection-text';
import type { ContainerDisabledReasons } from '../container-disabled-reasons';
import { sortColumns, sortLabel } from '../rows/sort-columns';
import type { ContainerView } from '../navigation/view-bar';

export interface ContainerActionsParts {
  readonly toolbar: ContainerToolbarProps;
  /** The current selection. */
  readonly chosen: readonly ListingEntry[];
  /** The listed entries: their folders can be opened. */
  readonly listed: readonly ListingEntry[];
  /** The entries of the context menu. */
  readonly menuOf: (entry: ListingEntry) => readonly MenuEntry[];
  readonly view: ContainerView;
  /** Sorting of the displayed rows; null if there are none to sort. */
  readonly sorting: { readonly onSort: (column: SortColumn) => void; readonly disabledReason: string | null } | null;
  readonly disabledReasons: ContainerDisabledReasons;
  readonly onView: (view: ContainerView) => void;
  readonly onFind: (mode: 'starts-with' | 'wildcard') => void;
  /** Opens the properties and runs the action there; the blob by its full name, null for the container. */
  readonly onVerb: (action: DetailsVerb, blob: string | null) => void;
}

export function containerViewActions(parts: ContainerActionsParts): readonly ViewAction[] {
  const { chosen } = parts;
  const [first] = chosen;
  return [
    ...(first === undefined ? [] : actionsOfChosen(parts, first)),
    ...(chosen.length > 1 || first?.kind === 'folder' ? [] : actionsOfProperties(parts, first)),
    ...actionsOfFolder(parts),
  ];
}

/** Entries of a row's menu that apply to all selected rows. */
const ofAll: ReadonlySet<string> = new Set([
  ...['download', 'copy-blobs', 'cut', 'duplicate', 'delete'],
  ...['as-stowage', 'as-azcopy', 'as-curl'],
]);
/** Entries of it that apply to the folder, and are listed there. */
const ofFolder: ReadonlySet<string> = new Set(['paste', 'folder']);

function actionsOfChosen(
  { chosen, menuOf, toolbar }: ContainerActionsParts,
  first: ListingEntry,
): readonly ViewAction[] {
  const entries = menuOf(first).filter(
    (entry) => entry !== 'separator' && !ofFolder.has(entry.id) && (chosen.length === 1 || ofAll.has(entry.id)),
  );
  return actionsOfMenu(entries, whatIsSelected(chosen, toolbar.prefix));
}

function actionsOfProperties(parts: ContainerActionsParts, blob: ListingEntry | undefined): readonly ViewAction[] {
  const { toolbar, disabledReasons, onVerb } = parts;
  const of = blob === undefined ? toolbar.container : leafName(blob.name, toolbar.prefix);
  const item = blob?.kind === 'blob' ? blob.item : null;
  return (blob === undefined ? containerActions : blobActions).map((action) => {
    const disabledReason = actionDisabledReason(action, item, disabledReasons);
    return {
      id: action,
      label: verbLabels[action],
      of,
      onAction: () => onVerb(action, blob?.name ?? null),
      ...(disabledReason === null ? {} : { disabledReason }),
    };
  });
}

function actionsOfFolder(parts: ContainerActionsParts): readonly ViewAction[] {
  const { toolbar, view, onView, onFind } = parts;
  const { container, prefix, isPanelOpen } = toolbar;
  const of = spokenPath(container, prefix);
  const parent = parentPrefix(prefix);
  const more = moreActions(toolbar).filter(
    (entry) => entry !== 'separator' && (ofFolder.has(entry.id) || !isOfRows(toolbar, entry.id)),
  );
  const createAction = (id: string, label: string, onAction: () => void, shortcut?: string): ViewAction => ({
    id,
    label,
    of,
    onAction,
    shortcut,
  });
  const views: readonly (readonly [ContainerView, string])[] = [
    ['folders', t`Show folders`],
    ['flat', t`Show all blobs`],
    ['sizes', t`Show folder sizes`],
  ];
  return [
    ...actionsOfMenu([...uploadActions(toolbar), ...more], of),
    createAction('refresh', t`Refresh`, toolbar.onRefresh, shortcutOf('refresh')),
    ...(parent === null ? [] : [createAction('up', t`Up one folder`, () => toolbar.onOpenFolder(parent), 'Backspace')]),
    {
      ...createAction('go-to', t`Go to a folder…`, () => undefined),
      choices: foldersFrom(parts),
      typed: folderTyped(parts),
    },
    ...(view === 'folders' || view === 'flat'
      ? [
          createAction('find', t`Search by name`, () => onFind('starts-with'), 'Ctrl F'),
          createAction('search', t`Search all folders by pattern`, () => onFind('wildcard')),
        ]
      : []),
    ...views.flatMap(([to, label]) => (to === view ? [] : [createAction(`view-${to}`, label, () => onView(to))])),
    ...actionsOfSorting(parts, of),
    createAction('panel', isPanelOpen ? t`Close properties` : t`Show properties`, () => toolbar.onPanel(!isPanelOpen)),
  ];
}

/** A second time sorts the other way round, as a second press on the head of the column does. */
function actionsOfSorting({ sorting }: ContainerActionsParts, of: string): readonly ViewAction[] {
  if (sorting === null) return [];
  const { onSort, disabledReason } = sorting;
  return sortColumns.map(({ column, label }) => ({
    id: `sort-${column}`,
    label: sortLabel(label),
    of,
    onAction: () => onSort(column),
    ...(disabledReason === null ? {} : { disabledReason }),
  }));
}

/** The folders above, then the listed ones. */
function foldersFrom({ toolbar, listed }: ContainerActionsParts): readonly ViewAction[] {
  const { container, prefix } = toolbar;
  const go = (to: string, label: string): ViewAction => goTo(toolbar, to, label, to);
  return [
    ...crumbsOf(container, prefix)
      .slice(0, -1)
      .map((crumb) => go(crumb.prefix, crumb.label)),
    ...listed.flatMap(({ kind, name }) => (kind === 'folder' ? [go(name, leafName(name, prefix))] : [])),
  ];
}

/** A path from the container's root, with or without slashes at its ends. */
const folderTyped =
  ({ toolbar }: ContainerActionsParts) =>
  (text: string): ViewAction | null => {
    const path = text.trim().replace(/^\/+|\/+$/g, '');
    return path === '' ? null : goTo(toolbar, `${path}/`, `${path}/`, t`as typed`);
  };

function goTo({ onOpenFolder }: ContainerToolbarProps, to: string, label: string, of: string): ViewAction {
  return { id: `go-to:${to}`, label, of, onAction: () => onOpenFolder(to) };
}

function isOfRows({ copyMenuActions }: ContainerToolbarProps, id: string): boolean {
  return copyMenuActions.some((entry) => entry !== 'separator' && entry.id === id);
}
