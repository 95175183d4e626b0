// When an unlocked production connection is locked again.
import { expect, it } from 'vitest';
import { createFakeClock } from '../../testing/clock';
import type { SavedConnection, SavedFile } from './saved-file';
import { createSavedConnections, relockAfterMs } from './saved-connections';
import type { ConnectionSecrets } from './connection-secrets';

const saved = { id: 'quay', name: 'Quay', marking: { production: true, colour: 'none' } } as unknown as SavedConnection;

function connections() {
  const clock = createFakeClock();
  let changes = 0;
  const made = createSavedConnections({
    file: { read: () => Promise.resolve([saved]) } as unknown as SavedFile,
    secrets: { standing: () => Promise.resolve({}) } as unknown as ConnectionSecrets,
    newId: () => 'id',
    clock,
    changed: () => (changes += 1),
    replaced: () => undefined,
  });
  return { ...made, clock, changes: () => changes };
}

it('production lock: comes back when nothing was written for a quarter of an hour, and is reported', async () => {
  const { setLocked, isLocked, clock, changes, dispose } = connections();
  await setLocked('quay', 'unlocked');
  await clock.advance(relockAfterMs - 1);
  expect([isLocked(saved), changes()]).toEqual([false, 1]);
  await clock.advance(1);
  expect([isLocked(saved), changes()]).toEqual([true, 2]);
  dispose();
});

it('production lock: waits the whole time again after each write, and a write does not unlock', async () => {
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
