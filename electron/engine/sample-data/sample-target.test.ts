import { expect, it } from 'vitest';
import type { AccountSource } from '../azure/account';
import type { Tables } from '../tables';
import type { JobEvent, Transfers } from '../transfers/api';
import { sampleTarget } from './sample-target';

it('an upload of sample data reports its bytes until it ends', async () => {
  const listeners = new Set<(event: JobEvent) => void>();
  const sent = (bytesDone: number): void =>
    listeners.forEach((listen) => listen({ event: 'progress', job: { bytesDone } } as JobEvent));
  let end: (summary: { state: 'done'; failed: [] }) => void = () => undefined;
  const ended = new Promise((resolve) => {
    end = resolve;
  });
  const uploadPaths = (): unknown =>
    Promise.resolve({
      ended,
      onEvent: (listen: (event: JobEvent) => void) => {
        listeners.add(listen);
        return () => listeners.delete(listen);
      },
    });
  const target = sampleTarget({
    accounts: {} as AccountSource,
    tables: {} as Tables,
    transfers: { uploadPaths } as unknown as Transfers,
  });
  const reported: number[] = [];
  const { signal } = new AbortController();
  const uploaded = target.uploadFile('photos', 'archive/', '/a/file', {
    signal,
    onProgress: (bytes) => reported.push(bytes),
  });
  await expect.poll(() => listeners.size).toBe(1);
  sent(1024);
  sent(2048);
  end({ state: 'done', failed: [] });
  await uploaded;
  expect(reported).toEqual([1024, 2048]);
  expect(listeners.size).toBe(0);
});
