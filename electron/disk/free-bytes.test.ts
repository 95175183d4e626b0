import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freeBytesOf } from './free-bytes';

it('free bytes: are reported for an existing folder, and null for a missing one', async () => {
  expect(await freeBytesOf(tmpdir())).toBeGreaterThan(0);
  expect(await freeBytesOf(join(tmpdir(), 'stowage-is-not-here'))).toBeNull();
});
