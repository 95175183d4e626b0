// Checks that a plan is the same whether listings show the chosen blobs or each is looked up individually.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { defaultTransferOptions } from '@shared/model/transfer';
import type { Account, ServiceRequest } from '../../azure/account';
import { maxRejections } from '../../azure/failures/rejection-tally';
import { escapeXml } from '../../blobs/xml';
import type { CopySpec, DownloadSpec } from '../records/job-records';
import { planCopy } from './copy-plan';
import { DeniedChoices } from './look-up-blobs';
import { keepsNames } from './names';
import { type PlanStep, countDownload, planDownload } from './plan';

interface Stored {
  readonly name: string;
  readonly bytes: number;
  readonly tier: string;
  /**
   * `own key`: listed, but readable only with the customer's key. `hidden`: neither listed nor readable. `closed`:
   * listed, but not readable.
   */
  readonly kind: 'plain' | 'marker' | 'own key' | 'hidden' | 'closed';
}
type Lists = 'quoted' | 'bare' | 'refused' | 'broken';

const modified = 'Tue, 24 Nov 2026 20:00:00 GMT';
const deniedError = (): StowageError => new StowageError('auth.denied', 'No.', { context: { status: 403 } });

/** A container. `lists`: how its listings write ETags, or how they fail. */
function containerOf(stored: readonly Stored[], lists: Lists, largestPage = 5000) {
  const sorted = stored.filter(({ kind }) => kind !== 'hidden').sort((a, b) => (a.name < b.name ? -1 : 1));
  const byName = new Map(stored.map((one) => [one.name, one]));
  const requested: string[] = [];
  const entry = ({ name, bytes, tier, kind }: Stored): string => {
    const isPlain = /^[\x20-\ufffd]*$/u.test(name);
    const etag = lists === 'quoted' ? `&quot;${bytes}&quot;` : String(bytes);
    return [
      `<Blob>${isPlain ? '<Name>' : '<Name Encoded="true">'}${isPlain ? escapeXml(name) : encodeURIComponent(name)}</Name>`,
      `<Properties><Last-Modified>${modified}</Last-Modified><Etag>${etag}</Etag><Content-Length>${bytes}</Content-Length>`,
      `<Content-Type>text/plain</Content-Type><Content-MD5>md5 of ${bytes}</Content-MD5><BlobType>BlockBlob</BlobType>`,
      `<AccessTier>${tier}</AccessTier><AccessTierChangeTime>${modified}</AccessTierChangeTime>`,
      kind === 'own key' ? '<CustomerProvidedKeySha256>key</CustomerProvidedKeySha256>' : '',
      `<LeaseStatus>unlocked</LeaseStatus></Properties>`,
      kind === 'marker' ? '<Metadata><Hdi_isfolder>true</Hdi_isfolder></Metadata>' : '<Metadata />',
      '</Blob>',
    ].join('');
  };
  const list = (query: Readonly<Record<string, string>>): string => {
    const { prefix = '', delimiter, marker = '' } = query;
    // Anything chosen as a blob or a folder is listed as a folder, also if single lookups have found none.
    const isFolder = /\d[^/]*\/+$/u.test(prefix);
    if (lists === 'refused' && !isFolder) throw deniedError();
    expect(query.include).toBe('metadata');
    const below = sorted.filter(({ name }) => name.startsWith(prefix) && name > marker);
    const page = below.slice(0, Math.min(Number(query.maxresults), largestPage));
    const entries = page.filter(({ name }) => delimiter === undefined || !name.includes('/', prefix.length));
    const next = page.length < below.length ? encodeURIComponent(page.at(-1)?.name ?? '') : '';
    const xml = `<EnumerationResults><Blobs>${entries.map(entry).join('')}</Blobs><NextMarker>${next}</NextMarker></EnumerationResults>`;
    return lists === 'broken' && !isFolder ? xml.slice(0, -20) : xml;
  };
  const head = (path: string): Record<string, string> => {
    const name = decodeURIComponent(path).slice('/box/'.length);
    const one = byName.get(name);
    if (one === undefined) throw new StowageError('not-found.blob', 'There is none.', { context: { blob: name } });
    if (one.kind === 'hidden' || one.kind === 'closed') throw deniedError();
    if (one.kind === 'own key') throw new StowageError('conflict.archived', 'It has its own key.');
    return {
      'content-length': String(one.bytes),
      'content-type': 'text/plain',
      'content-md5': `md5 of ${one.bytes}`,
      etag: `"${one.bytes}"`,
      'last-modified': modified,
      'x-ms-access-tier': one.tier,
      'x-ms-access-tier-change-time': modified,
      'x-ms-blob-type': 'BlockBlob',
      ...(one.kind === 'marker' && { 'x-ms-meta-hdi_isfolder': 'true' }),
    };
  };
  const send = async ({ operation, path, query = {} }: ServiceRequest) => {
    requested.push(operation);
    await Promise.resolve();
    const isList = operation === 'ListBlobs';
    const { marker, ...others } = query;
    const decoded = marker === undefined ? others : { ...others, marker: decodeURIComponent(marker) };
    const body = Buffer.from(isList ? list(decoded) : '');
    return { status: 200, headers: isList ? {} : head(path), metadataNames: {}, body };
  };
  const descriptor = { name: 'quay', endpoints: { blob: 'https://quay.blob.core.windows.net' } };
  return { requested, account: { descriptor, send } as unknown as Account };
}

