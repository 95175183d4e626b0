// When an unlocked production connection is locked again, and what exactly the user has unlocked.
import { type SecretInput, parseConnectionInput } from '@shared/model/connection-string';
import { expect, it } from 'vitest';
import { createFakeClock } from '../../testing/clock';
import type { SavedConnection, SavedFile } from './saved-file';
import { createSavedConnections, relockAfterMs } from './saved-connections';
import type { ConnectionSecrets } from './connection-secrets';

const key = Buffer.alloc(64, 'key').toString('base64');
const saved = {
  id: 'quay',
  name: 'Quay',
  endpoints: {},
  marking: { production: true, colour: 'none' },
} as unknown as SavedConnection;

function connections() {
  const clock = createFakeClock();
  let changes = 0;
  const made = createSavedConnections({
    file: { read: () => Promise.resolve([saved]) } as unknown as SavedFile,
    secrets: { state: () => Promise.resolve({}) } as unknown as ConnectionSecrets,
    keys: { summaryOf: () => Promise.resolve({}) },
    rights: { of: () => [] },
    parse: () => Promise.reject(new Error('nothing is parsed here')),
    newId: () => 'id',
    clock,
    changed: () => (changes += 1),
    replaced: () => undefined,
  });
  return { ...made, clock, changes: () => changes };
}

it('production lock: returns when nothing was written for a quarter of an hour, and is reported', async () => {
  const { setLocked, isLocked, clock, changes, dispose } = connections();
  await setLocked('quay', 'unlocked');
  await clock.advance(relockAfterMs - 1);
  expect([isLocked(saved), changes()]).toEqual([false, 1]);
  await clock.advance(1);
  expect([isLocked(saved), changes()]).toEqual([true, 2]);
  dispose();
});

it('production lock: restarts its time after each write, and a write does not unlock', async () => {
  const { setLocked, isLocked, noteWrite, clock, dispose } = connections();
  noteWrite('quay');
  expect(isLocked(saved)).toBe(true);
  await setLocked('quay', 'unlocked');
  await clock.advance(relockAfterMs - 1);
  noteWrite('quay');
  await clock.advance(relockAfterMs - 1);
  expect(isLocked(saved)).toBe(false);
  await clock.advance(1);
  expect(isLocked(saved)).toBe(true);
  noteWrite('quay');
  expect(isLocked(saved)).toBe(true);
  dispose();
});

it('production lock: is closed when the machine slept meanwhile, before any timer has run', async () => {
  const { setLocked, isLocked, clock, dispose } = connections();
  await setLocked('quay', 'unlocked');
  clock.shiftWallTime(relockAfterMs);
  expect(isLocked(saved)).toBe(true);
  dispose();
});

/** A production connection to one account that can be changed, with an answer to each dialog. */
function changeable(answer: () => Promise<void>) {
  let all: readonly SavedConnection[] = [];
  const requested: unknown[] = [];
  const made = createSavedConnections({
    file: {
      read: () => Promise.resolve(all),
      change: (next: (all: readonly SavedConnection[]) => readonly SavedConnection[]) =>
        Promise.resolve(void (all = next(all))),
    } as unknown as SavedFile,
    secrets: {
      state: () => Promise.resolve({}),
      keep: () => Promise.resolve(),
      keepSecondary: () => Promise.resolve(),
    } as unknown as ConnectionSecrets,
    keys: { summaryOf: () => Promise.resolve({}) },
    rights: { of: () => [] },
    prompts: {
      request: async (request) => {
        requested.push(request);
        if (request.kind !== 'new-hosts') await answer();
        return { answer: 'confirmed', text: '' };
      },
    },
    parse: async (entered, confirm) => {
      const parsed = parseConnectionInput(entered as SecretInput);
      await confirm(parsed.endpoints);
      return parsed;
    },
    newId: () => 'id',
    clock: createFakeClock(),
    changed: () => undefined,
    replaced: () => undefined,
  });
  const input = (name: string, accountName: string, accountKey: string) =>
    ({
      kind: 'account-key',
      name,
      accountName,
      accountKey,
      endpointSuffix: 'core.windows.net',
      marking: { production: true, colour: 'none' },
    }) as const;
  return { ...made, requested, input };
}

it('production lock: returns when the connection is changed to another account', async () => {
  const { add, update, setLocked, input, dispose } = changeable(() => Promise.resolve());
  await add(input('Quay', 'quay', key));
  expect(await setLocked('id', 'unlocked')).toMatchObject({ locked: false });
  expect(await update('id', input('Pier', 'quay', ''))).toMatchObject({ name: 'Pier', locked: false });
  expect(await update('id', input('Pier', 'fleet', key))).toMatchObject({ accountName: 'fleet', locked: true });
  dispose();
});

it('production lock: remains when the connection was changed while the prompt was open', async () => {
  const { add, update, setLocked, byId, isLocked, requested, input, dispose } = changeable(async () => {
    await update('id', input('Pier', 'fleet', key));
  });
  await add(input('Quay', 'quay', key));
  await expect(setLocked('id', 'unlocked')).rejects.toMatchObject({ code: 'invalid.input' });
  expect(isLocked(await byId('id'))).toBe(true);
  const hosts = ['quay.blob.core.windows.net', 'quay.table.core.windows.net'];
  expect(requested).toContainEqual({ kind: 'unlock', connection: 'Quay', account: 'quay', hosts });
  dispose();
});
