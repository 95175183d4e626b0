import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSourceRegistry } from '../persisted/sources';
import { type TourOptions, cargoBytes, createTour, pictureName } from './tour';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'stowage-tour-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

function setUp(changes: Partial<TourOptions> = {}) {
  const printed: string[] = [];
  const codes: number[] = [];
  let ended = (): void => undefined;
  const end = new Promise<void>((resolve) => (ended = resolve));
  let token = 0;
  const sources = createSourceRegistry(() => String((token += 1)));
  const tour = createTour({
    picturesDir: join(dir, 'pictures'),
    cargoDir: join(dir, 'cargo'),
    sources,
    picture: async () => Buffer.from('a picture'),
    print: (line) => printed.push(line),
    exit: (code) => {
      codes.push(code);
      ended();
    },
    stepLimitMs: 60_000,
    ...changes,
  });
  return { tour, sources, printed, codes, end };
}
const step = { index: 3, of: 12, id: 'prefix', title: 'Query by prefix', text: 'It ends at Si.' };

describe('unattended tour', () => {
  it('describes and pictures each step, and exits with success', async () => {
    const { tour, printed, codes } = setUp();
    tour.begin();
    await tour.capture(step);
    tour.finished(undefined);
    expect(tour.unattended).toBe(true);
    expect(printed).toEqual(['3/12 Query by prefix — It ends at Si.']);
    expect(await readFile(join(dir, 'pictures', '03-prefix.png'), 'utf8')).toBe('a picture');
    expect(codes).toEqual([0]);
  });

  it('exits with a code and a reason when it fails, once', async () => {
    const { tour, printed, codes, end } = setUp();
    await tour.capture(step);
    tour.finished('the grid stayed empty.');
    tour.broken('the window was closed.');
    tour.finished(undefined);
    await end;
    expect(codes).toEqual([1]);
    expect(printed.at(-1)).toBe('The tour failed after step 3: the grid stayed empty.');
  });

  it('exits when nothing happens any more', async () => {
    const { tour, codes, printed, end } = setUp({ stepLimitMs: 20 });
    tour.begin();
    await end;
    expect(codes).toEqual([1]);
    expect(printed.join()).toContain('before its first step');
  });

  it('names pictures so that they sort in order', () => {
    expect(pictureName({ index: 7, of: 9, id: 'a' })).toBe('07-a.png');
    expect(pictureName({ index: 7, of: 120, id: 'a' })).toBe('007-a.png');
  });
});

describe('watched tour', () => {
  it('takes no pictures and does not quit the app', async () => {
    const { tour, printed, codes } = setUp({ picturesDir: null });
    tour.begin();
    await tour.capture(step);
    tour.finished('it does not matter');
    expect(tour.unattended).toBe(false);
    expect([printed, codes]).toEqual([[], []]);
    expect(await readdir(dir)).toEqual([]);
  });
});

describe('files of the tour', () => {
  it('is the same real file each time, and an empty folder', async () => {
    const { tour, sources } = setUp();
    const digest = async (): Promise<string> => {
      const { upload } = await tour.prepare();
      expect(upload).toMatchObject({ kind: 'file', bytes: cargoBytes });
      return createHash('md5')
        .update(await readFile(sources.resolve(upload.token, { pickedFor: 'upload', connectionId: 'local' }) ?? ''))
        .digest('hex');
    };
    const first = await digest();
    const { downloadFolder } = await tour.prepare();
    const folder = sources.resolve(downloadFolder.token, { pickedFor: 'download', connectionId: 'local' }) ?? '';
    await writeFile(join(folder, 'left over'), 'x');
    expect(await digest()).toBe(first);
    expect(await readdir(folder)).toEqual([]);
  });

  it('are removed at the next start of the app', async () => {
    const { tour } = setUp();
    await tour.prepare();
    const next = setUp({ picturesDir: null });
    next.tour.begin();
    await expect.poll(() => readdir(dir)).toEqual([]);
    const { upload } = await next.tour.prepare();
    expect(upload.bytes).toBe(cargoBytes);
  });

  it('are not rewritten during an upload that still reads them, unless they are incomplete', async () => {
    const { tour, sources } = setUp();
    const prepared = async () => {
      const { upload } = await tour.prepare();
      const path = sources.resolve(upload.token, { pickedFor: 'upload', connectionId: 'local' }) ?? '';
      const { size, mtimeMs } = await stat(path);
      return { path, size, mtimeMs };
    };
    const first = await prepared();
    expect((await prepared()).mtimeMs).toBe(first.mtimeMs);
    await truncate(first.path, cargoBytes - 1);
    expect((await prepared()).size).toBe(cargoBytes);
  });
});
