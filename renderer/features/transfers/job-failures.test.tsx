// What is said of failed files: the cause once, and of a file only what the cause does not say of it.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { TransferJob } from '@shared/model/transfer';
import { JobFailures } from './job-failures';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';

afterEach(cleanup);

const leased = (name: string): TransferJob['failed'][number] => ({
  source: name,
  target: name,
  code: 'conflict.leased',
  message: 'Refused.',
  context: { blob: name },
});
const show = (failed: TransferJob['failed']): void => {
  cleanup();
  render(<JobFailures id="told" job={transferJobOf({ state: 'failed', failed, failedCount: failed.length })} />);
};

it('says the cause of a single file once, and that of several of each by its name', () => {
  show([leased('a.txt')]);
  expect(screen.getAllByText(/active lease/)).toHaveLength(1);
  expect(screen.getByText('a.txt')).toBeTruthy();
  show([leased('a.txt'), leased('b.txt')]);
  expect(screen.getByText(/^Blob “a\.txt” has an active lease/)).toBeTruthy();
  expect(screen.getByText(/^Blob “b\.txt” has an active lease/)).toBeTruthy();
});
