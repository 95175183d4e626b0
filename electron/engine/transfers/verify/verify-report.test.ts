// The blobs of a repair that the service denies access to while it is planned.
import { expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { defaultTransferOptions } from '@shared/model/transfer';
import type { Account } from '../../azure/account';
import type { DownloadSpec, VerifyFile } from '../records/job-records';
import { planRepairDown, repairable } from './verify-report';

const emptyList = Buffer.from('<EnumerationResults><Blobs /></EnumerationResults>');
const denied = new StowageError('auth.denied', 'No.');
const found = (name: string): VerifyFile => ({
  t: 'verify',
  f: 0,
  attempt: 0,
  path: `/here/${name}`,
  segments: ['here', name],
  name,
  bytes: 1,
  blockBytes: 0,
  here: null,
  there: null,
  facts: 'known',
  reading: 'never',
});
const spec: DownloadSpec = {
  kind: 'download',
  connectionId: 'c',
  container: 'box',
  options: defaultTransferOptions,
  selection: [],
  targetDir: '/to',
};

/** The outcome of each, in the order in which the plan reports it. */
async function planned(
  names: readonly string[],
  isRejected: (name: string) => boolean,
  insists: 'yes' | 'no' = 'no',
): Promise<readonly unknown[]> {
  const send = ({ path }: { readonly path: string }): Promise<unknown> =>
    isRejected(path.slice(path.lastIndexOf('/') + 1))
      ? Promise.reject(denied)
      : Promise.resolve({ headers: { 'content-length': '1', etag: '"1"' }, status: 200, body: emptyList });
  const account = { send } as unknown as Account;
  const reported: unknown[] = [];
  const signal = new AbortController().signal;
  for await (const steps of planRepairDown(names.map(found), spec, { account, signal, insists })) {
    for (const step of steps) {
      if (step.kind === 'file') reported.push(step.file.name);
      if (step.kind === 'problem') reported.push([step.problem.source, step.problem.error.context.others]);
    }
  }
  return reported;
}
const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index}.bin`);

it('repair: fails a denied blob alone when one of a later group is readable', async () => {
  const reported = await planned(numbered(40), (name) => name === '3.bin');
  expect(reported).toHaveLength(40);
  expect(reported.indexOf('2.bin')).toBeLessThan(32);
  expect(reported).toContainEqual(['3.bin', 'accepted']);
});

it('repair: continues past a denied group and reports it once a blob is readable', async () => {
  const reported = await planned(numbered(33), (name) => name !== '32.bin');
  expect(reported).toEqual([...numbered(32).map((name) => [name, 'accepted']), '32.bin']);
});

it('repair: ends when no blob is readable, unless the user insists', async () => {
  await expect(planned(numbered(3), () => true)).rejects.toThrow(denied);
  expect(await planned(numbered(3), () => true, 'yes')).toEqual(numbered(3).map((name) => [name, undefined]));
});

it('repair: concerns one pair when only that is retried', () => {
  const findings = ['a', 'b'].map((name) => ({ file: found(name), failure: { code: 'verify.length' } }));
  const names = (only?: { readonly source: string; readonly target: string }): string[] =>
    repairable(findings, 'down', only).map(({ name }) => name);
  expect(names()).toEqual(['a', 'b']);
  expect(names({ source: 'b', target: 'here/b' })).toEqual(['b']);
  expect(names({ source: 'b', target: 'elsewhere/b' })).toEqual([]);
});
