// The failed files of a job and their causes, with everything that their text depends on.
import { expect, it } from 'vitest';
import { defaultTransferOptions } from '@shared/model/transfer';
import { newJobState } from '../records/job-state';
import { filesOf } from './file-list';

const code = 'conflict.target-exists';

/** The failed files, and their causes, where each of them met this in the plan. */
async function failedIn(...contexts: readonly Record<string, string>[]) {
  const jobState = newJobState({
    t: 'job',
    version: 1,
    id: '0123456789abcdef01234567',
    createdAtMs: 1000,
    title: 'logs',
    spec: {
      kind: 'upload',
      connectionId: 'c',
      container: 'box',
      prefix: '',
      paths: ['/logs'],
      options: defaultTransferOptions,
    },
  });
  for (const [f, context] of contexts.entries()) {
    const failure = { source: `/logs/${f}`, target: `logs/${f}`, code, message: '', context };
    jobState.failed.set(f, { file: null, plannedTarget: '', failure, sums: new Map(), blocks: new Set() });
  }
  const settled = (): never => expect.unreachable('No settled file is asked for.');
  const request = { state: 'failed', offset: 0, limit: 10 } as const;
  return filesOf({ state: jobState, run: null, settled }, request);
}

/** Contexts of the failed files, and of their causes. */
async function report(...contexts: readonly Record<string, string>[]) {
  const { files, causes } = await failedIn(...contexts);
  return { files: files.map(({ context }) => context), causes };
}

it('have no size if they failed before it was known', async () => {
  expect((await failedIn({})).files).toMatchObject([{ bytes: null, bytesDone: 0 }]);
});

it('show the cause of each, and the common cause', async () => {
  const needed = { what: 'file', folder: 'needed' };
  expect(await report({ ...needed, path: '/a' }, { ...needed, path: '/b' })).toEqual({
    files: [
      { ...needed, path: '/a' },
      { ...needed, path: '/b' },
    ],
    causes: [{ code, files: 2, context: needed }],
  });
});

it('are several where different things are in the way', async () => {
  const several = { what: 'several' };
  expect(await report({ what: 'file' }, { what: 'file', folder: 'needed' })).toMatchObject({
    causes: [{ code, files: 2, context: several }],
  });
  expect(await report({ what: 'twin' }, {}, { what: 'twin' })).toEqual({
    files: [{ what: 'twin' }, {}, { what: 'twin' }],
    causes: [{ code, files: 3, context: several }],
  });
});

it('show that others were accepted, if that applies to all denied files', async () => {
  const rejected = { others: 'accepted', serviceCode: 'AuthorizationPermissionMismatch' };
  expect(await report({ ...rejected, blob: 'a' }, { ...rejected, blob: 'b' })).toMatchObject({
    causes: [{ code, files: 2, context: { others: 'accepted' } }],
  });
  expect((await report({ ...rejected, blob: 'a' }, { blob: 'b' })).causes).toEqual([
    { code, files: 2, context: { what: 'several' } },
  ]);
});

it('are not several when the cause is unknown', async () => {
  expect(await report({ path: '/a' })).toEqual({ files: [{ path: '/a' }], causes: [{ code, files: 1 }] });
});

it('name the reason that the service gave where all have the same', async () => {
  const serviceCode = 'BlobImmutableDueToLegalHold';
  expect((await report({ serviceCode, blob: 'a' }, { serviceCode, blob: 'b' })).causes).toEqual([
    { code, files: 2, context: { serviceCode } },
  ]);
});
