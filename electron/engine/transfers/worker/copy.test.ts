// The source of a move is all there is where the service has come back without the copy.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deleteSource } from './copy';
import type { TaskContext } from './task-context';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** The requests about a source whose copy was last verified this long ago, and their outcome. */
async function deletion(
  seenAgoMs: number,
  copyIs: 'there' | 'gone',
): Promise<{ requested: string[]; outcome: string }> {
  const requested: string[] = [];
  const send = ({ operation }: { operation: string }): Promise<unknown> => {
    requested.push(operation);
    return Promise.resolve({
      status: 200,
      headers: { 'content-length': '4', etag: copyIs === 'there' ? '"1"' : '"2"' },
      metadataNames: [],
    });
  };
  const context = { account: { send }, source: { send }, onAttempt: () => undefined } as unknown as TaskContext;
  const copy = { container: 'to', name: 'a', etag: '"1"', seenAtMs: Date.now() - seenAgoMs };
  const { outcome } = await deleteSource({ container: 'from', name: 'a', etag: '"0"', copy }, context);
  return { requested, outcome };
}

it('source of a move: is deleted at once when its copy was just seen', async () => {
  expect(await deletion(0, 'gone')).toEqual({ requested: ['DeleteBlob'], outcome: 'deleted' });
});

it('source of a move: is deleted after the copy was verified again, and remains when the copy is gone', async () => {
  const looked = ['GetBlobProperties', 'DeleteBlob'];
  expect(await deletion(60_000, 'there')).toEqual({ requested: looked, outcome: 'deleted' });
  expect(await deletion(60_000, 'gone')).toEqual({ requested: looked.slice(0, 1), outcome: 'unproven' });
});
