// `stowage rm`: what an interrupted deletion says.
import { expect, it } from 'vitest';
import { cancelled } from '@shared/errors';
import { createOutput } from '../output';
import type { Session } from '../session';
import { removeBlobs } from './remove';

it('says what was deleted before Ctrl+C, and the command for the rest', async () => {
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
    placeArguments: ['--connection', 'dev'],
    signal: new AbortController().signal,
  } as unknown as Session;
  await expect(removeBlobs('box/old files/', { yes: true })(session)).rejects.toMatchObject({ kind: 'cancelled' });
  expect(out).toBe('Deleted 3 blobs, 7 B.\n');
  expect(err).toBe(
    "Deleting 5 blobs with 2 snapshots, 9 B.\nDelete the rest with: stowage rm 'box/old files/' --yes --connection dev\n",
  );
});
