// The set-up of an import as it survives a restart: the input, how it is read, the person's choices. One per table,
// until it is started or closed; the window's own storage keeps the newest few.
import { edmType } from '@shared/model/entity';
import { importReading, importSettings, importSource, keySource } from '@shared/model/table-import';
import { keepJson, readJson } from '@renderer/storage/saved';
import { z } from 'zod';

const keyDraft = z.union([keySource, z.object({ kind: z.literal('none') })]);
const columnDraft = z.object({ property: z.string(), type: edmType, use: z.enum(['import', 'leave-out']) }).partial();
const { emptyCells, zone, decimals, mode, rejectedRows, batchSize, concurrency } = importSettings.shape;

const setup = z.object({
  source: importSource,
  reading: importReading,
  draft: z.object({
    keys: z.object({ PartitionKey: keyDraft, RowKey: keyDraft }).partial(),
    columns: z.record(z.string(), columnDraft),
    emptyCells,
    zone,
    decimals,
    nullText: z.string().optional(),
    mode,
    rejectedRows,
    batchSize,
    concurrency,
  }),
  /** When the person last changed something of it. */
  savedAtMs: z.number(),
});
export type ImportSetup = z.infer<typeof setup>;

const stored = z.array(z.object({ place: z.string(), setup }));
type Stored = z.infer<typeof stored>;

const storageKey = 'imports:set-up';
const maxRetained = 8;
/** Longer pasted rows are not worth the room: the clipboard or the spreadsheet has them. */
const longestText = 200_000;

const setupKeyOf = (connectionId: string, table: string): string => JSON.stringify([connectionId, table]);

const readAll = (): Stored => readJson(storageKey, stored) ?? [];

export function readSavedSetup(connectionId: string, table: string): ImportSetup | null {
  const place = setupKeyOf(connectionId, table);
  return readAll().find((each) => each.place === place)?.setup ?? null;
}

/** Null: nothing is set up any more. */
export function keepSetup(connectionId: string, table: string, importSetup: ImportSetup | null): void {
  const place = setupKeyOf(connectionId, table);
  const others = readAll().filter((each) => each.place !== place);
  const isWorthIt =
    importSetup !== null && (importSetup.source.kind === 'file' || importSetup.source.text.length <= longestText);
  const next = isWorthIt ? [{ place, setup: importSetup }, ...others] : others;
  keepJson(storageKey, next.slice(0, maxRetained));
}
