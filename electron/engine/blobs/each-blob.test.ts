import { expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { createFakeClock } from '../../testing/clock';
import { changeEachBlob } from './each-blob';

const denied = new StowageError('auth.denied', 'No.');
/** Which of the blobs are refused, and what is told at the end. */
async function changed(names: readonly string[], isRefused: (name: string) => boolean): Promise<unknown> {
  let told: unknown = null;
  const done = { deleted: 0 };
  await changeEachBlob(
    (async function* pages() {
      yield await Promise.resolve(names);
    })(),
    {
      nameOf: (name) => name,
      done,
      work: (name) => {
        if (isRefused(name)) return Promise.reject(denied);
        done.deleted += 1;
        return Promise.resolve();
      },
    },
    { clock: createFakeClock(), signal: new AbortController().signal, push: (progress) => (told = progress) },
  );
  return told;
}

it('tells a blob that is refused by name where others are let in', async () => {
  expect(await changed(['a', 'b', 'c'], (name) => name === 'b')).toMatchObject({
    ...{ state: 'complete', deleted: 2, failedCount: 1 },
    failed: [{ name: 'b', code: 'auth.denied' }],
  });
});

it('fails as a whole where nothing is let in, however few there are', async () => {
  await expect(changed(['a', 'b'], () => true)).rejects.toThrow(denied);
});
