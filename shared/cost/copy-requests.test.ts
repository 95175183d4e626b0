// What copies are likely to send, within an account and between two.
import { expect, it } from 'vitest';
import { copyRequests } from './copy-requests';

const sum = { files: 10, puts: 9, blocks: 25, lists: 1 };
const writes = { CopyBlob: 9, PutBlockFromURL: 25, PutBlockList: 1, GetBlobProperties: 10 };

it.each([
  ['copy', 'another account', 'far', { GetBlobProperties: 10, GetBlob: 34 }],
  ['move', 'another account', 'far', { GetBlobProperties: 10, GetBlob: 34, DeleteBlob: 10 }],
] as const)('a %s to %s writes there and reads here', (kind, _where, to, reads) => {
  const sent = copyRequests(sum, { kind, from: 'near', to });
  const at = (connectionId: string): Record<string, number> =>
    Object.fromEntries(
      sent.filter((one) => one.connectionId === connectionId).map(({ operation, requests }) => [operation, requests]),
    );
  expect(at('far')).toEqual(writes);
  expect(at('near')).toEqual(reads);
});

it.each([
  ['copy', 0],
  ['move', 10],
] as const)('a %s within an account reads nothing itself', (kind, deletions) => {
  const sent = copyRequests(sum, { kind, from: 'near', to: 'near' });
  const count = (operation: string): number =>
    sent.reduce((all, one) => all + (one.operation === operation ? one.requests : 0), 0);
  expect([count('CopyBlob'), count('GetBlobProperties'), count('GetBlob')]).toEqual([9, 20, 0]);
  expect(count('DeleteBlob')).toBe(deletions);
});
