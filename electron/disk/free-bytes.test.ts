import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freeBytesOf } from './free-bytes';

it('a folder of this machine has free bytes, and one that does not exist has none to tell', async () => {
  expect(await freeBytesOf(tmpdir())).toBeGreaterThan(0);
  expect(await freeBytesOf(join(tmpdir(), 'stowage-is-not-here'))).toBeNull();
});
