// A blob that changes while its properties are shown: they are read again, and an edit in progress stays.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
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

const [old, changed] = [blobDetails('"1"', 5, 'first'), blobDetails('"2"', 9, 'second')];

/** `now`: what the service has. */
function show(now: () => BlobDetails) {
  bridge = installBridge({
    calls: {
      'blob-details.read': now,
      'blob-details.account': () => ({ kind: 'StorageV2', sku: '', isHierarchical: false, isEmulator: false }),
      'blob-details.tags': () => [],
    },
  });
  const view = (listed: BlobDetails) => (
    <BlobDetailsView
      blob={{ connectionId: 'quay', container: 'ships', name: 'crates.txt' }}
      listed={listed}
      disabledReasons={noDisabledReasons}
      onChanged={() => undefined}
    />
  );
  const { rerender } = render(view(old));
  return (listed: BlobDetails): void => rerender(view(listed));
}
const reads = (): number => bridge?.requested.filter(({ name }) => name === 'blob-details.read').length ?? 0;

it('is read again when the list reports another state, and an open dialog keeps what was typed', async () => {
  let now = old;
  const list = show(() => now);
  await screen.findByText('5 bytes');
  await userEvent.click(screen.getByRole('button', { name: 'Edit metadata' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Add / }));
  await userEvent.type(screen.getAllByRole('textbox').at(-1) as HTMLElement, 'draft');
  now = changed;
  list(changed);
  expect(await screen.findByText('9 bytes')).toBeTruthy();
  expect(screen.getByDisplayValue('draft')).toBeTruthy();
});

it('is not read again for the state it shows already, nor for an older list', async () => {
  const list = show(() => changed);
  await screen.findByText('9 bytes');
  list({ ...old });
  list(changed);
  list({ ...changed, tier: 'Cool' });
  await expect.poll(reads).toBe(2);
});

it('retains what is typed even if it cannot be read again', async () => {
  let isBroken = false;
  const list = show(() => {
    if (isBroken) throw new StowageError('network.reset', 'Reset.');
    return old;
  });
  await screen.findByText('5 bytes');
  await userEvent.click(screen.getByRole('button', { name: 'Edit metadata' }));
  await userEvent.click(await screen.findByRole('button', { name: /^Add / }));
  isBroken = true;
  list(changed);
  await expect.poll(reads).toBe(2);
  await screen.findByRole('alert', { hidden: true });
  expect(screen.getByRole('dialog', { name: /metadata/i })).toBeTruthy();
});
