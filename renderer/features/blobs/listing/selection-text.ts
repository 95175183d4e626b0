// Converts a selection of listed entries to the form that the engine takes, and describes it in a few words. Pure.
import type { BlobSelection } from '@shared/model/blob-selection';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import type { ListingEntry } from './listing';
import { leafName } from '../names/path';
import { spokenName } from '../names/visible-name';

export function selectionOf(entries: readonly ListingEntry[]): BlobSelection {
  const names: string[] = [];
  const prefixes: string[] = [];
  for (const { kind, name } of entries) (kind === 'blob' ? names : prefixes).push(name);
  return { names, prefixes };
}

/** The targets of an action, computed once: they may be a million names. */
export interface ChosenBlobs {
  readonly entries: readonly ListingEntry[];
  readonly selection: BlobSelection;
  readonly what: string;
}

export function chosenOf(entries: readonly ListingEntry[], prefix: string): ChosenBlobs {
  return { entries, selection: selectionOf(entries), what: whatIsSelected(entries, prefix) };
}

/** `survey.bin`, `folder scans`, `3 blobs and 2 folders`; includes the whole name, so that no two look the same. */
export function whatIsSelected(entries: readonly ListingEntry[], prefix: string): string {
  const [only] = entries;
  if (only !== undefined && entries.length === 1) {
    const name = spokenName(leafName(only.name, prefix));
    return only.kind === 'folder' ? t`folder ${name}` : name;
  }
  const blobs = entries.filter(({ kind }) => kind === 'blob').length;
  const folders = entries.length - blobs;
  if (folders === 0) return counted(blobs, 'blob');
  if (blobs === 0) return counted(folders, 'folder');
  return t`${counted(blobs, 'blob')} and ${counted(folders, 'folder')}`;
}
