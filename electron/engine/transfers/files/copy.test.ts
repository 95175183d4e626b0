import { expect, it } from 'vitest';
import { CopyWays } from './copy';

it('copy methods: remain open to other blobs until a denied blob was copied through this computer', () => {
  const ways = new CopyWays();
  const one = ways.ofOne();
  one.rejected('whole', 'all');
  expect([one.isOpen('whole'), ways.ofOne().isOpen('whole')]).toEqual([false, true]);
  one.carried();
  expect([ways.ofOne().isOpen('whole'), ways.ofOne().isOpen('blocks')]).toEqual([false, true]);
  const other = new CopyWays();
  const both = other.ofOne();
  both.rejected('whole', 'all');
  both.rejected('blocks', 'all');
  both.carried();
  expect([other.ofOne().isOpen('whole'), other.ofOne().isOpen('blocks')]).toEqual([false, false]);
});

it('copy ways: stay open when the service cannot copy one particular blob', () => {
  const ways = new CopyWays();
  const one = ways.ofOne();
  one.rejected('whole', 'one');
  one.carried();
  expect([one.isOpen('whole'), ways.ofOne().isOpen('whole')]).toEqual([true, true]);
});
