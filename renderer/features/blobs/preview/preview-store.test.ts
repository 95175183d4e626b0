// The way through a blob's pages over bytes in memory: what is read, where pages meet, which lines are numbered.
import { afterEach, describe, expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { encodeText } from './encoding';
import type { SavedPreview } from './saved-preview';
import { type BlobFacts, firstLineOf, shownSpan } from './preview-state';
import { type PreviewPorts, createPreviewStore } from './preview-store';

const facts = (bytes: number, change: Partial<BlobFacts> = {}): BlobFacts => ({
  name: 'days.log',
  bytes,
  lastModified: '2024-05-01T08:00:00Z',
  etag: '"1"',
  contentType: 'text/plain',
  contentMd5: '',
  tier: 'Hot',
  blobType: 'BlockBlob',
  leased: false,
  metadata: [],
  headers: [],
  ...change,
});

/** Lines of 100 bytes, so that no page ends with one. */
const log = new TextEncoder().encode(
  Array.from({ length: 35_000 }, (_, index) => `${String(index + 1).padStart(99, '.')}\n`).join(''),
);

let stop: () => void = () => undefined;
afterEach(() => stop());

function preview(bytes: Uint8Array, change: Partial<BlobFacts> = {}, saved?: SavedPreview) {
  const read: (readonly [offset: number, length: number])[] = [];
  const ports: PreviewPorts = {
    readFacts: () => Promise.resolve(facts(bytes.length, change)),
    readRange: ({ offset, length }) => {
      read.push([offset, length]);
      return Promise.resolve(bytes.slice(offset, offset + length));
    },
  };
  const made = createPreviewStore(ports, saved);
  stop = made.actions.dispose;
  const shown = (): readonly [start: number, end: number, line: number | null] => {
    const state = made.store.getState();
    const { from, to } = shownSpan(state);
    const start = state.page?.offset ?? 0;
    return [start + from, start + to, firstLineOf(state)];
  };
  return { ...made, read, shown };
}

describe('the pages of a blob', () => {
  it('meet without gap, forwards and back, with the numbers of their lines', async () => {
    const { actions, shown, read } = preview(log);
    await actions.open();
    const first = shown();
    await actions.next();
    const second = shown();
    await actions.next();
    expect([first, second, shown()]).toEqual([
      [0, 1_048_500, 1],
      [1_048_500, 2_097_000, 10_486],
      [2_097_000, 3_145_500, 20_971],
    ]);
    await actions.previous();
    expect(shown()).toEqual(second);
    await actions.first();
    expect(shown()).toEqual(first);
    expect(read.every(([, length]) => length <= MiB)).toBe(true);
  });

  it('have no line numbers after a jump, and continue from there', async () => {
    const { actions, shown } = preview(log);
    await actions.open();
    await actions.last();
    const [start, end, line] = shown();
    expect([start % 100, end, line]).toEqual([0, log.length, null]);
    await actions.previous();
    expect(shown()[1]).toBe(start);
    await actions.next();
    expect(shown()[0]).toBe(start);
    await actions.goTo(2_500_000);
    const [from, to] = shown();
    expect(from).toBeLessThanOrEqual(2_500_000);
    expect(to).toBeGreaterThan(2_500_000);
    expect(firstLineOf({ page: null, trail: [] })).toBeNull();
  });

  it('are whole characters also where they were turned as bytes before', async () => {
    const euros = new TextEncoder().encode('€'.repeat(MiB));
    const { actions, store, shown } = preview(euros);
    const isWhole = (): boolean => shown()[0] % 3 === 0 && shown()[1] % 3 === 0;
    await actions.open();
    actions.show('hex');
    await actions.next();
    actions.show('text');
    expect([store.getState().page?.offset, isWhole()]).toEqual([MiB, true]);
    actions.show('hex');
    await actions.next();
    await actions.previous();
    actions.show('text');
    expect(isWhole()).toBe(true);
  });

  it('are whole characters also in another encoding', async () => {
    // In UTF-16, a line ends with two bytes; read as another, with the first of them.
    const lines = encodeText(`${'ж'.repeat(99)}\n`.repeat(15_000), 'utf-16le') ?? new Uint8Array();
    const { actions, store, shown } = preview(lines);
    await actions.open();
    actions.show('text');
    actions.decodeAs('utf-8');
    await actions.next();
    expect((store.getState().page?.offset ?? 0) % 2).toBe(1);
    actions.decodeAs('utf-16le');
    expect(shown()[0] % 2).toBe(0);
  });

  it('are not read again for a position that is in view', async () => {
    const { actions, read, store } = preview(log);
    await actions.open();
    await actions.goTo(500_000);
    expect(read).toHaveLength(1);
    expect(store.getState().target).toEqual({ offset: 500_000, at: 'in-view' });
  });

  it('are not requested when the tier or the size shows that there are none', async () => {
    const archived = preview(log, { tier: 'Archive' });
    await archived.actions.open();
    expect(archived.store.getState().error?.code).toBe('conflict.archived');
    const empty = preview(new Uint8Array());
    await empty.actions.open();
    expect(empty.store.getState().status).toBe('ready');
    expect([...archived.read, ...empty.read]).toEqual([]);
  });
});

describe('a blob seen before a restart', () => {
  const saved: SavedPreview = {
    etag: '"1"',
    view: 'hex',
    encoding: 'windows-1252',
    wrap: 'none',
    topOffset: 2_500_000,
  };

  it('is shown as it was, with the same byte at the top, and once', async () => {
    const { actions, store, shown } = preview(log, {}, saved);
    await actions.open();
    expect(store.getState()).toMatchObject({ view: 'hex', encoding: 'windows-1252' });
    expect(store.getState().target).toEqual({ offset: 2_500_000, at: 'top' });
    const [start, end] = shown();
    expect(start).toBeLessThanOrEqual(2_500_000);
    expect(end).toBeGreaterThan(2_500_000);
    await actions.open();
    expect(shown()[0]).toBe(0);
  });

  it('is shown from its start when its version has changed', async () => {
    const { actions, store, shown } = preview(log, { etag: '"2"' }, saved);
    await actions.open();
    expect(store.getState()).toMatchObject({ view: 'text', encoding: 'utf-8', target: null });
    expect(shown()[0]).toBe(0);
  });
});
