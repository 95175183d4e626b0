// The messages of a search that has found nothing: only a complete one may show that nothing matches.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { BlobSearchProgress } from '@shared/model/blob-search';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import type { TransferJob } from '@shared/model/transfer';
import { blob, forgetBetweenTests, showContainer } from '../fixtures/shown-container';

forgetBetweenTests();

it('does not take a search that was stopped for one without a match', async () => {
  const user = userEvent.setup();
  const seen: BlobSearchProgress = {
    matches: [],
    matched: 0,
    matchedBytes: 0,
    seen: 5_000,
    requests: 1,
    listedPrefix: '',
    state: 'searching',
  };
  showContainer({
    streams: {
      'blobs.search': async (_input, { push, signal }) => {
        push(seen);
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: /Search mode/ }));
  await user.click(screen.getByRole('option', { name: /Wildcard/ }));
  await user.type(screen.getByRole('searchbox', { name: 'Search names' }), '*.log{Enter}');
  await screen.findByText(/5,000 blobs examined in 1 list request/);
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('Stopped before the first match')).toBeTruthy();
  expect(screen.getByText('5,000 blobs examined in 1 list request. Other names may match.')).toBeTruthy();
  expect(screen.queryByText('No matching names')).toBeNull();
});

it('shows in a folder what a search there would list, even before anything is typed', async () => {
  const user = userEvent.setup();
  showContainer();
  await user.dblClick(await screen.findByRole('gridcell', { name: /^2024/ }));
  await screen.findByRole('gridcell', { name: /IMG_1/ });
  await user.click(screen.getByRole('button', { name: /Search mode/ }));
  await user.click(screen.getByRole('option', { name: /Wildcard/ }));
  expect(screen.getByText('Lists everything that starts with 2024/')).toBeTruthy();
  // What is chosen there is only how that is meant which is typed next.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Search names' })));
});

it('shows that something has changed since the search, until it is repeated', async () => {
  const user = userEvent.setup();
  const done: BlobSearchProgress = {
    matches: [blob('a.log'), blob('b.log')],
    matched: 2,
    matchedBytes: 3072,
    seen: 10,
    requests: 1,
    listedPrefix: '',
    state: 'complete',
  };
  let notifyJobs: (jobs: TransferJob[]) => void = () => undefined;
  showContainer({
    streams: {
      'blobs.search': (_input, { push }) => {
        push(done);
        return Promise.resolve();
      },
      'jobs.watch': async (_input, { push, signal }) => {
        notifyJobs = push;
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: /Search mode/ }));
  await user.click(screen.getByRole('option', { name: /Wildcard/ }));
  await user.type(screen.getByRole('searchbox', { name: 'Search names' }), '*.log{Enter}');
  await screen.findByRole('grid', { name: 'Names that match *.log' });
  expect(screen.queryByText('Changed since the search')).toBeNull();
  notifyJobs([transferJobOf({ target: 'photos/' })]);
  notifyJobs([transferJobOf({ target: 'photos/', state: 'done', filesDone: 1 })]);
  await screen.findByText('Changed since the search');
  await user.click(screen.getByRole('button', { name: 'Search again' }));
  await waitFor(() => expect(screen.queryByText('Changed since the search')).toBeNull());
});
