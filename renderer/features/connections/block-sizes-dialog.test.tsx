// The dialog of block sizes: what it shows as the source, and the rows that it saves.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { connectionWith } from '@renderer/testing/connection-with';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { BlockSizesDialog } from './block-sizes-dialog';

let bridge: TestBridge | null = null;
afterEach(() => {
  cleanup();
  bridge?.dispose();
  bridge = null;
});

it('block sizes: shows the rows of a run, and saves them in order once each size is there only once', async () => {
  const MiB = 1024 * 1024;
  const sizes = [{ fromBytes: 32 * MiB, blockBytes: 8 * MiB, parallel: 5 }];
  const applied = { connectionId: 'ships', runId: 'r', runName: 'Monday', appliedAtMs: 0, sizes };
  bridge = installBridge({ calls: { 'lab.applied': () => [applied], 'lab.set-block-sizes': () => ({}) } });
  const onClose = vi.fn();
  render(<BlockSizesDialog connection={connectionWith({ id: 'ships', name: 'Ships' })} onClose={onClose} />);
  const user = userEvent.setup();
  expect(await screen.findByText('Recommended by the run Monday of the lab.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add a row' }));
  const fields = screen.getAllByRole('textbox', { name: 'Files from' });
  await user.clear(fields[1]!);
  await user.type(fields[1]!, '32{Tab}');
  expect(screen.getByText('Another row has this size.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
  await user.clear(fields[1]!);
  await user.type(fields[1]!, '0.5{Tab}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  const { input } = bridge.requested.find(({ name }) => name === 'lab.set-block-sizes') ?? {};
  expect(input).toEqual({
    connectionId: 'ships',
    rows: [{ fromBytes: MiB / 2, blockBytes: 8 * MiB, parallel: 5 }, ...sizes],
  });
});