const { signal } = new AbortController();
const common = { connectionId: 'c', container: 'box', options: defaultTransferOptions } as const;

async function stepsOf<F>(plan: AsyncIterable<readonly PlanStep<F>[]>): Promise<readonly unknown[]> {
  const steps: unknown[] = [];
  try {
    for await (const some of plan) steps.push(...some);
  } catch (thrown) {
    steps.push(['ended by', StowageError.from(thrown).code]);
  }
  // A denial is reported when it is known to concern one item alone, which may be sooner or later.
  const isRejection = (step: unknown): boolean => JSON.stringify(step).includes('auth.denied');
  return [...steps.filter((step) => !isRejection(step)), ...steps.filter(isRejection)];
}

function plansOf(account: Account, selection: DownloadSpec['selection']) {
  const names = selection.flatMap((one) => (one.kind === 'prefix' ? [] : [one.name]));
  const down: DownloadSpec = { kind: 'download', ...common, selection, targetDir: '/here' };
  const copy: CopySpec = {
    kind: 'copy',
    ...common,
    prefix: '',
    container: 'other',
    from: { connectionId: 'c', container: 'box' },
    selection: names.map((name) => ({ kind: 'blob' as const, name, as: name })),
  };
  const planned: unknown[] = [];
  return {
    down: () => stepsOf(planDownload(down, { account, folding: keepsNames, preferredBlockBytes: () => null, signal })),
    copied: async () => [
      await stepsOf(
        planCopy(copy, { source: account, target: account, signal, planned: (blob) => planned.push(blob.tierSince) }),
      ),
      planned,
    ],
    counted: () => countDownload(down, { account, signal }).catch((error: unknown) => StowageError.from(error).code),
  };
}

const nameParts = fc.tuple(
  fc.constantFrom('', 'a/', 'a/b/', 'ä&/', '../'),
  fc.integer({ min: 0, max: 80 }),
  fc.constantFrom('', '', '', '💧', '\u0001', '%41', '/'),
);
const ones = fc.record({
  name: nameParts.map((parts) => parts.join('')),
  bytes: fc.nat(3),
  tier: fc.constantFrom('Hot', 'Cool', 'Archive'),
  kind: fc.constantFrom<Stored['kind']>('plain', 'plain', 'plain', 'plain', 'plain', 'marker', 'own key', 'hidden'),
  is: fc.constantFrom('there', 'wanted', 'both', 'both', 'both', 'both', 'both', 'both'),
  as: fc.constantFrom<'blob' | 'auto'>('blob', 'blob', 'blob', 'auto'),
});
const cases = fc.record({
  all: fc.uniqueArray(ones, { minLength: 40, maxLength: 200, size: 'max', selector: ({ name }) => name }),
  page: fc.integer({ min: 5, max: 400 }),
  lists: fc.constantFrom<Lists>('quoted', 'quoted', 'bare', 'bare', 'broken'),
});

const numbered = (count: number): readonly Stored[] =>
  Array.from({ length: count }, (_, at) => ({ name: `a/${at}`, bytes: at, tier: 'Hot', kind: 'plain' }));
const chosenOf = (stored: readonly Stored[]) => stored.map(({ name }) => ({ kind: 'blob' as const, name }));

