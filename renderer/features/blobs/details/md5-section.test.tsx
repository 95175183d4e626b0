// Computing the MD5 of a blob: started on request, compared, copied, cancelled, and dropped with its version.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import type { StreamHandlers } from '@shared/ipc/contract';
import type { BlobDetails } from '@shared/model/blob-details';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { blobDetails } from '../fixtures/blob-details';
import { noDisabledReasons } from '../fixtures/no-disabled-reasons';
import { BlobDetailsView } from './blob-details-view';

let bridge: TestBridge | null = null;
afterEach(() => {
  cleanup();
  bridge?.dispose();
});

const computed = '1B2M2Y8AsgTpgAmY7PhCfg==';
const blob = { connectionId: 'quay', container: 'ships', name: 'crates.txt' };
type Compute = StreamHandlers<'engine'>['blob-details.compute-md5'];

const answer: Compute = (_input, { push }) => {
  push({ doneBytes: 5, md5: computed });
  return Promise.resolve();
};

/** Shows the blob as the service has it then, and opens nothing. Returns how to show another state of the list. */
async function show(now: () => BlobDetails, compute: Compute) {
  bridge = installBridge({
    calls: {
      'blob-details.read': now,
      'blob-details.account': () => ({ kind: 'StorageV2', sku: '', isHierarchical: false, isEmulator: false }),
      'blob-details.tags': () => [],
      'clipboard.write': () => ({}),
    },
    streams: { 'blob-details.compute-md5': compute },
  });
  const view = (listed: BlobDetails) => (
    <BlobDetailsView blob={blob} listed={listed} disabledReasons={noDisabledReasons} onChanged={() => undefined} />
  );
  const { rerender } = render(view(now()));
  await screen.findByRole('region', { name: 'Computed MD5' });
  return (listed: BlobDetails): void => rerender(view(listed));
}

const section = () => within(screen.getByRole('region', { name: 'Computed MD5' }));
const start = (): Promise<void> => userEvent.click(section().getByRole('button', { name: 'Compute MD5' }));

it.each([
  ['', 'No MD5 is stored to compare it with.'],
  [computed, 'The stored MD5 is the same.'],
  ['rL0Y20zC+Fzt72VPzMSk2A==', /^The stored MD5 is different/],
])('compares it with the stored one: "%s"', async (stored, text) => {
  const inputs: unknown[] = [];
  const details = blobDetails('"1"', 5, stored);
  await show(
    () => details,
    (input, context) => {
      inputs.push(input);
      return answer(input, context);
    },
  );
  expect(inputs).toEqual([]);
  await start();
  expect((await section().findByRole('status')).textContent).toMatch(text);
  const { etag, lastModified } = details;
  expect(inputs).toEqual([{ ...blob, etag, lastModified, totalBytes: 5 }]);
});

it('copies what was computed', async () => {
  await show(() => blobDetails('"1"', 5, ''), answer);
  await start();
  await userEvent.click(await section().findByRole('button', { name: 'Copy the computed MD5' }));
  expect(bridge?.requested.at(-1)).toEqual({ name: 'clipboard.write', input: { text: computed } });
});

it('shows how much was read, and stops reading when cancelled', async () => {
  let isStopped = false;
  await show(
    () => blobDetails('"1"', 4000, ''),
    (_input, { push, signal }) => {
      push({ doneBytes: 1000, md5: null });
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          isStopped = true;
          reject(new Error('stopped'));
        });
      });
    },
  );
  await start();
  await expect.poll(() => section().getByRole('progressbar').getAttribute('aria-valuenow')).toBe('0.25');
  await userEvent.click(section().getByRole('button', { name: 'Cancel computing the MD5' }));
  await expect.poll(() => isStopped).toBe(true);
  expect(section().queryByRole('progressbar')).toBeNull();
  expect(section().queryByRole('alert')).toBeNull();
});

it('tries again after a failure', async () => {
  let isBroken = true;
  await show(
    () => blobDetails('"1"', 5, ''),
    (input, context) => {
      if (isBroken) return Promise.reject(new StowageError('network.reset', 'Reset.'));
      return answer(input, context);
    },
  );
  await start();
  await section().findByRole('alert');
  isBroken = false;
  await userEvent.click(section().getByRole('button', { name: 'Try again' }));
  expect(await section().findByText(computed)).toBeTruthy();
  expect(section().queryByRole('alert')).toBeNull();
});

it('is no longer shown once the blob has another version', async () => {
  let now = blobDetails('"1"', 5, '');
  const list = await show(() => now, answer);
  await start();
  await section().findByText(computed);
  now = blobDetails('"2"', 9, '');
  list(now);
  await screen.findByText('9 bytes');
  expect(section().queryByText(computed)).toBeNull();
});
