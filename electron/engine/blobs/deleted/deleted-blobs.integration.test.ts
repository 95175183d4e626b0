import { afterEach, describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import type { DeletedBlobsFound, RestoreProgress, RestoreWish } from '@shared/model/deleted-blobs';
import {
  type KeepingOptions,
  type KeepingService,
  retentionDays,
  startKeepingService,
} from '../../../testing/keeping-service';
import { createAccountDeps } from '../../azure/account-deps';
import { createAccount } from '../../azure/create-account';
import { systemClock } from '../../system-clock';
import { MetricsRecorder } from '../../metrics/recorder';
import { createBlobs } from '../create-blobs';
import { createRememberedDeletions } from '../remembered-deletions';
import { startAccountBench } from '../fixtures/account-bench';
import { type DeletedBlobs, createDeletedBlobs } from './create-deleted-blobs';

const { signal } = new AbortController();
const connectionId = 'keeping';
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

interface Bench {
  readonly service: KeepingService;
  readonly room: DeletedBlobs;
  readonly remove: (names: readonly string[], prefixes: readonly string[], deletion?: string) => Promise<void>;
  readonly list: (prefix: string) => Promise<readonly DeletedBlobsFound[]>;
  readonly restore: (wish: RestoreWish) => Promise<RestoreProgress | undefined>;
}

async function open(options: KeepingOptions, rights: 'writable' | 'read-only' = 'writable'): Promise<Bench> {
  const service = await startKeepingService(options);
  const deps = createAccountDeps({ metrics: new MetricsRecorder(), clock: systemClock, random: Math.random });
  const account = createAccount(service.descriptor, deps);
  ends.push(async () => {
    account.dispose();
    deps.dispose();
    await service.stop();
  });
  const accounts = {
    open: () => Promise.resolve(account),
    openForWriting: () =>
      rights === 'writable'
        ? Promise.resolve(account)
        : Promise.reject(new StowageError('conflict.read-only', 'The connection is locked.')),
  };
  const deletions = createRememberedDeletions();
  const room = createDeletedBlobs({ accounts, clock: systemClock, deletions });
  const blobs = createBlobs({ accounts, clock: systemClock, deletions });
  const { container } = service;
  return {
    service,
    room,
    remove: (names, prefixes, deletion = 'mine') =>
      blobs.streams['blobs.delete'](
        { connectionId, container, selection: { names: [...names], prefixes: [...prefixes] }, deletion },
        { signal, push: () => undefined },
      ),
    list: async (prefix) => {
      const found: DeletedBlobsFound[] = [];
      const push = (event: DeletedBlobsFound): void => void found.push(event);
      await room.streams['deleted-blobs.list']({ connectionId, container, prefix }, { signal, push });
      return found;
    },
    restore: async (wish) => {
      let last: RestoreProgress | undefined;
      const push = (event: RestoreProgress): void => {
        last = event;
      };
      await room.streams['deleted-blobs.restore']({ connectionId, container, wish }, { signal, push });
      return last;
    },
  };
}

const requestRetention = (room: DeletedBlobs) =>
  room.calls['deleted-blobs.retention']({ connectionId, container: 'archive' }, { signal });

describe('retention of deleted blobs', () => {
  it('reports the setting of the account and its period', async () => {
    const { room } = await open({ retention: 'on' });
    expect(await requestRetention(room)).toEqual({
      kind: 'on',
      days: retentionDays,
      asOf: expect.stringMatching(/^\d{4}-.+Z$/u) as string,
    });
    expect(await requestRetention((await open({ retention: 'off' })).room)).toEqual({ kind: 'off' });
  });

  it('is not reported to credentials without the right to read it', async () => {
    expect(await requestRetention((await open({ retention: 'secret' })).room)).toEqual({ kind: 'not-told' });
  });

  it('is rejected for the emulator, which has no soft delete', async () => {
    const bench = await startAccountBench();
    ends.push(() => bench.dispose());
    const room = createDeletedBlobs({
      accounts: bench.accounts,
      clock: systemClock,
      deletions: createRememberedDeletions(),
    });
    expect(await requestRetention(room)).toEqual({ kind: 'emulator' });
  });
});

describe('deleted blobs', () => {
  it('are listed below a folder page by page, and no others', async () => {
    const { service, list, remove } = await open({ retention: 'on', pageSize: 2 });
    for (const name of ['a/1', 'a/2', 'a/3', 'a/b/4', 'c']) service.put(name, 'text');
    await remove(['a/2', 'c'], ['a/b/']);
    const found = await list('a/');
    expect(found.flatMap(({ blobs }) => blobs)).toEqual([
      expect.objectContaining({ name: 'a/2', bytes: 4, remainingDays: retentionDays - 1 }),
      expect.objectContaining({ name: 'a/b/4' }),
    ]);
    expect(found.map(({ state }) => state)).toEqual(['listing', 'complete']);
    expect(found.at(-1)).toMatchObject({ found: 2, foundBytes: 8, seen: 4, requests: 2 });
  });

  it('are restored as they were, and those no longer retained are reported', async () => {
    const { service, remove, restore } = await open({ retention: 'on' });
    const names = ['a//ü 😀', 'a/100 %', 'a/gone', 'a/stays deleted'];
    for (const name of names) service.put(name, `in ${name}`);
    await remove([], ['a/']);
    expect(service.held()).toEqual({});
    service.expire('a/gone');
    const end = await restore({ kind: 'names', names: ['a//ü 😀', 'a/100 %', 'a/gone', 'a/100 %'] });
    expect(end).toEqual({ restored: 2, missing: 1, failedCount: 0, failed: [], state: 'complete' });
    expect(service.held()).toEqual({ 'a//ü 😀': 'in a//ü 😀', 'a/100 %': 'in a/100 %' });
    expect(service.retained()).toEqual(['a/stays deleted']);
  });

  it('are restored when a deletion is undone, without those deleted earlier', async () => {
    const { service, room, remove, restore } = await open({ retention: 'on', pageSize: 3 });
    for (const name of ['a/1', 'a/2', 'a/old', 'ab', 'c', 'cc', 'd']) service.put(name, name);
    service.deleteAt('a/old', new Date('2026-01-02T03:04:05Z'));
    service.deleteAt('d', new Date('2026-01-02T03:04:05Z'));
    const before = service.held();
    const retention = await requestRetention(room);
    const since = retention.kind === 'on' ? retention.asOf : '';
    await remove(['c'], ['a/']);
    service.deleteAt('cc', new Date());
    // Another client, in the same folder at the same time.
    service.put('a/elsewhere', 'other');
    service.deleteAt('a/elsewhere', new Date());
    const selection = { names: ['c', 'd', 'a/1'], prefixes: ['a/'] };
    expect(await restore({ kind: 'selection', selection, since, deletion: 'mine' })).toMatchObject({
      restored: 3,
      failedCount: 0,
    });
    const { cc: _, ...expected } = before;
    expect(service.held()).toEqual(expected);
    expect(service.retained()).toEqual(['a/elsewhere', 'a/old', 'cc', 'd']);
  });

  it('are restored by the time of their deletion when their names are no longer known', async () => {
    const { service, room, remove, restore } = await open({ retention: 'on' });
    for (const name of ['a/1', 'a/old']) service.put(name, name);
    service.deleteAt('a/old', new Date('2026-01-02T03:04:05Z'));
    const retention = await requestRetention(room);
    const since = retention.kind === 'on' ? retention.asOf : '';
    await remove([], ['a/'], 'another');
    const selection = { names: [], prefixes: ['a/'] };
    expect(await restore({ kind: 'selection', selection, since, deletion: 'mine' })).toMatchObject({ restored: 1 });
    expect(service.held()).toEqual({ 'a/1': 'a/1' });
  });

  it('are restored by name when a list begins with an empty page', async () => {
    const { service, room, remove, restore } = await open({ retention: 'on', firstPageHolds: 'nothing' });
    service.put('a', 'text');
    const retention = await requestRetention(room);
    const since = retention.kind === 'on' ? retention.asOf : '';
    await remove(['a'], []);
    expect(service.held()).toEqual({});
    const selection = { names: ['a'], prefixes: [] };
    expect(await restore({ kind: 'selection', selection, since, deletion: 'mine' })).toMatchObject({ restored: 1 });
    expect(service.held()).toEqual({ a: 'text' });
  });

  it('are not restored over a locked connection', async () => {
    const { service, restore } = await open({ retention: 'on' }, 'read-only');
    service.put('a', 'text');
    service.deleteAt('a', new Date());
    await expect(restore({ kind: 'names', names: ['a'] })).rejects.toMatchObject({ code: 'conflict.read-only' });
    expect(service.retained()).toEqual(['a']);
  });
});

describe('deleted blobs of an account with versions', () => {
  const versioned = { retention: 'off', versions: 'kept' } as const;

  it('are reported when any version shows them, even without the right to read the policy', async () => {
    const { service, room } = await open(versioned);
    expect(await requestRetention(room)).toEqual({ kind: 'off' });
    service.put('a', 'text');
    expect(await requestRetention(room)).toEqual({ kind: 'versions' });
    const secret = await open({ ...versioned, retention: 'secret' });
    secret.service.put('a', 'text');
    expect(await requestRetention(secret.room)).toEqual({ kind: 'versions' });
  });

  it('are found behind blobs that are older than versioning', async () => {
    for (const pageSize of [1, 100]) {
      const { service, room, list, remove, restore } = await open({ ...versioned, pageSize });
      service.putUnversioned('a', 'old');
      service.putUnversioned('b', 'old');
      service.put('c/new', 'text');
      expect(await requestRetention(room)).toEqual({ kind: 'versions' });
      await remove([], ['c/']);
      expect((await list('')).flatMap(({ blobs }) => blobs)).toMatchObject([{ name: 'c/new' }]);
      expect(await restore({ kind: 'names', names: ['c/new'] })).toMatchObject({ restored: 1 });
    }
  });

  it('are listed by their newest version, without existing blobs, wherever a page ends', async () => {
    for (const pageSize of [1, 2, 3, 100]) {
      const { service, list, remove } = await open({ ...versioned, pageSize });
      for (const text of ['1', '22', '333']) for (const name of ['a/gone', 'a/there']) service.put(name, text);
      service.put('a/once', 'once');
      service.put('b', 'elsewhere');
      await remove(['a/gone', 'a/once', 'b'], []);
      const found = await list('a/');
      expect(found.flatMap(({ blobs }) => blobs)).toEqual([
        expect.objectContaining({ name: 'a/gone', bytes: 3, deletedAt: '', remainingDays: null }),
        expect.objectContaining({ name: 'a/once', bytes: 4, version: expect.stringMatching(/^2026-/u) as string }),
      ]);
      expect(found.at(-1)).toMatchObject({ found: 2, foundBytes: 7, state: 'complete' });
    }
  });

  it('are restored to their last version, and never overwrite existing blobs', async () => {
    const { service, remove, restore } = await open({ ...versioned, pageSize: 2 });
    for (const text of ['old', 'older than new', 'new']) service.put('a/ü 100 %', text);
    for (const name of ['a', 'a/again', 'a/gone']) service.put(name, 'first');
    await remove([], ['a']);
    service.put('a/again', 'stored meanwhile');
    service.expire('a/gone');
    const names = ['a/ü 100 %', 'a', 'a/again', 'a/gone'];
    const end = await restore({ kind: 'names', names });
    expect(end).toEqual({ restored: 3, missing: 1, failedCount: 0, failed: [], state: 'complete' });
    expect(service.held()).toEqual({ a: 'first', 'a/again': 'stored meanwhile', 'a/ü 100 %': 'new' });
  });

  it.each(['on', 'off', 'secret'] as const)(
    'are restored exactly when the deletion of their folder is undone: soft delete %s',
    async (retention) => {
      const { service, remove, restore } = await open({ ...versioned, retention, pageSize: 3 });
      for (const name of ['a', 'b/1', 'b/2', 'b/again', 'b/inner/3', 'b/long gone', 'b/meanwhile', 'bb', 'c/4']) {
        service.put(name, name);
      }
      service.deleteAt('b/long gone', new Date('2026-01-02T03:04:05Z'));
      await remove(['bb'], ['c/'], 'another');
      await remove([], ['b/'], 'mine');
      service.put('b/again', 'stored meanwhile');
      service.put('b/later', 'later');
      service.deleteAt('b/later', new Date());
      const selection = { names: [], prefixes: ['b/', 'c/'] };
      const end = await restore({ kind: 'selection', selection, since: null, deletion: 'mine' });
      expect(end).toMatchObject({ restored: 4, missing: 0, failedCount: 0, state: 'complete' });
      expect(service.held()).toEqual({
        a: 'a',
        'b/1': 'b/1',
        'b/2': 'b/2',
        'b/again': 'stored meanwhile',
        'b/inner/3': 'b/inner/3',
        'b/meanwhile': 'b/meanwhile',
      });
    },
  );

  it('are restored when their deletion by name is undone', async () => {
    const { service, remove, restore } = await open({ ...versioned, retention: 'on' });
    for (const name of ['a', 'ab', 'b']) service.put(name, name);
    await remove(['a'], []);
    const selection = { names: ['a'], prefixes: [] };
    expect(
      await restore({ kind: 'selection', selection, since: '2026-10-14T08:00:00Z', deletion: 'mine' }),
    ).toMatchObject({
      restored: 1,
    });
    expect(service.held()).toEqual({ a: 'a', ab: 'ab', b: 'b' });
  });
});
