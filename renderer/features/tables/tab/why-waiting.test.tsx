import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PageWait } from '@shared/model/query-page';
import { WhyWaiting } from './why-waiting';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const second = (): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(1_000)));

it('says that the service throttles, and when it is asked again; the cause alone is read out', async () => {
  let reported: PageWait | null = null;
  const { container } = render(<WhyWaiting read={() => Promise.resolve(reported)} />);
  await second();
  expect(container.textContent?.trim()).toBe('');
  reported = { why: 'throttled', attempt: 3, dueInMs: 6_200 };
  await second();
  expect(screen.getByRole('status').textContent).toBe('The service throttles. Stowage tries again by itself.');
  expect(container.textContent).toMatch(/ Attempt 3 follows in 7\ss\.$/u);
  reported = { ...reported, dueInMs: 0 };
  await second();
  expect(container.textContent).toMatch(/ Attempt 3 is under way\.$/u);
  reported = null;
  await second();
  expect(container.textContent?.trim()).toBe('');
});

it('tells a pause of the account from a refusal of its own', async () => {
  const reported: PageWait = { why: 'held', attempt: 1, dueInMs: 6_200 };
  const { container } = render(<WhyWaiting read={() => Promise.resolve(reported)} />);
  await second();
  expect(screen.getByRole('status').textContent).toMatch(/^The service throttles other requests of this account/);
  expect(container.textContent).toMatch(/ The request follows in 7\ss\.$/u);
});

it('asks no more once the rows are there', async () => {
  const read = vi.fn(() => Promise.resolve(null));
  const { unmount } = render(<WhyWaiting read={read} />);
  await second();
  unmount();
  await second();
  expect(read).toHaveBeenCalledOnce();
});
