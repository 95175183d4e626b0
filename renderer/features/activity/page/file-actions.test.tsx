// The actions on single files of a job, and the details of those that failed.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { JobFile, TransferJob } from '@shared/model/transfer';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { giveElementsSize } from '@renderer/testing/layout';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import { FilesView } from './files-view';
import { fileWith } from './fixtures/files';

const rowPx = 44;
let bridge: TestBridge;
let restoreSize: () => void = () => undefined;

afterEach(() => {
  cleanup();
  bridge.dispose();
  restoreSize();
});

it('updates at once when a file was skipped', async () => {
  restoreSize = giveElementsSize({ viewportPx: 440, rowPx });
  let left = 2;
  bridge = installBridge({
    calls: {
      'transfers.files': () => ({ total: left, files: [fileWith(0), fileWith(1)].slice(2 - left), causes: [] }),
      'transfers.cancel-file': () => {
        left -= 1;
        return {};
      },
    },
  });
  render(<FilesView job={transferJobOf({ state: 'paused', filesTotal: 2, filesDone: 0 })} isActive blocks="held" />);
  fireEvent.click(await screen.findByRole('button', { name: 'Skip quay/crate-0.bin' }));
  await vi.waitFor(() => expect(screen.queryByText('quay/crate-0.bin')).toBeNull());
  expect(screen.getByText('quay/crate-1.bin')).toBeTruthy();
});

it('pauses, resumes and prefers a file from its menu, by keyboard too', async () => {
  restoreSize = giveElementsSize({ viewportPx: 440, rowPx });
  let paused: readonly number[] = [];
  const reported: string[] = [];
  const act =
    (name: string, after: readonly number[]) =>
    ({ file }: { readonly file: number }): Record<string, never> => {
      reported.push(`${name} ${file}`);
      paused = after;
      return {};
    };
  bridge = installBridge({
    calls: {
      'transfers.files': () => ({
        total: 2,
        files: [0, 1].map((file) => ({ ...fileWith(file), state: paused.includes(file) ? 'paused' : 'waiting' })),
        causes: [],
      }),
      'transfers.pause-file': act('pause', [0]),
      'transfers.resume-file': act('resume', []),
      'transfers.start-file-now': act('now', []),
    },
  });
  const view = (state: TransferJob['state']) => (
    <FilesView job={transferJobOf({ state, filesTotal: 2, filesDone: 0 })} isActive blocks="held" />
  );
  const { rerender } = render(view('running'));
  const user = userEvent.setup();
  const opened = async (file: number): Promise<readonly (string | null)[]> => {
    (await screen.findByRole('button', { name: `More actions for quay/crate-${file}.bin` })).focus();
    await user.keyboard('{Enter}');
    return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  };
  expect(await opened(0)).toEqual(['Start now', 'Pause', 'Show blocks', 'Skip']);
  await user.keyboard('{ArrowDown}{Enter}');
  expect(await screen.findByText('paused')).toBeTruthy();
  expect(await opened(0)).toEqual(['Resume', 'Show blocks', 'Skip']);
  await user.keyboard('{Enter}');
  await vi.waitFor(() => expect(screen.queryByText('paused')).toBeNull());
  expect(await opened(1)).toContain('Start now');
  await user.keyboard('{Enter}');
  await vi.waitFor(() => expect(reported).toEqual(['pause 0', 'resume 0', 'now 1']));

  rerender(view('paused'));
  fireEvent.contextMenu(screen.getByText('quay/crate-1.bin'));
  const offered = await screen.findAllByRole('menuitem');
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Pause', 'Show blocks', 'Skip']);
});

it('shows why files failed, and shows all failures again when those of one cause are retried', async () => {
  restoreSize = giveElementsSize({ viewportPx: 440, rowPx });
  let leased = 2;
  bridge = installBridge({
    calls: {
      'transfers.files': ({ code }) => {
        const causes = [
          { code: 'local.denied', files: 1 },
          ...(leased > 0 ? [{ code: 'conflict.leased', files: leased }] : []),
        ];
        const total = code === undefined ? 1 + leased : code === 'conflict.leased' ? leased : 1;
        const failed = { state: 'failed', code: code ?? 'local.denied' } as const;
        return { total, files: Array.from({ length: total }, (_, file) => ({ ...fileWith(file), ...failed })), causes };
      },
      'jobs.retry': () => ({}),
    },
  });
  const failed = (failedCount: number) => (
    <FilesView
      job={transferJobOf({ state: 'failed', filesTotal: 9, filesDone: 1, failedCount })}
      isActive
      blocks="held"
    />
  );
  const { rerender } = render(failed(3));
  fireEvent.click(await screen.findByRole('button', { name: /^Leased/ }));
  expect(await screen.findByText(/somebody else|lease/i, { selector: 'p' })).toBeTruthy();
  leased = 0;
  rerender(failed(1));
  await vi.waitFor(() =>
    expect(screen.getByRole('button', { name: /^Failed 1$/ }).getAttribute('aria-pressed')).toBe('true'),
  );
  expect(screen.queryByText('No failed files.')).toBeNull();
});

it('does not advise replacing what the job would not replace', async () => {
  restoreSize = giveElementsSize({ viewportPx: 440, rowPx });
  const code = 'conflict.target-exists';
  const failed = (file: number, what: string): JobFile => ({
    ...fileWith(file),
    state: 'failed',
    code,
    message: 'For logs.',
    context: { what },
  });
  let causes = [{ code, files: 1, context: { what: 'latecomer' } }];
  let files = [failed(0, 'latecomer')];
  bridge = installBridge({ calls: { 'transfers.files': () => ({ total: files.length, files, causes }) } });
  const shown = (failedCount: number) => (
    <FilesView
      job={transferJobOf({ state: 'failed', filesTotal: 3, filesDone: 0, failedCount })}
      isActive
      blocks="held"
    />
  );
  const { rerender } = render(shown(1));
  expect(await screen.findByRole('button', { name: /^The name is now in use/ })).toBeTruthy();
  expect(screen.queryByText(/replace it/)).toBeNull();

  causes = [{ code, files: 2, context: { what: 'several' } }];
  files = [failed(0, 'twin'), failed(1, 'folder')];
  rerender(shown(2));
  expect(await screen.findByText('Duplicate target name')).toBeTruthy();
  expect(screen.getByText('The path is in use')).toBeTruthy();
  expect(screen.getByText(/See each file for the reason/)).toBeTruthy();
});
