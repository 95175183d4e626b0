// Looks up the names of a transfer at its target: few names one by one, many by listing. A failed lookup is noted in
// the tally and ends the lookup, but not the survey.
import { StowageError } from '@shared/errors';
import { inLanes } from '@shared/in-lanes';
import type { BlobItem } from '@shared/model/blob';
import type { Account } from '../../azure/account';
import { listBlobPage } from '../../blobs/listing';
import { readBlobProperties } from '../../blobs/properties';
import type { Clock } from '../../ports';
import type { SurveyPlace, SurveyPlaces } from './survey-places';
import type { SurveyTally } from './survey-tally';
import type { SurveyedFile } from './surveyed-file';

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
const looksAtOnce = 32;
const placesAtOnce = 8;

/**
 * Resolves when every name was looked up, or a limit or a failure ended that. `counted` ends when all files are known.
 */
export async function lookForNames(
  { all }: SurveyPlaces,
  counted: Promise<void>,
  tally: SurveyTally,
  ports: NamePorts,
): Promise<void> {
  const limit = new AbortController();
  const stop = (): void => limit.abort();
  ports.signal.addEventListener('abort', stop, { once: true });
  const limited = counted.then(() => ports.clock.sleep(ports.bounds.ms, limit.signal)).then(stop);
  const look = { ...ports, tally, counted, pagesLeft: { count: ports.bounds.pages }, signal: limit.signal };
  const waiting = [...all];
  const work = async (): Promise<void> => {
    for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) await lookIn(place, look);
  };
  try {
    await Promise.all(Array.from({ length: placesAtOnce }, work));
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

interface Look extends NamePorts {
  readonly tally: SurveyTally;
  readonly counted: Promise<void>;
  readonly pagesLeft: { count: number };
}

async function lookIn(place: SurveyPlace, look: Look): Promise<void> {
  const { counted, tally, pagesLeft } = look;
  if (place.isSingly) {
    await counted;
    if ((place.few?.length ?? Infinity) <= singlyFiles) return lookSingly(place.few ?? [], look);
  }
  // The first page is requested while files are still being counted; often there is no other.
  let page = await nextPage(place, undefined, look);
  await counted;
  await compare(place, page.blobs, look);
  if (page.marker === null) return;
  if (place.few !== null) {
    const compared = new Set(page.blobs.map(({ name }) => name));
    return lookSingly(
      place.few.filter(({ name }) => !compared.has(name)),
      look,
    );
  }
  while (page.marker !== null) {
    if (pagesLeft.count <= 0) {
      tally.looked = 'some';
      return;
    }
    page = await nextPage(place, page.marker, look);
    await compare(place, page.blobs, look);
  }
}

async function nextPage(place: SurveyPlace, marker: string | undefined, look: Look): ReturnType<typeof listBlobPage> {
  look.pagesLeft.count -= 1;
  look.tally.send('ListBlobs');
  const { account, container, signal, bounds } = look;
  return listBlobPage(account, { container, ...place.listing, pageSize: bounds.pageSize, marker, signal });
}

async function compare(place: SurveyPlace, blobs: readonly BlobItem[], { tally, found }: Look): Promise<void> {
  const taken = blobs.filter(({ name }) => place.has(name));
  const files = await place.filesOf(taken.map(({ name }) => name));
  for (const [index, blob] of taken.entries()) {
    const file = files[index] ?? null;
    if (file !== null) tally.take(file, blob);
  }
  found();
}

async function lookSingly(files: readonly SurveyedFile[], look: Look): Promise<void> {
  const { account, container, signal, tally, found } = look;
  await inLanes(files, looksAtOnce, async (file) => {
    tally.send('GetBlobProperties');
    try {
      tally.take(file, await readBlobProperties(account, container, file.name, signal));
    } catch (error) {
      if (!(error instanceof StowageError) || error.code !== 'not-found.blob') throw error;
    }
    found();
  });
}
