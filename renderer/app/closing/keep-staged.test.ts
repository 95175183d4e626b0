// Saving staged changes always resolves: a window waits for it before it closes.
import { discardAll, insertEntity } from '@renderer/features/tables/staging/staging';
import { stagingOf } from '@renderer/features/tables/staging/staged-tables';
import { installBridge } from '@renderer/testing/contract-bridge';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keepStaged, saveStaged } from './keep-staged';

it('treats changes as unsaved when no save is confirmed within five seconds, and as saved once it is confirmed later', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let answer = (): void => undefined;
  const bridge = installBridge({
    calls: {
      'staged.read': () => [],
      'staged.keep': () => new Promise((resolve) => (answer = () => resolve({}))),
    },
  });
  onTestFinished(() => bridge.dispose());
  const location = { connectionId: 'c', table: 'Ships' };
  keepStaged();
  stagingOf(location).stage(
    (before) => insertEntity(before, { partitionKey: 'p', rowKey: 'r', properties: [] }).staging,
  );
  onTestFinished(() => {
    stagingOf(location).stage(discardAll);
  });
  await vi.waitFor(() => expect(bridge.requested.map(({ name }) => name)).toContain('staged.keep'));
  let state = 'open';
  void saveStaged().then((outcome) => (state = outcome));
  await vi.advanceTimersByTimeAsync(4_999);
  expect(state).toBe('open');
  await vi.advanceTimersByTimeAsync(1);
  expect(state).toBe('unkept');
  answer();
  await expect(saveStaged()).resolves.toBe('kept');
});
