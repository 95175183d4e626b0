// The warning about unfinished transfers before their connection or container is removed.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import type { TransferJob } from '@shared/model/transfer';
import { liveJobs } from '@renderer/live/jobs';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { ConnectionDialogs } from './connection-dialogs';
import { connectionWith } from '@renderer/testing/connection-with';
import type { ConnectionDialogRequest } from './row-dialogs';

const quay = connectionWith({ id: 'quay', name: 'Quay' });
const upload = transferJobOf({ connectionId: 'quay', target: 'hold/in/' });
const jobs: TransferJob[] = [
  upload,
  { ...upload, id: 'job-2', state: 'paused', kind: 'download', source: 'hold/out/', target: '/home/me' },
  { ...upload, id: 'job-3', state: 'paused', target: 'hold-2/' },
  { ...upload, id: 'job-4', state: 'done' },
  { ...upload, id: 'job-5', connectionId: 'pier' },
];

let bridge: TestBridge | null = null;
afterEach(() => {
  cleanup();
  bridge?.dispose();
});

function openDialog(what: ConnectionDialogRequest, shownJobs: TransferJob[] = jobs): void {
  bridge = installBridge({
    streams: {
      'jobs.watch': async (_input, { push, signal }) => {
        push(shownJobs);
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    },
  });
  const nothing = (): void => undefined;
  render(<ConnectionDialogs request={what} onDone={nothing} addHub={() => null} onOpen={nothing} onGone={nothing} />);
}

it('counts the unfinished jobs of a connection', async () => {
  openDialog({ request: 'remove', connection: quay });
  expect(
    await screen.findByText(/^3 transfers that use it are not finished\. .+ without the connection\.$/u),
  ).toBeTruthy();
});

it('counts downloads from a container and uploads into it', async () => {
  openDialog({ request: 'delete', connection: quay, resource: 'containers', name: 'hold' });
  expect(await screen.findByText('2 transfers that use it are not finished and will fail.')).toBeTruthy();
});

const copy: TransferJob = {
  ...upload,
  kind: 'copy',
  connectionId: 'pier',
  sourceConnectionId: 'quay',
  source: 'hold/out/',
  target: 'other/',
};
const copies: TransferJob[] = [
  copy,
  { ...copy, id: 'job-2', kind: 'move', source: 'hold/a.txt and 2 more' },
  { ...copy, id: 'job-3', kind: 'verify', source: 'hold' },
  { ...copy, id: 'job-4', source: 'hold-2/' },
  { ...copy, id: 'job-5', sourceConnectionId: 'pier' },
  { ...copy, id: 'job-6', kind: 'verify', sourceConnectionId: undefined, source: 'hold/scans' },
];

it('counts copies and moves from a container, and verifications of them', async () => {
  openDialog({ request: 'delete', connection: quay, resource: 'containers', name: 'hold' }, copies);
  expect(await screen.findByText('3 transfers that use it are not finished and will fail.')).toBeTruthy();
});

it('counts copies and moves from a connection to another one', async () => {
  openDialog({ request: 'remove', connection: quay }, copies);
  expect(await screen.findByText(/^4 transfers that use it are not finished\./u)).toBeTruthy();
});

it('shows no warning when all have ended', async () => {
  openDialog({ request: 'delete', connection: quay, resource: 'containers', name: 'hold' }, [
    { ...upload, state: 'done' },
  ]);
  await vi.waitFor(() => expect(liveJobs.store.getState().jobs.map(({ state }) => state)).toEqual(['done']));
  expect((await screen.findByRole('alertdialog')).textContent).not.toContain('transfer');
});
