// Pages of a Parquet blob: each is announced once.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { type TestBridge, installBridge } from '@renderer/testing/contract-bridge';
import { ParquetView } from './parquet-view';

let bridge: TestBridge | undefined;
afterEach(() => {
  cleanup();
  bridge?.dispose();
});

it('announces which rows another page shows, without repeating what the file is', async () => {
  bridge = installBridge({
    calls: {
      'preview.parquet': ({ fromRow }) => ({
        rowCount: 500,
        rowGroups: 1,
        createdBy: '',
        readBytes: 1_000 + fromRow,
        columns: [{ name: 'ship', type: 'UTF8', presence: 'required' }],
        body: { kind: 'rows', names: ['ship'], rows: [[`ship ${fromRow}`]] },
      }),
    },
  });
  const blob = { connectionId: 'local', container: 'photos', name: 'fleet.parquet' };
  render(<ParquetView label="fleet.parquet" blob={blob} etag={'"1"'} totalBytes={9_000} onReload={() => undefined} />);
  const next = await screen.findByRole('button', { name: /^Next/ });
  const statuses = (): readonly (string | null)[] =>
    screen.getAllByRole('status').map(({ textContent }) => textContent);
  const [file, ...before] = statuses();
  expect(file).toBe('500 rows in 1 row group · 1 column');
  expect(before).toEqual(['Rows 1 to 200 of 500']);
  await userEvent.click(next);
  await waitFor(() => expect(screen.getByText(/1\.2 (?:kB|KiB) read/)).toBeTruthy());
  expect(statuses()).toEqual([file, 'Rows 201 to 400 of 500']);
});
