// `stowage query`: its output when a page in the middle does not arrive.
import { expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { createOutput } from '../output';
import type { Session } from '../session';
import { queryFrom, runQuery } from './query';

const stats = { latencyMs: 1, rows: 0, bytes: 0, decodeMs: 0, retries: 0 };

it.each([
  ['nothing before the first page', [], ''],
  [
    'where to go on after one',
    [{ blocks: [], stats, more: true, token: 's1.next' }],
    'Continue with --token s1.next\n',
  ],
] as const)('stowage query: prints %s', async (_what, pages, expected) => {
  const coming = [...pages];
  let err = '';
  const stream = { write: (text: string) => (err += text) };
  const session = {
    engine: {
      calls: {
        'tables.open': async () => ({ sessionId: 's', costClass: 'table-scan' }),
        'tables.next-packed-page': async () => {
          const page = coming.shift();
          if (page === undefined) throw new StowageError('network.refused', 'Nobody answers.');
          return page;
        },
        'tables.close': async () => ({}),
      },
    },
    output: createOutput({ stdout: stream, stderr: stream }, 'text'),
    connectionId: async () => 'bench',
    signal: new AbortController().signal,
  } as unknown as Session;
  await expect(runQuery(queryFrom('Orders', {}), {})(session)).rejects.toMatchObject({
    code: 'network.refused',
  });
  expect(err).toBe(expected);
});
