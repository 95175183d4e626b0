import { expect, it } from 'vitest';
import type { BlobItem } from '@shared/model/blob';
import { ArchivedBlobs } from './preflight-kinds';

const blob = (name: string, tier: string): BlobItem => ({ name, tier }) as BlobItem;

it('rejects each file of an archived blob, and no other', () => {
  const archived = new ArchivedBlobs();
  archived.plan(blob('cold.bin', 'Archive'));
  archived.plan(blob('cold.bin', 'Archive'));
  archived.plan(blob('warm.bin', 'Hot'));
  const rejections = ['cold.bin', 'warm.bin', 'cold.bin', 'cold.bin'].map((name) => archived.rejectionOf(name)?.code);
  expect(rejections).toEqual(['conflict.archived', undefined, 'conflict.archived', undefined]);
});
