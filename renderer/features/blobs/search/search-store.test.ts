// A search as it grows, ends, is stopped and replaced by another, against scripted events.
import { describe, expect, it } from 'vitest';
import { StowageError, cancelled } from '@shared/errors';
import type { BlobItem } from '@shared/model/blob';
import type { BlobSearchProgress } from '@shared/model/blob-search';
import { listedBlob } from '@shared/model/fixtures/listed-blob';
import { selectAll } from '../listing/selection';
import { keysOf } from '../listing/listing';
import { type FollowSearch, createSearchStore } from './search-store';

const blob = (name: string, bytes = 1): BlobItem => listedBlob({ name, bytes });
const found = (names: readonly string[], change: Partial<BlobSearchProgress> = {}): BlobSearchProgress => ({
  matches: names.map((name) => blob(name)),
  listedPrefix: '',
  requests: 1,
  seen: 10,
  matched: names.length,
  matchedBytes: names.length,
  state: 'searching',
  ...change,
});
const pattern = { kind: 'wildcard', text: '*.log', letters: 'exact' } as const;

/** A search whose events the test sends; `end` resolves or rejects it. */
function bench(): {
  readonly search: ReturnType<typeof createSearchStore>;
  readonly notify: (event: BlobSearchProgress) => void;
  readonly end: (error?: StowageError) => void;
} {
  let notify: (event: BlobSearchProgress) => void = () => undefined;
  let end: (error?: StowageError) => void = () => undefined;
  const follow: FollowSearch = (_input, onEvent, signal) =>
    new Promise((resolve, reject) => {
      notify = onEvent;
      end = (error) => (error ? reject(error) : resolve());
      signal.addEventListener('abort', () => reject(cancelled()));
    });
  const search = createSearchStore({ connectionId: 'local', container: 'logs', follow });
  return { search, notify: (event) => notify(event), end: (error) => end(error) };
}
const names = ({ store }: ReturnType<typeof createSearchStore>): readonly string[] =>
  store.getState().entries.map(({ name }) => name);

describe('createSearchStore', () => {
  it('adds matches as they arrive, and shows what the search took', async () => {
    const { search, notify, end } = bench();
    const running = search.actions.start('', pattern);
    notify(found(['a.log']));
    notify(found(['b.log'], { requests: 2, seen: 20, matched: 2, state: 'complete' }));
    end();
    await running;
    expect(names(search)).toEqual(['a.log', 'b.log']);
    expect(search.store.getState()).toMatchObject({
      status: 'complete',
      counts: { requests: 2, seen: 20, matched: 2 },
    });
  });

  it('retains what it found when it is stopped, and ignores later events', async () => {
    const { search, notify } = bench();
    const running = search.actions.start('', pattern);
    notify(found(['a.log']));
    search.actions.stop();
    notify(found(['late.log']));
    await running;
    expect(names(search)).toEqual(['a.log']);
    expect(search.store.getState()).toMatchObject({ status: 'stopped', error: null });
  });

  it('retains what it found when it fails, and shows that it is incomplete', async () => {
    const { search, notify, end } = bench();
    const running = search.actions.start('', pattern);
    notify(found(['a.log']));
    end(new StowageError('network.reset', 'Gone.'));
    await running;
    expect(search.store.getState()).toMatchObject({ status: 'failed', error: { code: 'network.reset' } });
    expect(names(search)).toEqual(['a.log']);
  });

  it('sorts when it has ended, and removes what was deleted', async () => {
    const { search, notify, end } = bench();
    const running = search.actions.start('', pattern);
    notify({ ...found(['a.log', 'b.log', 'c.log']), matches: [blob('a.log', 1), blob('b.log', 9), blob('c.log', 5)] });
    search.actions.sortBy('size');
    expect(names(search)).toEqual(['a.log', 'b.log', 'c.log']);
    notify(found([], { matched: 3, matchedBytes: 15, state: 'complete' }));
    end();
    await running;
    search.actions.sortBy('size');
    search.actions.sortBy('size');
    expect(names(search)).toEqual(['b.log', 'c.log', 'a.log']);
    const { entries } = search.store.getState();
    search.actions.select(selectAll(search.store.getState().selection, keysOf(entries)));
    search.actions.forget(entries.slice(0, 1));
    expect(names(search)).toEqual(['c.log', 'a.log']);
    expect(search.store.getState().counts).toMatchObject({ matched: 2, matchedBytes: 6 });
    expect([...search.store.getState().selection.selected]).toEqual(['c.log', 'a.log']);
  });

  it('no longer counts what was deleted while it runs', async () => {
    const { search, notify, end } = bench();
    const running = search.actions.start('', pattern);
    notify(found(['a.log', 'b.log']));
    search.actions.forget(search.store.getState().entries.slice(0, 1));
    notify(found(['c.log'], { matched: 3, matchedBytes: 3, state: 'complete' }));
    end();
    await running;
    expect(names(search)).toEqual(['b.log', 'c.log']);
    expect(search.store.getState().counts).toMatchObject({ matched: 2, matchedBytes: 2 });
  });

  it('ends the previous search, and can be cleared', async () => {
    const { search, notify } = bench();
    const first = search.actions.start('', pattern);
    notify(found(['a.log']));
    const second = search.actions.start('logs/', pattern);
    await first;
    expect(names(search)).toEqual([]);
    expect(search.store.getState()).toMatchObject({ status: 'searching', requested: { prefix: 'logs/' } });
    search.actions.close();
    await second;
    expect(search.store.getState().requested).toBeNull();
  });
});
