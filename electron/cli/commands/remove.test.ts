// `stowage rm`: the output of an interrupted deletion.
import { expect, it } from 'vitest';
import { cancelled } from '@shared/errors';
import { createOutput } from '../output';
import type { Session } from '../session';
import { removeBlobs } from './remove';

it('stowage rm: reports what was deleted before Ctrl+C, and the command for the rest', async () => {
  let [out, err] = ['', ''];
  const session = {
    engine: {
      streams: {
        'blobs.measure': (_input: unknown, { push }: { push: (sum: unknown) => void }) => {
          push({ blobs: 5, bytes: 9, snapshots: 2, early: [], requests: 1, state: 'complete' });
          return Promise.resolve();
        },
        'blobs.delete': (_input: unknown, { push }: { push: (progress: unknown) => void }) => {
          push({ deleted: 3, bytes: 7, missing: 0, failedCount: 0, failed: [], state: 'running' });
          return Promise.reject(cancelled());
        },
      },
    },
    output: createOutput(
      { stdout: { write: (text) => (out += String(text)) }, stderr: { write: (text) => (err += text) } },
      'text',
    ),
    connectionId: async () => 'bench',
    connectionArguments: ['--connection', 'dev'],
    signal: new AbortController().signal,
  } as unknown as Session;
  await expect(removeBlobs('box/old files/', { yes: true })(session)).rejects.toMatchObject({ kind: 'cancelled' });
  expect(out).toBe('Deleted 3 blobs, 7 B.\n');
  expect(err).toBe(
    "Deleting 5 blobs with 2 snapshots, 9 B without snapshots.\nDelete the rest with: stowage rm 'box/old files/' --yes --connection dev\n",
  );
});

it.each([
  ['versions', 'The account has versioning: versions of deleted blobs are retained and not counted here.\n'],
  ['off', ''],
])(
  'rm: reports snapshots that went with the blobs, and versions that stay where retention is %s',
  async (kind, last) => {
    let [out, err] = ['', ''];
    const session = {
      engine: {
        calls: { 'deleted-blobs.retention': () => Promise.resolve({ kind }) },
        streams: {
          'blobs.measure': (_input: unknown, { push }: { push: (sum: unknown) => void }) => {
            push({ blobs: 2, bytes: 9, snapshots: 3, early: [], requests: 1, state: 'complete' });
            return Promise.resolve();
          },
          'blobs.delete': (_input: unknown, { push }: { push: (progress: unknown) => void }) => {
            push({ deleted: 2, bytes: 9, missing: 0, failedCount: 0, failed: [], state: 'complete' });
            return Promise.resolve();
          },
        },
      },
      output: createOutput(
        { stdout: { write: (text) => (out += String(text)) }, stderr: { write: (text) => (err += text) } },
        'text',
      ),
      connectionId: async () => 'bench',
      connectionArguments: [],
      signal: new AbortController().signal,
    } as unknown as Session;
    expect(await removeBlobs('box/', { yes: true })(session)).toBe(0);
    expect(out).toBe('Deleted 2 blobs with 3 snapshots, 9 B without snapshots.\n');
    expect(err).toBe(`Deleting 2 blobs with 3 snapshots, 9 B without snapshots.\n${last}`);
  },
);
