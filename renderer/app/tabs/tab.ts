// The contents that a tab can show, and when two tabs are the same.
import { z } from 'zod';
import { diffSide } from '@shared/model/table-diff';
import { tableJobKind } from '@shared/model/table-job';
import { transferKind } from '@shared/model/transfer';
import type { OpenedItem } from '@renderer/features/connections';

const current = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('table'), connectionId: z.string(), table: z.string() }),
  z.object({
    kind: z.literal('entity'),
    connectionId: z.string(),
    table: z.string(),
    partitionKey: z.string(),
    rowKey: z.string(),
  }),
  z.object({ kind: z.literal('import'), connectionId: z.string(), table: z.string() }),
  z.object({ kind: z.literal('container'), connectionId: z.string(), container: z.string() }),
  /** The contents of one blob; `name` in full. `isPreview`: the next preview opens in its place. */
  z.object({
    kind: z.literal('blob'),
    connectionId: z.string(),
    container: z.string(),
    name: z.string(),
    isPreview: z.boolean().optional(),
  }),
  /** Applied changes of a connection, of one table or of all. */
  z.object({ kind: z.literal('undo'), connectionId: z.string(), table: z.string().optional() }),
  /**
   * `title` as it was when the tab was opened; the kind of the job and its start time distinguish it from equal titles.
   */
  z.object({
    kind: z.literal('job'),
    jobId: z.string(),
    title: z.string(),
    job: z.enum([...transferKind.options, ...tableJobKind.options]).optional(),
    sinceMs: z.number().optional(),
  }),
  z.object({ kind: z.literal('compare'), left: diffSide, right: diffSide }),
  /** `name` as it was when the tab was opened. */
  z.object({ kind: z.literal('hub'), hubId: z.string(), name: z.string() }),
  z.object({ kind: z.literal('monitor') }),
  z.object({ kind: z.literal('lab') }),
  z.object({ kind: z.literal('settings') }),
  z.object({ kind: z.literal('shortcuts') }),
]);
export type Tab = z.infer<typeof current>;

/** Versions until November 2026 had pages of transfers only. */
export const tab = z.preprocess(
  (saved) => (earlier.safeParse(saved).success ? { ...(saved as object), kind: 'job' } : saved),
  current,
);
const earlier = z.object({ kind: z.literal('transfer') });

/** Whether the next preview opens in its place. */
export const isPreview = (of: Tab): boolean => of.kind === 'blob' && of.isPreview === true;

/** What makes two tabs the same one. */
export function tabId(of: Tab): string {
  switch (of.kind) {
    case 'table':
      return `table:${of.connectionId}:${of.table}`;
    case 'entity':
      // As JSON, so that keys with any character in them stay two keys.
      return `entity:${JSON.stringify([of.connectionId, of.table, of.partitionKey, of.rowKey])}`;
    case 'import':
      return `import:${of.connectionId}:${of.table}`;
    case 'container':
      return `container:${of.connectionId}:${of.container}`;
    case 'blob':
      return `blob:${JSON.stringify([of.connectionId, of.container, of.name])}`;
    case 'undo':
      return `undo:${of.connectionId}`;
    case 'job':
      return `job:${of.jobId}`;
    case 'hub':
      return `hub:${of.hubId}`;
    case 'compare':
      return `compare:${JSON.stringify([of.left, of.right])}`;
    default:
      return of.kind;
  }
}

/** Null for a tab that belongs to no table or container, and for no tab. */
export function openedItem(tab: Tab | undefined): OpenedItem | null {
  switch (tab?.kind) {
    case 'table':
    case 'entity':
    case 'import':
      return { connectionId: tab.connectionId, resource: 'tables', name: tab.table };
    case 'container':
    case 'blob':
      return { connectionId: tab.connectionId, resource: 'containers', name: tab.container };
    default:
      return null;
  }
}
