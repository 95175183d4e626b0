// The files of a job as a page of its tab: of a hundred thousand it holds and draws what is in view.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { giveElementsSize } from '@renderer/testing/layout';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import { FilesView } from './files-view';
import { fileWith } from './fixtures/files';

const total = 100_000;
const rowPx = 44;
let bridge: TestBridge;
let restoreSize: () => void = () => undefined;

afterEach(() => {
  cleanup();
  bridge.dispose();
  restoreSize();
});

it('lists what is done and what was skipped, and shows which details an earlier version did not record', async () => {
  restoreSize = giveElementsSize({ viewportPx: 440, rowPx });
  bridge = installBridge({
    calls: {
      'transfers.files': ({ state }) => ({
        total: state === 'done' ? 1 : 0,
        files: state === 'done' ? [{ ...fileWith(0), state, bytesDone: 1024 }] : [],
        causes: [],
      }),
    },
  });
  render(
    <FilesView
      job={transferJobOf({ state: 'done', filesTotal: 5, filesDone: 3, filesSkipped: 2 })}
      isActive
      blocks="held"
    />,
  );
  expect(screen.getByRole('button', { name: /^Done 3$/ }).getAttribute('aria-pressed')).toBe('true');
  expect(await screen.findByText('quay/crate-0.bin')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Skip(?!ped)/ })).toBeNull();
  expect(screen.getByText(/did not record the names of 2 files/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Skipped 2$/ }));
  expect(await screen.findByText(/did not record the names of 2 files/)).toBeTruthy();
  expect(screen.queryByText('quay/crate-0.bin')).toBeNull();
});

it.each([
  ['/home/me/quay/crate.bin', '/home/me/'],
  ['C:\\cargo\\quay\\crate.bin', 'C:\\cargo\\'],
  ['/home/me/aquay/crate.bin', '/home/me/aquay/crate.bin'],
  ['/home/me/crate.bin', '/home/me/crate.bin'],
])('names where %s of an upload is without what its blob is called', async (source, where) => {
  restoreSize = giveElementsSize({ viewportPx: 440, rowPx });
  const files = [{ ...fileWith(0), source, target: 'quay/crate.bin', state: 'done' as const }];
  bridge = installBridge({ calls: { 'transfers.files': () => ({ total: 1, files, causes: [] }) } });
  render(<FilesView job={transferJobOf({ state: 'done', filesTotal: 1, filesDone: 1 })} isActive blocks="held" />);
  expect(await screen.findByText('quay/crate.bin')).toBeTruthy();
  expect(screen.getByText(where)).toBeTruthy();
});

it('shows one name of a copied file if it is unchanged, and both if not', async () => {
  restoreSize = giveElementsSize({ viewportPx: 440, rowPx });
  bridge = installBridge({
    calls: {
      'transfers.files': () => ({
        total: 2,
        files: [
          { ...fileWith(0), source: 'hold/kept.bin', target: 'hold/kept.bin', state: 'done' },
          { ...fileWith(1), source: 'hold/old.bin', target: 'hold/new.bin', state: 'done' },
        ],
        causes: [],
      }),
    },
  });
  render(
    <FilesView
      job={transferJobOf({ kind: 'copy', state: 'done', filesTotal: 2, filesDone: 2 })}
      isActive
      blocks="held"
    />,
  );
  expect(await screen.findAllByText('hold/kept.bin')).toHaveLength(1);
  expect(
    [screen.getAllByText('hold/new.bin'), screen.getAllByText('hold/old.bin')].map(({ length }) => length),
  ).toEqual([1, 1]);
});

it.each([
  ['upload', 'local.not-found', 1],
  ['upload', 'network.reset', 0],
  ['download', 'local.not-found', 0],
] as const)('offers to search for moved files of an %s that failed with %s: %i', async (kind, code, offered) => {
  restoreSize = giveElementsSize({ viewportPx: 440, rowPx });
  const files = [{ ...fileWith(0), code, state: 'failed' as const }];
  const causes = [{ code, files: 1 }];
  bridge = installBridge({ calls: { 'transfers.files': () => ({ total: 1, files, causes }) } });
  const job = transferJobOf({ kind, state: 'failed', filesTotal: 1, failedCount: 1 });
  render(<FilesView job={job} isActive blocks="held" />);
  expect(await screen.findByRole('button', { name: 'Retry 1' })).toBeTruthy();
  expect(screen.queryAllByRole('button', { name: 'Find missing files…' })).toHaveLength(offered);
});

