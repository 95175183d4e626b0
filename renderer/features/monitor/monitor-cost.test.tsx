// Monitor's estimate of the bill: every class that was sent to the service, and no requests to the local store.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { connectionOf, localStore } from '@shared/model/fixtures/connections';
import { noPrices } from '@shared/model/prices';
import { defaultSettings } from '@shared/model/settings';
import { loadSettings } from '@renderer/bridge';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { MonitorCost } from './monitor-tab';

let bridge: TestBridge;
afterEach(() => {
  cleanup();
  bridge.dispose();
});

it('billed requests are shown by class, both services together, without the local store', async () => {
  const prices = { currency: 'EUR', perTenThousand: { ...noPrices.perTenThousand, tableOperation: 1, blobWrite: 2 } };
  const sent = (connectionId: string, service: 'blob' | 'table', operation: string, requests: number) => ({
    connectionId,
    service,
    operation,
    requests,
  });
  bridge = installBridge({
    calls: {
      'settings.read': () => ({ ...defaultSettings, prices }),
      'monitor.operations': () => [
        sent('prod', 'table', 'QueryEntities', 5_000),
        sent('prod', 'blob', 'PutBlock', 10_000),
        sent('local', 'blob', 'PutBlock', 70),
        sent('azurite', 'table', 'QueryEntities', 7),
      ],
    },
    streams: {
      'connections.watch': (_input, { push }) => {
        push([
          localStore,
          connectionOf({ id: 'prod' }),
          connectionOf({ id: 'azurite', endpoints: { blob: 'http://azurite:10000/devstoreaccount1' } }),
        ]);
        return Promise.resolve();
      },
    },
  });
  await loadSettings();
  render(<MonitorCost />);
  await userEvent.click(screen.getByRole('button', { name: 'What does this cost?' }));
  const panel = within(await screen.findByRole('dialog', { name: 'What does this cost?' }));
  await panel.findByRole('table');
  expect(panel.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent).join(' | '))).toEqual(
    [
      'Billed as | Requests | Per 10,000 | Amount',
      'Table operations | 5,000 | 1 | 0.5 EUR',
      'Blob write operations | 10,000 | 2 | 2.00 EUR',
      'Total | 2.50 EUR',
    ],
  );
  expect(panel.getByText('Not billed: 77 requests to the local store or to emulators.')).toBeTruthy();
});
