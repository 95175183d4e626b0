// The failures of a job: causes, files, and the copied text.
import '@renderer/testing/missing-in-jsdom';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { FailedItem, TransferJob } from '@shared/model/transfer';
import { JobFailures, failuresAsText } from './job-failures';
import { transferJobOf } from '@shared/model/fixtures/transfer-job';
import { sentence } from '@shared/error-text';
import { causesOf } from '@shared/failure-causes';

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

it('shows the cause of a single file once, and each of several causes with its files', () => {
  show([leased('a.txt')]);
  expect(screen.getAllByText(/active lease/)).toHaveLength(1);
  expect(screen.getByText('a.txt')).toBeTruthy();
  show([leased('a.txt'), leased('b.txt')]);
  expect(screen.getByText(/^Blob “a\.txt” has an active lease/)).toBeTruthy();
  expect(screen.getByText(/^Blob “b\.txt” has an active lease/)).toBeTruthy();
});

const failure = (source: string, code: string): FailedItem => ({
  source,
  target: `photos/${source}`,
  code,
  message: `About ${source}.`,
  context: { operation: 'PutBlob', container: 'photos', blob: source },
});

describe('causesOf', () => {
  it('lists the most frequent cause first and describes it by what its failures have in common', () => {
    const causes = causesOf([
      failure('a', 'network.reset'),
      failure('b', 'local.denied'),
      failure('c', 'local.denied'),
    ]);
    expect(causes.map((cause) => [cause.code, cause.items.length])).toEqual([
      ['local.denied', 2],
      ['network.reset', 1],
    ]);
    expect(causes[0]?.error.context).toEqual({ operation: 'PutBlob' });
    expect(causes[1]?.error.context).toEqual({ operation: 'PutBlob', container: 'photos', blob: 'a' });
  });

  it('names the container of several failures when the container failed', () => {
    const [cause] = causesOf([failure('a', 'not-found.container'), failure('b', 'not-found.container')]);
    expect(cause?.error.context).toEqual({ operation: 'PutBlob', container: 'photos' });
  });

  it('shows each problem of inputs that have different ones', () => {
    const invalid = (problem: string): FailedItem => ({ ...failure(problem, 'invalid.name'), context: { problem } });
    const [cause] = causesOf([invalid('ends in a slash'), invalid('has a colon'), invalid('has a colon')]);
    expect(cause?.error.context).toEqual({ problem: 'ends in a slash; has a colon' });
  });

  it('advises to replace only files that can be replaced, even beside others', () => {
    const inTheWay = (context: FailedItem['context']): FailedItem => ({
      ...failure(String(context.path), 'conflict.target-exists'),
      context,
    });
    const causes = causesOf([
      inTheWay({ path: '/in/a', what: 'folder' }),
      inTheWay({ path: '/in/b', what: 'folder' }),
      inTheWay({ path: '/in/c', what: 'file', folder: 'needed' }),
      inTheWay({ path: '/in/d', what: 'link', folder: 'needed' }),
      inTheWay({ path: '/in/e', what: 'link' }),
      inTheWay({ path: '/in/f' }),
    ]);
    expect(new Set(causes.map(({ key }) => key)).size).toBe(5);
    const advised = causes.map(({ error }) => [sentence(error).includes('Replace it'), error.context.path]);
    expect(advised).toEqual([
      [false, undefined],
      [false, '/in/c'],
      [false, '/in/d'],
      [false, '/in/e'],
      [true, '/in/f'],
    ]);
  });

  it('distinguishes errors of the service with different reasons, even if the code is the same', () => {
    const rejection = (source: string, serviceCode: string): FailedItem => {
      const { context, ...item } = failure(source, 'conflict.other');
      return { ...item, context: { ...context, serviceCode } };
    };
    const causes = causesOf([
      rejection('a', 'ContainerDisabled'),
      rejection('b', 'BlobUsesCustomerSpecifiedEncryption'),
      rejection('c', 'BlobUsesCustomerSpecifiedEncryption'),
    ]);
    expect(causes.map(({ error, items }) => [sentence(error).split('.', 1)[0], items.length])).toEqual([
      ['Encrypted with a customer-provided key', 2],
      ['The container is disabled', 1],
    ]);
  });

  it('describes an unknown code as a bug rather than failing', () => {
    expect(causesOf([failure('a', 'made.up')])[0]?.error.code).toBe('bug.unexpected');
  });
});

describe('failuresAsText', () => {
  it('writes one line per file, without characters that would break the columns', () => {
    const { context: _, ...denied } = failure('a\tb\nc', 'network.refused');
    const text = failuresAsText([{ ...denied, context: { host: 'ships.test' } }]);
    expect(text.split('\n')).toHaveLength(2);
    expect(text.split('\n')[1]?.split('\t')).toEqual([
      'a b c',
      'photos/a b c',
      'network.refused',
      expect.stringMatching(/^Connection refused\. .*ships\.test/),
    ]);
  });
});