describe('the plan of chosen blobs', () => {
  it('is the same from listings as from single lookups, in the same order', async () => {
    let fewer = 0;
    await fc.assert(
      fc.asyncProperty(cases, async ({ all, page, lists }) => {
        const stored = all.filter(({ is }) => is !== 'wanted');
        const chosen = all.filter(({ is }) => is !== 'there').map(({ name, as }) => ({ kind: as, name }));
        const [listing, looking] = [containerOf(stored, lists, page), containerOf(stored, 'refused')];
        const [one, other] = [plansOf(listing.account, chosen), plansOf(looking.account, chosen)];
        expect(await one.counted()).toEqual(await other.counted());
        expect(await one.copied()).toEqual(await other.copied());
        if (listing.requested.length < looking.requested.length / 2) fewer += 1;
        expect(await one.down()).toEqual(await other.down());
      }),
      { numRuns: 40 },
    );
    expect(fewer).toBeGreaterThan(5);
  });

  it('requests one page instead of many blobs, but looks up few blobs individually', async () => {
    const many = containerOf(numbered(300), 'bare');
    await plansOf(many.account, chosenOf(numbered(300))).down();
    expect(many.requested).toEqual(['ListBlobs']);
    const few = containerOf(numbered(300), 'bare');
    await plansOf(few.account, chosenOf(numbered(20))).down();
    expect(new Set(few.requested)).toEqual(new Set(['GetBlobProperties']));
  });

  it('does not follow a listing through blobs with customer-provided keys', async () => {
    const sealed = numbered(6000).map((one) => ({ ...one, kind: 'own key' as const }));
    const { account, requested } = containerOf(sealed, 'bare');
    await plansOf(account, chosenOf(sealed.slice(0, 30))).down();
    expect(requested.filter((operation) => operation === 'ListBlobs')).toHaveLength(1);
    expect(requested).toHaveLength(31);
  });

  it.each(['refused', 'broken'] as const)('requests no further listing after one was %s', async (lists) => {
    const { account, requested } = containerOf(numbered(6000), lists);
    await plansOf(account, chosenOf(numbered(6000))).counted();
    expect(requested.filter((operation) => operation === 'GetBlobProperties')).toHaveLength(6000);
    // A list that breaks off is read three times.
    expect(requested).toHaveLength(6000 + (lists === 'refused' ? 1 : 3));
  });

  it('recognises a blob as individually denied even if all others are known from listings', async () => {
    const stored = [...numbered(50), { ...numbered(1)[0], name: 'a/hidden', kind: 'hidden' } as Stored];
    const { account, requested } = containerOf(stored, 'bare');
    const steps = await plansOf(account, chosenOf(stored)).down();
    expect(steps).toHaveLength(51);
    expect(steps.at(-1)).toMatchObject({
      problem: { source: 'a/hidden', error: { code: 'auth.denied', context: { others: 'accepted' } } },
    });
    expect(requested).toEqual(['ListBlobs', 'GetBlobProperties', 'GetBlobProperties']);
  });

  it.each([
    ['first', (at: number) => at === 0],
    ['first folder', (at: number) => at < 90],
  ])('knows it also where the %s of those that lists show may not be read either', async (_, isClosed) => {
    const readable = numbered(120).map((one, at): Stored => (isClosed(at) ? { ...one, kind: 'closed' } : one));
    const sorted = readable.map((one, at) => ({ ...one, name: `${at < 90 ? 'a' : 'b'}/${1000 + at}` }));
    const stored = [...sorted, { ...numbered(1)[0], name: 'c/hidden', kind: 'hidden' } as Stored];
    const { account, requested } = containerOf(stored, 'bare');
    const steps = await plansOf(account, chosenOf(stored)).down();
    expect(steps).toHaveLength(121);
    expect(steps.at(-1)).toMatchObject({ problem: { source: 'c/hidden', error: { context: { others: 'accepted' } } } });
    expect(requested.length).toBeLessThan(25);
  });

  it('ends where none of those that lists show may be read', async () => {
    const closed = numbered(100).map((one): Stored => ({ ...one, kind: 'closed' }));
    const stored = [...closed, { ...numbered(1)[0], name: 'a/hidden', kind: 'hidden' } as Stored];
    const steps = await plansOf(containerOf(stored, 'bare').account, chosenOf(stored)).down();
    expect(steps.at(-1)).toEqual(['ended by', 'auth.denied']);
  });

  it('continues after as many consecutive denials as there were successes before', async () => {
    const stored = numbered(300).map((one, at): Stored => (at < 200 ? one : { ...one, kind: 'hidden' }));
    const chosen = chosenOf([...stored, { ...numbered(1)[0], name: 'b', kind: 'plain' } as Stored]);
    const { account } = containerOf([...stored, { name: 'b', bytes: 1, tier: 'Hot', kind: 'plain' }], 'refused');
    expect(await plansOf(account, chosen).down()).toHaveLength(301);
  });

  it('counts each planned blob once if it is named twice, and each denied or missing blob once', async () => {
    const stored: readonly Stored[] = [
      ...numbered(3),
      { name: 'a/0/b', bytes: 10, tier: 'Hot', kind: 'plain' },
      { name: 'hidden', bytes: 5, tier: 'Hot', kind: 'hidden' },
    ];
    const once = [...chosenOf(numbered(3)), ...['hidden', 'gone'].map((name) => ({ kind: 'blob' as const, name }))];
    const folder = { kind: 'prefix', prefix: 'a/0/', as: 'there' } as const;
    const plans = plansOf(containerOf(stored, 'refused').account, [...once, folder, ...once, folder]);
    const counted = await plans.counted();
    expect(counted).toEqual({ files: 6, bytes: 0 + 1 + 2 + 10 });
    const places = new Set((await plans.down()).map((step) => JSON.stringify(step)));
    expect(places.size).toBe(6);
  });

  it('looks up many blobs concurrently', async () => {
    let [now, max] = [0, 0];
    const { account } = containerOf(numbered(100), 'refused');
    const counting = {
      ...account,
      send: async (request: ServiceRequest) => {
        max = Math.max(max, (now += 1));
        try {
          return await account.send(request);
        } finally {
          now -= 1;
        }
      },
    };
    await plansOf(counting, chosenOf(numbered(100))).down();
    expect(max).toBe(32);
  });
});

