// The choices for an import into one table, stored in the window until it is started or closed, and the outcome of
// starting it.
import { call } from '@renderer/bridge';
import { startOnHub } from '@renderer/jobs/run-on';
import { useTableJobs } from '@renderer/live/jobs';
import { StowageError } from '@shared/errors';
import type { HubSummary } from '@shared/model/hub';
import {
  type ImportReading,
  type ImportSettings,
  type ImportSource,
  importReading,
  importSettings,
  importSource,
  keySource,
} from '@shared/model/table-import';
import { useEffect, useState } from 'react';
import { takeRequestedImports } from './import-target';
import { type ImportDraft, emptyImportDraft } from './import-draft';
import { edmType } from '@shared/model/entity';
import { keepJson, readJson } from '@renderer/storage/saved';
import { z } from 'zod';

const nothingChosen: ImportReading = {};

interface ImportInHand {
  /** Null before anything is chosen. */
  readonly source: ImportSource | null;
  readonly reading: ImportReading;
  readonly draft: ImportDraft;
  /** The job of the import; null before it is started. */
  readonly jobId: string | null;
  readonly isStarting: boolean;
  readonly startError: StowageError | null;
  /** Starts over with another input, or with none. */
  readonly take: (source: ImportSource | null) => void;
  readonly setReading: (reading: ImportReading) => void;
  readonly changeDraft: (change: (before: ImportDraft) => ImportDraft) => void;
  /** `hub`: on its workers, which leaves nothing to follow here. */
  readonly start: (settings: ImportSettings, hub: HubSummary | null) => void;
  /** Returns to the set-up. */
  readonly setUpAgain: () => void;
}

export function useImportInHand(connectionId: string, table: string): ImportInHand {
  const [saved] = useState(() => readSavedSetup(connectionId, table));
  const [source, setSource] = useState<ImportSource | null>(saved?.source ?? null);
  const [reading, setReading] = useState<ImportReading>(saved?.reading ?? nothingChosen);
  const [draft, setDraft] = useState<ImportDraft>(saved?.draft ?? emptyImportDraft);
  const [jobId, setJobId] = useState<string | null>(null);
  const [isStarting, setIsStarting] = useState(false);
  const [startError, setStartError] = useState<StowageError | null>(null);

  const take = (next: ImportSource | null): void => {
    setSource(next);
    setReading(nothingChosen);
    setDraft(emptyImportDraft);
    setJobId(null);
    setStartError(null);
  };
  useEffect(() => takeRequestedImports(connectionId, table, take), [connectionId, table]);

  useEffect(() => {
    const isOpen = source !== null && jobId === null;
    storeSetup(connectionId, table, isOpen ? { source, reading, draft, savedAtMs: Date.now() } : null);
  }, [connectionId, table, source, reading, draft, jobId]);
  const wasStarted = useWasStarted(connectionId, table, saved);
  if (wasStarted && source !== null && source === saved?.source) setSource(null);
  const token = source?.kind === 'file' ? source.token : null;
  useEffect(() => {
    // A file that cannot be stored has to be picked again after a restart, as the view then explains.
    if (token !== null) call('files.keep', { token }).catch(() => undefined);
  }, [token]);

  const start = (settings: ImportSettings, hub: HubSummary | null): void => {
    if (source === null) return;
    setIsStarting(true);
    setStartError(null);
    const wanted = { connectionId, table, source, reading, settings };
    const started =
      hub === null
        ? call('imports.start', wanted).then(({ jobId: id }) => setJobId(id))
        : startOnHub(hub, { kind: 'import', ...wanted }).then(() => take(null));
    started.catch((thrown: unknown) => setStartError(StowageError.from(thrown))).finally(() => setIsStarting(false));
  };
  return {
    source,
    reading,
    draft,
    jobId,
    isStarting,
    startError,
    take,
    setReading,
    start,
    changeDraft: setDraft,
    setUpAgain: () => setJobId(null),
  };
}

/**
 * Whether the stored set-up had been started when the app ended: after a crash it may still be stored, and starting it
 * again could write rows twice.
 */
function useWasStarted(connectionId: string, table: string, saved: ImportSetup | null): boolean {
  const [openedAtMs] = useState(() => Date.now());
  const jobs = useTableJobs();
  if (saved === null) return false;
  return jobs.some(
    (job) =>
      job.kind === 'import' &&
      job.connectionId === connectionId &&
      job.table === table &&
      job.createdAtMs >= saved.savedAtMs &&
      job.createdAtMs <= openedAtMs,
  );
}

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
  /** Time of the last change by the user. */
  savedAtMs: z.number(),
});
type ImportSetup = z.infer<typeof setup>;

const stored = z.array(z.object({ place: z.string(), setup }));
type Stored = z.infer<typeof stored>;

const storageKey = 'imports:set-up';
const maxRetained = 8;
/** Longer pasted rows are not stored: the clipboard or the spreadsheet has them. */
const longestText = 200_000;

const setupKeyOf = (connectionId: string, table: string): string => JSON.stringify([connectionId, table]);

const readAll = (): Stored => readJson(storageKey, stored) ?? [];

function readSavedSetup(connectionId: string, table: string): ImportSetup | null {
  const place = setupKeyOf(connectionId, table);
  return readAll().find((each) => each.place === place)?.setup ?? null;
}

/** Null removes the set-up. */
function storeSetup(connectionId: string, table: string, importSetup: ImportSetup | null): void {
  const place = setupKeyOf(connectionId, table);
  const others = readAll().filter((each) => each.place !== place);
  const isWorthIt =
    importSetup !== null && (importSetup.source.kind === 'file' || importSetup.source.text.length <= longestText);
  const next = isWorthIt ? [{ place, setup: importSetup }, ...others] : others;
  keepJson(storageKey, next.slice(0, maxRetained));
}
