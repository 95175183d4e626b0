// Rows dragged out of a container: fetched once, handed over when they are available; otherwise a message is shown.
import { act, cleanup, createEvent, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import type { TransferJob } from '@shared/model/transfer';
import { ToastRegion } from '@renderer/ui';
import { forgetBetweenTests, showContainer, shown } from '../fixtures/shown-container';

forgetBetweenTests();

const jobOf = (id: string, change: Partial<TransferJob> = {}): TransferJob =>
  transferJobOf({ id, kind: 'download', source: 'photos', target: '/d', ...change });

let notify: (...jobs: TransferJob[]) => void;
let prepare: () => { token: string; name: string; kind: 'folder'; bytes: number };
let handOver: () => Promise<Record<never, never>>;
beforeEach(async () => {
  handOver = () => Promise.resolve({});
  let begun = 0;
  prepare = () => ({ token: `folder-${begun + 1}`, name: 'x', kind: 'folder', bytes: 0 });
  showContainer({
    calls: {
      'drag-out.prepare': () => prepare(),
      'drag-out.hand-over': () => handOver(),
      'transfers.download': () => ({ jobId: `job-${(begun += 1)}` }),
    },
    streams: {
      'jobs.watch': (_input, { push, signal }) => {
        notify = (...jobs) => push(jobs);
        push([]);
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    },
  });
  render(<ToastRegion />);
  await screen.findByRole('grid');
});
afterEach(async () => {
  // The subscription outlives the tab: it ends with its job.
  const begun = requests('transfers.download').map((_, index) => jobOf(`job-${index + 1}`, { state: 'cancelled' }));
  await waitFor(() => expect(text()).not.toBe(''));
  act(() => notify(...begun));
  await waitFor(() => expect(text()).not.toContain('Keep dragging'));
  for (const button of screen.queryAllByRole('button', { name: 'Dismiss' })) await userEvent.click(button);
  cleanup();
});

const rowOf = (name: string): HTMLElement => {
  const row = within(screen.getByRole('grid')).getByRole('gridcell', { name }).closest<HTMLElement>('[role=row]');
  if (row === null) throw new Error(`There is no row ${name}.`);
  return row;
};
/** Drags the row and drops it where it was, with the events that a browser sends. */
function drag(name: string, button: 'held' | 'let go' = 'let go'): void {
  const row = rowOf(name);
  fireEvent.pointerDown(row);
  fireEvent(row, createEvent.dragStart(row));
  if (button === 'held') return;
  fireEvent.pointerUp(row);
  fireEvent.click(row);
}
const requests = (call: string): readonly unknown[] =>
  shown.bridge.requested.filter(({ name }) => name === call).map(({ input }) => input);
const text = (): string => screen.getByRole('region', { name: 'Notifications' }).textContent ?? '';

it('leaves the dragged rows selected, so that they can be dragged again', async () => {
  const user = userEvent.setup();
  await user.click(rowOf('🌊 wave.png'));
  await user.keyboard('{Control>}');
  await user.click(rowOf('2024, folder'));
  await user.keyboard('{/Control}');
  drag('🌊 wave.png');
  expect(rowOf('2024, folder').getAttribute('aria-selected')).toBe('true');
  expect(rowOf('🌊 wave.png').getAttribute('aria-selected')).toBe('true');
  await user.click(rowOf('🌊 wave.png'));
  expect(rowOf('2024, folder').getAttribute('aria-selected')).toBe('false');
  await waitFor(() => expect(text()).toContain('Downloading'));
});

it('fetches once what is dragged again after something else', async () => {
  drag('🌊 wave.png');
  await waitFor(() => expect(text()).toContain('Downloading 🌊 wave.png, 1.5 KiB'));
  act(() => notify(jobOf('job-1')));
  drag('2024, folder', 'held');
  await waitFor(() => expect(requests('transfers.download')).toHaveLength(2));
  act(() => notify(jobOf('job-1'), jobOf('job-2')));
  act(() => notify(jobOf('job-1', { state: 'done', filesDone: 1 }), jobOf('job-2')));
  await waitFor(() => expect(text()).toContain('🌊 wave.png can be dragged out'));
  expect(requests('drag-out.hand-over')).toEqual([]);
  act(() => notify(jobOf('job-2', { state: 'done', filesDone: 1 })));
  await waitFor(() => expect(requests('drag-out.hand-over')).toEqual([{ token: 'folder-2' }]));
  drag('🌊 wave.png');
  await waitFor(() => expect(requests('drag-out.hand-over')).toEqual([{ token: 'folder-2' }, { token: 'folder-1' }]));
  expect(requests('transfers.download')).toHaveLength(2);
});

it('cancels with Escape before it is fetched, and leaves the dragged rows selected', async () => {
  const user = userEvent.setup();
  await user.click(rowOf('🌊 wave.png'));
  drag('🌊 wave.png', 'held');
  await waitFor(() => expect(text()).toContain('Downloading'));
  await user.keyboard('{Escape}');
  expect(rowOf('🌊 wave.png').getAttribute('aria-selected')).toBe('true');
  act(() => notify(jobOf('job-1')));
  act(() => notify(jobOf('job-1', { state: 'done', filesDone: 1 })));
  await waitFor(() => expect(text()).toContain('🌊 wave.png can be dragged out'));
  expect(requests('drag-out.hand-over')).toEqual([]);
  await user.keyboard('{Escape}');
  expect(rowOf('🌊 wave.png').getAttribute('aria-selected')).toBe('false');
});

it('leaves Escape to the rows once the system drags the fetched files', async () => {
  const user = userEvent.setup();
  await user.click(rowOf('2024, folder'));
  drag('2024, folder', 'held');
  await waitFor(() => expect(text()).toContain('Downloading'));
  act(() => notify(jobOf('job-1')));
  act(() => notify(jobOf('job-1', { state: 'done', filesDone: 1 })));
  await waitFor(() => expect(requests('drag-out.hand-over')).toHaveLength(1));
  await user.keyboard('{Escape}');
  expect(rowOf('2024, folder').getAttribute('aria-selected')).toBe('false');
  drag('2024, folder');
  await waitFor(() => expect(text()).toContain('Downloading'));
});

it('reports missing files before it hands over the others', async () => {
  drag('2024, folder', 'held');
  await waitFor(() => expect(text()).toContain('Downloading folder 2024'));
  act(() => notify(jobOf('job-1', { filesTotal: 3 })));
  act(() => notify(jobOf('job-1', { state: 'failed', filesTotal: 3, filesDone: 2, failedCount: 1 })));
  await waitFor(() => expect(text()).toContain('1 file of folder 2024 could not be downloaded'));
  expect(requests('drag-out.hand-over')).toEqual([]);
  drag('2024, folder');
  await waitFor(() => expect(requests('drag-out.hand-over')).toHaveLength(1));
  expect(requests('transfers.download')).toHaveLength(1);
});

it('fetches a folder again once it was handed over: its contents may have changed', async () => {
  drag('2024, folder');
  await waitFor(() => expect(text()).toContain('Downloading folder 2024'));
  act(() => notify(jobOf('job-1')));
  act(() => notify(jobOf('job-1', { state: 'done', filesDone: 1 })));
  await waitFor(() => expect(text()).toContain('folder 2024 can be dragged out'));
  drag('2024, folder');
  await waitFor(() => expect(requests('drag-out.hand-over')).toEqual([{ token: 'folder-1' }]));
  drag('2024, folder');
  await waitFor(() => expect(requests('transfers.download')).toHaveLength(2));
  expect(requests('drag-out.hand-over')).toHaveLength(1);
});

it('fetches a folder again that was listed again before it went out', async () => {
  drag('2024, folder');
  await waitFor(() => expect(text()).toContain('Downloading folder 2024'));
  act(() => notify(jobOf('job-1')));
  act(() => notify(jobOf('job-1', { state: 'done', filesDone: 1 })));
  await waitFor(() => expect(text()).toContain('folder 2024 can be dragged out'));
  const listed = requests('blobs.list').length;
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(requests('blobs.list').length).toBeGreaterThan(listed));
  await screen.findByRole('grid');
  drag('2024, folder');
  await waitFor(() => expect(requests('transfers.download')).toHaveLength(2));
  expect(requests('drag-out.hand-over')).toEqual([]);
});

it('fetches again files that no longer exist when they are handed over', async () => {
  drag('🌊 wave.png');
  await waitFor(() => expect(text()).toContain('Downloading'));
  act(() => notify(jobOf('job-1')));
  act(() => notify(jobOf('job-1', { state: 'done', filesDone: 1 })));
  await waitFor(() => expect(text()).toContain('can be dragged out'));
  handOver = () =>
    Promise.reject(new StowageError('not-found.source', 'It is no longer exist.', { context: { what: 'dragged' } }));
  drag('🌊 wave.png');
  await waitFor(() => expect(requests('drag-out.hand-over')).toHaveLength(1));
  // Shown to the user first.
  await waitFor(() => expect(text()).toContain('The downloaded files are gone'));
  expect(text()).toContain('Drag again to download them again.');
  drag('🌊 wave.png');
  await waitFor(() => expect(requests('transfers.download')).toHaveLength(2));
});

it('checks free space before it fetches, and shows where there is too little', async () => {
  prepare = () => {
    const context = { path: '/state/drag-out', neededBytes: 1536, freeBytes: 1024 };
    throw new StowageError('local.disk-full', 'It has no room.', { context });
  };
  drag('🌊 wave.png');
  await waitFor(() => expect(text()).toContain('Not enough disk space to drag out'));
  expect(text()).toMatch(/needs 1\.5\sKiB, but that disk has 1\.0\sKiB free/u);
  expect(requests('drag-out.prepare')).toEqual([{ bytes: 1536 }]);
  expect(requests('transfers.download')).toEqual([]);
});

it('shows that it could not be downloaded, and fetches it with the next drag', async () => {
  drag('ends[ends with a dot]');
  await waitFor(() => expect(text()).toContain('Downloading'));
  act(() => notify(jobOf('job-1')));
  act(() => notify(jobOf('job-1', { state: 'failed', failedCount: 1 })));
  await waitFor(() => expect(text()).toContain('could not be downloaded'));
  drag('ends[ends with a dot]');
  await waitFor(() => expect(requests('transfers.download')).toHaveLength(2));
});

it('does not prompt to hold the button while its transfer is paused', async () => {
  drag('🌊 wave.png', 'held');
  await waitFor(() => expect(text()).toContain('Keep dragging'));
  act(() => notify(jobOf('job-1')));
  act(() => notify(jobOf('job-1', { state: 'paused', waitsFor: 'credential' })));
  await waitFor(() => expect(text()).toContain('Downloading 🌊 wave.png is paused'));
  expect(text()).not.toContain('Keep dragging');
  act(() => notify(jobOf('job-1')));
  await waitFor(() => expect(text()).toContain('Keep dragging'));
});
