// The cost of a transfer until now, as the engine recorded it, even if no run of it is loaded.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { connectionOf } from '@shared/model/fixtures/connections';
import { defaultSettings } from '@shared/model/settings';
import type { SentByJob } from '@shared/model/transfer-trace';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { TransferCost } from './job-tab';

let bridge: TestBridge;
afterEach(() => {
  cleanup();
  bridge.dispose();
});

async function panelOf(sent: SentByJob): Promise<string> {
  bridge = installBridge({
    calls: { 'settings.read': () => defaultSettings, 'transfers.sent': () => sent },
    streams: {
      'connections.watch': (_input, { push }) => {
        push([connectionOf({ id: 'prod' })]);
        return Promise.resolve();
      },
    },
  });
  render(<TransferCost jobId="0123456789abcdef01234567" />);
  await userEvent.click(screen.getByRole('button', { name: 'What does this cost?' }));
  const panel = await screen.findByRole('dialog', { name: 'What does this cost?' });
  await within(panel).findByText(/^Retries are/u);
  return panel.textContent;
}

it('the requests of all runs are shown by class', async () => {
  const operations = [{ connectionId: 'prod', service: 'blob' as const, operation: 'PutBlock', requests: 4 }];
  const text = await panelOf({ operations, of: 'all-runs' });
  expect(text).toContain('Blob write operations4');
  expect(text).toContain('All runs of this transfer.');
});

it('a transfer whose runs wrote nothing down does not claim that nothing was sent', async () => {
  const text = await panelOf({ operations: [], of: 'unknown' });
  expect(text).toContain('The number of requests sent is unknown.');
  expect(text).not.toContain('No requests sent');
});
