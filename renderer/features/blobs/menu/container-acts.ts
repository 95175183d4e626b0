// The named actions in a container's tab: those of its buttons, menus and properties, for the current folder and the
// selection. Pure.
import { t } from '@shared/strings/t';
import { shortcutOf } from '@renderer/keys/keys';
import { actsOfMenu } from '@renderer/pane/menu-acts';
import type { OfferedAct } from '@renderer/pane/offered-acts';
import type { MenuEntry } from '@renderer/ui';
import { type ContainerToolbarProps, moreEntries, uploadEntries } from './container-toolbar';
import { type DetailsVerb, blobVerbs, containerVerbs, verbLabels, verbRefusal } from '../details/details-verbs';
import type { ListingEntry, SortColumn } from '../listing/listing';
import { crumbsOf, leafName, parentPrefix, spokenPath } from '../names/path';
import { whatIsSelected } from '../listing/selection-words';
import type { PlaceRefusals } from '../place-refusals';
import { sortColumns, sortWords } from '../rows/sort-columns';
import type { ContainerView } from '../navigation/view-bar';

export interface ContainerActsParts {
  readonly toolbar: ContainerToolbarProps;
  /** What is selected now. */
  readonly chosen: readonly ListingEntry[];
  /** What is listed: its folders can be gone to. */
  readonly listed: readonly ListingEntry[];
  /** What a right click on the entry offers. */
  readonly menuOf: (entry: ListingEntry) => readonly MenuEntry[];
  readonly view: ContainerView;
  /** Of the rows that are shown; null where there are none to sort. */
  readonly sorting: { readonly onSort: (column: SortColumn) => void; readonly refusal: string | null } | null;
  readonly refusals: PlaceRefusals;
  readonly onView: (view: ContainerView) => void;
  readonly onFind: (mode: 'starts-with' | 'wildcard') => void;
  /** Opens the properties and presses the verb there; the blob by its full name, null for the container. */
  readonly onVerb: (verb: DetailsVerb, blob: string | null) => void;
}

export function containerActs(parts: ContainerActsParts): readonly OfferedAct[] {
  const { chosen } = parts;
  const [first] = chosen;
  return [
    ...(first === undefined ? [] : actsOfChosen(parts, first)),
    ...(chosen.length > 1 || first?.kind === 'folder' ? [] : actsOfProperties(parts, first)),
    ...actsOfPlace(parts),
  ];
}

/** Entries of a row's menu that stand for all rows that are selected. */
const ofAll: ReadonlySet<string> = new Set([
  ...['download', 'copy-blobs', 'cut', 'duplicate', 'delete'],
  ...['as-stowage', 'as-azcopy', 'as-curl'],
]);
/** Entries of it that are about the place, and listed there. */
const ofPlace: ReadonlySet<string> = new Set(['paste', 'folder']);

function actsOfChosen({ chosen, menuOf, toolbar }: ContainerActsParts, first: ListingEntry): readonly OfferedAct[] {
  const entries = menuOf(first).filter(
    (entry) => entry !== 'separator' && !ofPlace.has(entry.id) && (chosen.length === 1 || ofAll.has(entry.id)),
  );
  return actsOfMenu(entries, whatIsSelected(chosen, toolbar.prefix));
}

function actsOfProperties(parts: ContainerActsParts, blob: ListingEntry | undefined): readonly OfferedAct[] {
  const { toolbar, refusals, onVerb } = parts;
  const of = blob === undefined ? toolbar.container : leafName(blob.name, toolbar.prefix);
  const item = blob?.kind === 'blob' ? blob.item : null;
  return (blob === undefined ? containerVerbs : blobVerbs).map((verb) => {
    const refusal = verbRefusal(verb, item, refusals);
    return {
      id: verb,
      label: verbLabels[verb],
      of,
      onAction: () => onVerb(verb, blob?.name ?? null),
      ...(refusal === null ? {} : { refusal }),
    };
  });
}

function actsOfPlace(parts: ContainerActsParts): readonly OfferedAct[] {
  const { toolbar, view, onView, onFind } = parts;
  const { container, prefix, isPanelOpen } = toolbar;
  const of = spokenPath(container, prefix);
  const parent = parentPrefix(prefix);
  const more = moreEntries(toolbar).filter(
    (entry) => entry !== 'separator' && (ofPlace.has(entry.id) || !isOfRows(toolbar, entry.id)),
  );
  const act = (id: string, label: string, onAction: () => void, shortcut?: string): OfferedAct => ({
    id,
    label,
    of,
    onAction,
    shortcut,
  });
  const views: readonly (readonly [ContainerView, string])[] = [
    ['folders', t`Show folders`],
    ['flat', t`Show all blobs`],
    ['sizes', t`Show sizes`],
  ];
  return [
    ...actsOfMenu([...uploadEntries(toolbar), ...more], of),
    act('refresh', t`Refresh`, toolbar.onRefresh, shortcutOf('refresh')),
    ...(parent === null ? [] : [act('up', t`Up one folder`, () => toolbar.onOpenFolder(parent), 'Backspace')]),
    { ...act('go-to', t`Go to a folder…`, () => undefined), choices: foldersFrom(parts), typed: folderTyped(parts) },
    ...(view === 'folders' || view === 'flat'
      ? [
          act('find', t`Find by name`, () => onFind('starts-with'), 'Ctrl F'),
          act('search', t`Search all folders by a pattern`, () => onFind('wildcard')),
        ]
      : []),
    ...views.flatMap(([to, label]) => (to === view ? [] : [act(`view-${to}`, label, () => onView(to))])),
    ...actsOfSorting(parts, of),
    act('panel', isPanelOpen ? t`Close properties` : t`Show properties`, () => toolbar.onPanel(!isPanelOpen)),
  ];
}

/** A second time sorts the other way round, as a second press on the head of the column does. */
function actsOfSorting({ sorting }: ContainerActsParts, of: string): readonly OfferedAct[] {
  if (sorting === null) return [];
  const { onSort, refusal } = sorting;
  return sortColumns.map(({ column, label }) => ({
    id: `sort-${column}`,
    label: sortWords(label),
    of,
    onAction: () => onSort(column),
    ...(refusal === null ? {} : { refusal }),
  }));
}

/** The folders above, then the listed ones. */
function foldersFrom({ toolbar, listed }: ContainerActsParts): readonly OfferedAct[] {
  const { container, prefix } = toolbar;
  const go = (to: string, label: string): OfferedAct => goTo(toolbar, to, label, to);
  return [
    ...crumbsOf(container, prefix)
      .slice(0, -1)
      .map((crumb) => go(crumb.prefix, crumb.label)),
    ...listed.flatMap(({ kind, name }) => (kind === 'folder' ? [go(name, leafName(name, prefix))] : [])),
  ];
}

/** A path from the container's root, with or without slashes at its ends. */
const folderTyped =
  ({ toolbar }: ContainerActsParts) =>
  (text: string): OfferedAct | null => {
    const path = text.trim().replace(/^\/+|\/+$/g, '');
    return path === '' ? null : goTo(toolbar, `${path}/`, `${path}/`, t`as typed`);
  };

function goTo({ onOpenFolder }: ContainerToolbarProps, to: string, label: string, of: string): OfferedAct {
  return { id: `go-to:${to}`, label, of, onAction: () => onOpenFolder(to) };
}

function isOfRows({ copyEntries }: ContainerToolbarProps, id: string): boolean {
  return copyEntries.some((entry) => entry !== 'separator' && entry.id === id);
}
