// What a table's tab restores after a restart: the query in its bar, whether it was run, the selection and the view.
// Kept in the window's own storage; no rows are stored, and restoring runs nothing.
import { edmType } from '@shared/model/entity';
import { comparisonOperator, maxParallelRanges } from '@shared/model/table-query';
import { groupMatches } from '@shared/query/to-builder';
import { tabMemory } from '@renderer/storage/tab-memory';
import { z } from 'zod';
import type { QueryDraft } from '../query/query-draft';
import { tableViews } from '../result/table-view';
import { savedSelection } from './saved-selection';

const keyDraft = z.object({
  operator: z.enum(['any', 'is', 'one-of', 'starts-with', 'range', 'after', 'before']),
  text: z.string(),
  delimiter: z.string().exactOptional(),
  values: z.array(z.string()),
  pending: z.string(),
  from: z.string(),
  to: z.string(),
  fromBound: z.enum(['inclusive', 'exclusive']),
  toBound: z.enum(['inclusive', 'exclusive']),
});
const propertyDraft = z.object({
  id: z.string(),
  name: z.string(),
  operator: z.union([comparisonOperator, z.enum(['starts-with', 'range'])]),
  type: edmType,
  text: z.string(),
  to: z.string().exactOptional(),
  spelling: z.enum(['hex', 'base64']).exactOptional(),
});
const queryDraft: z.ZodType<QueryDraft> = z.object({
  mode: z.enum(['conditions', 'text']),
  partitionKey: keyDraft,
  rowKey: keyDraft,
  properties: z.array(propertyDraft),
  groups: z.array(z.object({ id: z.string(), match: z.enum(groupMatches), conditions: z.array(propertyDraft) })),
  filterText: z.string(),
  reading: z.enum(['whole', 'ranges', 'parallel']),
  concurrency: z.int().min(1).max(maxParallelRanges).exactOptional(),
  limit: z.int().positive().exactOptional(),
  pageSize: z.int().min(1).max(1000).exactOptional(),
  select: z.array(z.string()).exactOptional(),
});

/** The cell under the keyboard: the row by its id, and where it was, so that it is looked for no further than that. */
const savedCell = z.object({ rowId: z.string(), place: z.int().nonnegative(), column: z.string() });

/** Counted from the row under the keyboard, which may stand elsewhere by then. */
const savedScroll = z.object({ rows: z.number(), leftPx: z.number() });

const savedTab = z.object({
  draft: queryDraft,
  cell: savedCell.nullable(),
  /** Left out where a cell is all that is selected. */
  selection: savedSelection.exactOptional(),
  scroll: savedScroll.exactOptional(),
  view: z.enum(tableViews).exactOptional(),
});
export type SavedTab = z.infer<typeof savedTab>;

/** The kept tabs of tables, by connection and table. */
export const savedTabs = tabMemory('table-tab');

/** Undefined for a tab that was not open; also where what was kept makes no sense any more. */
export function readSavedTab(connectionId: string, table: string): SavedTab | undefined {
  const text = savedTabs.text(connectionId, table);
  if (text === null) return undefined;
  try {
    return savedTab.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

export function writeSavedTab(connectionId: string, table: string, saved: SavedTab): void {
  savedTabs.put(connectionId, table, JSON.stringify(saved));
}
