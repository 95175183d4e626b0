// A container whose transfers lost the network: what was listed stays, and failed lists are read again.
import '@renderer/testing/missing-in-jsdom';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { defaultSettings } from '@shared/model/settings';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import type { TransferJob } from '@shared/model/transfer';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { giveElementsSize } from '@renderer/testing/layout';
import { ContainerTab } from './container-tab';

const download = transferJobOf({ kind: 'download', source: 'photos', target: '/home/me' });
const waiting: TransferJob = { ...download, waitsFor: 'network' };

let bridge: TestBridge;
let line: 'there' | 'away';
let notify: (jobs: TransferJob[]) => void;
let restoreSize: () => void;
beforeEach(() => {
  localStorage.clear();
  line = 'there';
  restoreSize = giveElementsSize({ viewportPx: 560, rowPx: 28 });
  bridge = installBridge({
    calls: {
      'settings.read': () => defaultSettings,
      'blobs.list': () => {
        if (line === 'away') throw new StowageError('network.offline', 'There is no way to the service.');
        return { folders: ['2024/'], blobs: [], marker: null };
      },
    },
    streams: {
      'jobs.watch': (_input, { push, signal }) => {
        notify = push;
        push([]);
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    },
  });
});
afterEach(() => {
  cleanup();
  bridge.dispose();
  restoreSize();
});
const lists = (): number => bridge.requested.filter(({ name }) => name === 'blobs.list').length;

it('is listed again when the network is back only if listing it has failed', async () => {
  const none = (): void => undefined;
  const location = {
    connectionId: 'local',
    container: 'photos',
    connectionName: 'Local',
    environment: 'other',
  } as const;
  render(<ContainerTab {...location} readOnly={false} isActive onCopyLink={none} onOpenBlob={none} />);
  await screen.findByRole('grid');
  act(() => notify([waiting]));
  act(() => notify([download]));

  act(() => notify([waiting]));
  line = 'away';
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByRole('alert');
  expect(lists()).toBe(2);

  line = 'there';
  act(() => notify([download]));
  await waitFor(() => expect(lists()).toBe(3));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
