// A count is stored, found again for inner folders, and never presented as complete while it is not.
import { describe, expect, it } from 'vitest';
import { cancelled } from '@shared/errors';
import type { BlobSizes, SizedFolder } from '@shared/model/blob-sizes';
import { nodesOf, notApart } from './known-sizes';
import { type FollowSizes, createSizesStore, knownSize, sizingFor } from './sizes-store';
import { maxTiles, tileText, tilesOf } from './tiles';

const folder = (parent: number, name: string, bytes: number, ownBytes = bytes): SizedFolder => ({
  parent,
  name,
  bytes,
  ownBytes,
  newest: '2026-10-14T08:00:00.000Z',
  blobs: bytes,
  ownBlobs: ownBytes,
});
const sizesOf = (folders: SizedFolder[], state: BlobSizes['state'] = 'complete'): BlobSizes => ({
  folders,
  state,
  depth: 2,
  endings: [],
  tiers: [],
  ages: [],
  largest: [],
  requests: 3,
  asOf: '2026-10-15T08:00:00.000Z',
});
const whole = sizesOf([folder(-1, '', 100, 10), folder(0, 'a/', 30, 10), folder(1, 'x/', 5), folder(0, 'b/', 40)]);

describe('createSizesStore', () => {
  const answering: FollowSizes = (_input, onEvent) => {
    onEvent(whole);
    return Promise.resolve();
  };

  it('finds inner folders of a count, and leaves unknown ones to be counted', async () => {
    const sizes = createSizesStore({ connectionId: 'local', container: 'logs', follow: answering });
    await sizes.count('');
    const { sizings } = sizes.store.getState();
    expect(sizingFor(sizings, 'a/x/')?.node?.bytes).toBe(5);
    expect(sizingFor(sizings, 'elsewhere/')).toBeNull();
    expect(knownSize(sizings, 'b/')).toMatchObject({ blobs: 40, bytes: 40, asOf: '2026-10-15T08:00:00.000Z' });
    expect(knownSize(sizings, 'elsewhere/')).toBeUndefined();
  });

  it('continues a stopped count, and shows until then what was counted', async () => {
    const begun: string[] = [];
    const sizes = createSizesStore({
      connectionId: 'local',
      container: 'logs',
      follow: ({ from }, onEvent, signal) => {
        begun.push(from);
        if (begun.length === 1) onEvent(sizesOf(whole.folders, 'counting'));
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(cancelled())));
      },
    });
    const runs = [sizes.count('')];
    sizes.stop('');
    runs.push(sizes.goOn(''));
    const { sizings } = sizes.store.getState();
    expect(sizingFor(sizings, '')).toMatchObject({ sizing: { status: 'counting' }, node: { bytes: 100 } });
    expect(begun).toEqual(['start', 'where it stopped']);
    sizes.stopAll();
    await Promise.all(runs);
  });

  it('does not present a partial count as complete', async () => {
    const sizes = createSizesStore({
      connectionId: 'local',
      container: 'logs',
      follow: (_input, onEvent, signal) => {
        onEvent(sizesOf(whole.folders, 'counting'));
        return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(cancelled())));
      },
    });
    const running = sizes.count('');
    expect(knownSize(sizes.store.getState().sizings, 'b/')).toBeUndefined();
    sizes.stopAll();
    await running;
    const { sizings } = sizes.store.getState();
    expect(sizingFor(sizings, '')?.sizing.status).toBe('stopped');
    expect(sizingFor(sizings, 'a/')).toBeNull();
    expect(knownSize(sizings, 'b/')).toBeUndefined();
  });

  it('keeps the last eight', async () => {
    const sizes = createSizesStore({ connectionId: 'local', container: 'logs', follow: answering });
    for (let index = 0; index < 10; index += 1) await sizes.count(`${index}/`);
    await sizes.count('5/');
    expect(sizes.store.getState().sizings.map(({ prefix }) => prefix[0])).toEqual(Array.from('59876432'));
  });
});

describe('tilesOf', () => {
  const root = nodesOf(whole).get('');
  if (!root) throw new Error('The first folder is missing.');

  it('shows folders, the blobs in it and what is not counted separately, largest first', () => {
    const tiles = tilesOf(root);
    expect(tiles.map(({ kind, label, bytes }) => [kind, label, bytes])).toEqual([
      ['folder', 'b/', 40],
      ['folder', 'a/', 30],
      ['rest', 'in folders not listed individually', 20],
      ['own', 'blobs here', 10],
    ]);
    expect(tiles.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(root.bytes);
    expect(notApart(root)).toEqual({ blobs: 20, bytes: 20 });
  });

  it('describes each as text', () => {
    const [first] = tilesOf(root);
    expect(first && tileText(first, root)).toBe('b/: 40 B, 40.0 %, 40 blobs');
  });

  it('combines the many small ones, and continues with them until the last', () => {
    const count = 2 * maxTiles + 50;
    const many = nodesOf(
      sizesOf([folder(-1, '', count + 7, 7), ...Array.from({ length: count }, (_, i) => folder(0, `${i}/`, 1))]),
    );
    const node = many.get('');
    if (!node) throw new Error('The first folder is missing.');
    const first = tilesOf(node);
    expect(first[0]).toMatchObject({ kind: 'rest', label: '550 smaller folders', bytes: 550, next: maxTiles });
    const steps = [0, maxTiles, 2 * maxTiles].map((from) => tilesOf(node, from));
    expect(steps.map(({ length }) => length)).toEqual([maxTiles + 2, maxTiles + 1, 50]);
    const folders = steps.flat().flatMap(({ kind, label }) => (kind === 'folder' ? [label] : []));
    expect([folders.length, new Set(folders).size]).toEqual([count, count]);
    expect(steps.map((tiles) => tiles.some(({ kind }) => kind === 'own'))).toEqual([true, false, false]);
    expect(steps.at(-1)?.some(({ kind }) => kind === 'rest')).toBe(false);
  });
});
