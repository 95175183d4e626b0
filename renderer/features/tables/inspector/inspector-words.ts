// What the views of an entity and the states of its row are called.
import type { RowStanding } from '../edit/staged-rows';

export type InspectorView = 'typed' | 'edit' | 'json';

export const standingWords: Readonly<Record<RowStanding, string>> = {
  changed: 'Changed, not applied',
  inserted: 'New, not applied',
  deleted: 'To be deleted',
  gone: 'Deleted',
};

export const views = [
  { value: 'typed', label: 'Typed' },
  { value: 'json', label: 'JSON' },
  { value: 'edit', label: 'Edit' },
] as const;
