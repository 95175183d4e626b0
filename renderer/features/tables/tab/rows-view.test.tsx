// The area of the rows: its messages while it waits for the first ones, and its announcements to screen readers.
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PageStats, PageWait } from '@shared/model/query-page';
import { spokenText, WhyWaiting } from './rows-view';
import { type SessionState, emptyState } from '../result/run-state';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const second = (): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(1_000)));

it('reports throttling and the time of the next attempt; only the cause is announced', async () => {
  let reported: PageWait | null = null;
  const { container } = render(<WhyWaiting read={() => Promise.resolve(reported)} />);
  await second();
  expect(container.textContent?.trim()).toBe('');
  reported = { why: 'throttled', attempt: 3, dueInMs: 6_200 };
  await second();
  expect(screen.getByRole('status').textContent).toBe(
    'The service is throttling requests. Stowage retries automatically.',
  );
  expect(container.textContent).toMatch(/ Attempt 3 starts in 7\ss\.$/u);
  reported = { ...reported, dueInMs: 0 };
  await second();
  expect(container.textContent).toMatch(/ Attempt 3 is in progress\.$/u);
  reported = null;
  await second();
  expect(container.textContent?.trim()).toBe('');
});

it('distinguishes a pause of the account from throttling of its own request', async () => {
  const reported: PageWait = { why: 'held', attempt: 1, dueInMs: 6_200 };
  const { container } = render(<WhyWaiting read={() => Promise.resolve(reported)} />);
  await second();
  expect(screen.getByRole('status').textContent).toMatch(/^The service is throttling other requests to this account/);
  expect(container.textContent).toMatch(/ The request is sent in 7\ss\.$/u);
});

it('no longer requests updates once the rows are there', async () => {
  const read = vi.fn(() => Promise.resolve(null));
  const { unmount } = render(<WhyWaiting read={read} />);
  await second();
  unmount();
  await second();
  expect(read).toHaveBeenCalledOnce();
});

const page = { rows: 1_000, ended: 'page-size' } as PageStats;
const of = (state: Partial<SessionState>): string | null => spokenText({ ...emptyState, ...state });

it('announces the first rows, and none of the pages after them', () => {
  expect(of({ status: 'fetching' })).toBeNull();
  expect(of({ status: 'waiting', rowCount: 1_000, pages: [page] })).toBe('1,000 rows so far, more available.');
  expect(of({ status: 'fetching', rowCount: 1_000, pages: [page] })).toBeNull();
  expect(of({ status: 'waiting', rowCount: 2_000, pages: [page, page] })).toBeNull();
});

it('announces how a run ended, even if it found nothing', () => {
  expect(of({ status: 'complete', rowCount: 243, pages: [page] })).toBe('End of the result: 243 rows.');
  expect(of({ status: 'complete', rowCount: 0, pages: [page] })).toBe('No entities found.');
  expect(of({ status: 'stopped', rowCount: 243, pages: [page] })).toBe('Stopped. More rows available.');
});
