// Where pasted blobs and folders go, and under which names.
import { describe, expect, it } from 'vitest';
import { listedBlob } from '@shared/model/fixtures/listed-blob';
import type { ListingEntry } from '../listing/listing';
import type { Clip } from './blob-clipboard';
import { pasted } from './use-copying';

const blob = (name: string): ListingEntry => ({ kind: 'blob', name, item: listedBlob({ name }) });
const folder = (name: string): ListingEntry => ({ kind: 'folder', name });
const clip = (kind: Clip['kind']): Clip => ({
  kind,
  connectionId: 'one',
  container: 'photos',
  prefix: 'a/',
  entries: [blob('a/x.txt'), folder('a/sub/')],
});
const targets = (all: ReturnType<typeof pasted>): string[] => all.map(({ target }) => target);

describe('pasted', () => {
  it('preserves the part of a name after the displayed folder', () => {
    const there = { connectionId: 'two', container: 'photos', prefix: 'in/' };
    expect(targets(pasted(clip('copy'), there, []))).toEqual(['in/x.txt', 'in/sub/']);
  });

  it('makes duplicates at its source, and moves nothing', () => {
    const home = { connectionId: 'one', container: 'photos', prefix: 'a/' };
    const listed = [blob('a/x.txt'), blob('a/x copy.txt'), folder('a/sub/')];
    expect(targets(pasted(clip('copy'), home, listed))).toEqual(['a/x copy 2.txt', 'a/sub copy/']);
    expect(pasted(clip('move'), home, listed)).toEqual([]);
  });
});
