// Looks up the names of a transfer at its target: few names one by one, many by listing. A failed lookup is noted in
// the tally and ends the lookup, but not the survey.
import { StowageError } from '@shared/errors';
import { mapConcurrent } from '@shared/map-concurrent';
import type { BlobItem } from '@shared/model/blob';
import type { Account } from '../../azure/account';
import { listBlobPage } from '../../blobs/listing';
import { readBlobProperties } from '../../blobs/properties';
import type { Clock } from '../../ports';
import type { PreflightLocation, PreflightLocations } from './preflight-locations';
import type { PreflightTally } from './preflight-tally';
import type { PreflightFile } from './preflight-file';

export interface NamePorts {
  readonly account: Account;
  readonly container: string;
  readonly clock: Clock;
  /** Called when something was found out. */
  readonly found: () => void;
  readonly signal: AbortSignal;
  readonly bounds: NameBounds;
}

export interface NameBounds {
  /** Limits of a survey: number of list requests, and names per request. */
  readonly pages: number;
  readonly pageSize: number;
  /** Time limit, counted from when the files are known. */
  readonly ms: number;
}

/** Up to this number of files, single lookups are as fast as a listing, whatever the size of the container. */
const singlyFiles = 16;
const maxConcurrentLookups = 32;
const maxConcurrentLocations = 8;

/**
 * Resolves when every name was looked up, or a limit or a failure ended that. `counted` ends when all files are known.
 */
export async function lookUpNames(
  { all }: PreflightLocations,
  counted: Promise<void>,
  tally: PreflightTally,
  ports: NamePorts,
): Promise<void> {
  const limit = new AbortController();
  const stop = (): void => limit.abort();
  ports.signal.addEventListener('abort', stop, { once: true });
  const limited = counted.then(() => ports.clock.sleep(ports.bounds.ms, limit.signal)).then(stop);
  const lookup = { ...ports, tally, counted, pagesLeft: { count: ports.bounds.pages }, signal: limit.signal };
  const waiting = [...all];
  const work = async (): Promise<void> => {
    for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) await lookUpIn(place, lookup);
  };
  try {
    await Promise.all(Array.from({ length: maxConcurrentLocations }, work));
  } catch (thrown) {
    tally.looked = 'some';
    if (!limit.signal.aborted) tally.problem = StowageError.from(thrown).toShape();
  } finally {
    ports.signal.removeEventListener('abort', stop);
    stop();
    // The survey was stopped, or counting failed, which the survey reports itself.
    await limited.catch(() => undefined);
  }
}

interface Lookup extends NamePorts {
  readonly tally: PreflightTally;
  readonly counted: Promise<void>;
  readonly pagesLeft: { count: number };
}

async function lookUpIn(place: PreflightLocation, lookup: Lookup): Promise<void> {
  const { counted, tally, pagesLeft } = lookup;
  if (place.isSingly) {
    await counted;
    if ((place.few?.length ?? Infinity) <= singlyFiles) return lookUpSingly(place.few ?? [], lookup);
  }
  // The first page is requested while files are still being counted; often there is no other.
  let page = await nextPage(place, undefined, lookup);
  await counted;
  await compare(place, page.blobs, lookup);
  if (page.marker === null) return;
  if (place.few !== null) {
    const compared = new Set(page.blobs.map(({ name }) => name));
    return lookUpSingly(
      place.few.filter(({ name }) => !compared.has(name)),
      lookup,
    );
  }
  while (page.marker !== null) {
    if (pagesLeft.count <= 0) {
      tally.looked = 'some';
      return;
    }
    page = await nextPage(place, page.marker, lookup);
    await compare(place, page.blobs, lookup);
  }
}

async function nextPage(
  place: PreflightLocation,
  marker: string | undefined,
  lookup: Lookup,
): ReturnType<typeof listBlobPage> {
  lookup.pagesLeft.count -= 1;
  lookup.tally.send('ListBlobs');
  const { account, container, signal, bounds } = lookup;
  return listBlobPage(account, { container, ...place.listing, pageSize: bounds.pageSize, marker, signal });
}

async function compare(place: PreflightLocation, blobs: readonly BlobItem[], { tally, found }: Lookup): Promise<void> {
  const taken = blobs.filter(({ name }) => place.has(name));
  const files = await place.filesOf(taken.map(({ name }) => name));
  for (const [index, blob] of taken.entries()) {
    const file = files[index] ?? null;
    if (file !== null) tally.take(file, blob);
  }
  found();
}

async function lookUpSingly(files: readonly PreflightFile[], lookup: Lookup): Promise<void> {
  const { account, container, signal, tally, found } = lookup;
  await mapConcurrent(files, maxConcurrentLookups, async (file) => {
    tally.send('GetBlobProperties');
    try {
      tally.take(file, await readBlobProperties(account, container, file.name, signal));
    } catch (error) {
      if (!(error instanceof StowageError) || error.code !== 'not-found.blob') throw error;
    }
    found();
  });
}