const denied = new StowageError('auth.denied', 'No.');
const problemsOf = (steps: ReturnType<DeniedChoices['settle']>): (readonly [string, unknown])[] =>
  [...steps].flat().map(({ problem: { source, error } }) => [source, error.context.others]);
async function* pagesThatFail(): AsyncGenerator<string> {
  yield 'a page';
  await Promise.reject(denied);
}

describe('what a person chose and the service refuses to show', () => {
  it('fails alone when a later request succeeds with the same permission', () => {
    const choices = new DeniedChoices();
    expect(choices.putAside('read', 'a', 'a', denied)).toBe(true);
    expect(problemsOf(choices.shown('list', choices.now))).toEqual([]);
    expect(problemsOf(choices.shown('read', choices.now - 1))).toEqual([]);
    expect(problemsOf(choices.shown('read', choices.now))).toEqual([['a', 'accepted']]);
  });

  it('ends the plan when nothing else is readable, unless the user insists', () => {
    const choices = new DeniedChoices('no');
    choices.putAside('read', 'a', 'a', denied);
    expect(() => problemsOf(choices.settle())).toThrow(denied);
    const insisted = new DeniedChoices('yes');
    insisted.putAside('read', 'a', 'a', denied);
    expect(problemsOf(insisted.settle())).toEqual([['a', undefined]]);
  });

  it('does not end the plan of a user who insists, however many items are denied in a row', () => {
    const choices = new DeniedChoices('yes');
    const all = Array.from({ length: 2 * maxRejections + 5 }, (_, number) => String(number));
    for (const name of all) expect(choices.putAside('read', name, name, denied)).toBe(true);
    expect(problemsOf(choices.settle()).map(([name]) => name)).toEqual(all);
    expect(problemsOf(choices.settle())).toEqual([]);
  });

  it('is not deferred when a listing breaks off midway or the credential itself is rejected', async () => {
    const choices = new DeniedChoices();
    const pages = choices.unlessDenied(pagesThatFail(), { source: 'a', target: 'a' });
    await pages.next();
    await expect(pages.next()).rejects.toThrow(denied);
    const expired = new StowageError('auth.sas-expired', 'No.');
    expect(choices.putAside('read', 'a', 'a', expired)).toBe(false);
    expect(problemsOf(choices.settle())).toEqual([]);
  });
});
