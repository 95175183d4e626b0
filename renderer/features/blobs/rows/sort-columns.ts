// The columns that a list of blobs can be sorted by, in their displayed order, and when it cannot.
import { t } from '@shared/strings/t';
import type { SortColumn } from '../listing/listing';
import type { ListingState } from '../listing/listing-state';

export const sortColumns = [
  { column: 'name', label: t`Name`, style: 'nameHead' },
  { column: 'size', label: t`Size`, style: 'size' },
  { column: 'modified', label: t`Modified`, style: 'modified' },
  { column: 'tier', label: t`Tier`, style: 'tier' },
  { column: 'type', label: t`Content type`, style: 'type' },
] as const satisfies readonly { readonly column: SortColumn; readonly label: string; readonly style: string }[];

export function sortLabel(label: string): string {
  return t`Sort by ${label.toLowerCase()}`;
}

/** Why the list cannot be sorted now; null if it can. */
export function folderSortDisabledReason({ isListingAll }: ListingState): string | null {
  return isListingAll ? t`Listing; sorted when complete` : null;
}