it('requests the files in view and renders them, wherever the user scrolls to', async () => {
  restoreSize = giveElementsSize({ viewportPx: 440, rowPx });
  bridge = installBridge({
    calls: {
      'transfers.files': ({ offset, limit }) => ({
        total,
        files: Array.from({ length: Math.min(limit, total - offset) }, (_, index) => fileWith(offset + index)),
        causes: [],
      }),
    },
  });
  render(
    <FilesView job={transferJobOf({ state: 'running', filesTotal: total, filesDone: 0 })} isActive blocks="held" />,
  );
  expect(await screen.findByRole('button', { name: 'Skip quay/crate-0.bin' })).toBeTruthy();
  expect(screen.getAllByRole('listitem').length).toBeLessThan(60);

  const list = screen.getByRole('list', { name: 'Files' });
  list.scrollTop = 70_000 * rowPx;
  fireEvent.scroll(list);
  expect(await screen.findByRole('button', { name: 'Skip quay/crate-70000.bin' })).toBeTruthy();
  expect(screen.getAllByRole('listitem').length).toBeLessThan(60);
  const requested = bridge.requested.map(({ input }) => (input as { readonly limit: number }).limit);
  expect(Math.max(...requested)).toBeLessThanOrEqual(200);
});

it('shows each answer of a job that changes faster than it answers', async () => {
  restoreSize = giveElementsSize({ viewportPx: 440, rowPx });
  const answers: (() => void)[] = [];
  bridge = installBridge({
    calls: {
      'transfers.files': async () => {
        const file = answers.length;
        await new Promise<void>((answer) => answers.push(answer));
        return { total: 1, files: [fileWith(file)], causes: [] };
      },
    },
  });
  const paused = (filesDone: number) => (
    <FilesView job={transferJobOf({ state: 'paused', filesTotal: 9, filesDone })} isActive blocks="held" />
  );
  const { rerender } = render(paused(0));
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  for (const filesDone of [1, 2, 3]) rerender(paused(filesDone));
  expect(answers).toHaveLength(1);
  answers[0]?.();
  expect(await screen.findByText('quay/crate-0.bin')).toBeTruthy();
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.();
  expect(await screen.findByText('quay/crate-1.bin')).toBeTruthy();
  expect(answers).toHaveLength(2);
});

it('scrolls to the requested blocks', async () => {
  restoreSize = giveElementsSize({ viewportPx: 440, rowPx });
  const seen: (string | null)[] = [];
  Element.prototype.scrollIntoView = function (this: Element) {
    seen.push(this.getAttribute('aria-label'));
  };
  const blocksOfFile = { name: 'quay/crate-0.bin', bytes: 8, blockBytes: 4, states: '20', numbers: [] };
  bridge = installBridge({
    calls: {
      'transfers.files': () => ({ total: 1, files: [fileWith(0)], causes: [] }),
      'transfers.blocks': () => ({ ...blocksOfFile, latencyMs: [null, null], retried: [] }),
    },
  });
  render(<FilesView job={transferJobOf({ state: 'running' })} isActive blocks="held" />);
  fireEvent.click(await screen.findByRole('button', { name: /^Show blocks/ }));
  await vi.waitFor(() => expect(seen).toEqual(['Blocks of quay/crate-0.bin']));
});

it('offers the blocks of a file that is done while its requests are held', async () => {
  restoreSize = giveElementsSize({ viewportPx: 440, rowPx });
  bridge = installBridge({
    calls: {
      'transfers.files': () => ({
        total: 1,
        files: [{ ...fileWith(0), state: 'done', bytesDone: 1024 }],
        causes: [],
      }),
    },
  });
  const done = (blocks: 'held' | 'forgotten') => (
    <FilesView job={transferJobOf({ state: 'done', filesTotal: 1, filesDone: 1 })} isActive blocks={blocks} />
  );
  const { rerender } = render(done('held'));
  expect(await screen.findByRole('button', { name: 'Show blocks of quay/crate-0.bin' })).toBeTruthy();
  rerender(done('forgotten'));
  expect(screen.queryByRole('button', { name: /^Show blocks/ })).toBeNull();
});
