import { expect, it } from 'vitest';
import type { Account, ServiceResponse } from '../azure/account';
import { readBlobProperties } from './properties';

const answered = (headers: Readonly<Record<string, string>>): Pick<Account, 'send'> => ({
  send: () => Promise.resolve({ status: 200, headers } as ServiceResponse),
});
const read = (headers: Readonly<Record<string, string>>): ReturnType<typeof readBlobProperties> =>
  readBlobProperties(answered(headers) as Account, 'photos', 'a.jpg');

it('takes no blob for an empty one because a proxy has left out its length', async () => {
  const headers = { etag: '"1"', 'last-modified': 'Fri, 27 Nov 2026 10:00:00 GMT' };
  expect(await read({ ...headers, 'content-length': '0' })).toMatchObject({ bytes: 0 });
  await expect(read(headers)).rejects.toMatchObject({ code: 'network.truncated', context: { blob: 'a.jpg' } });
});
