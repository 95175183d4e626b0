import { expect, it } from 'vitest';
import { eagerSweeps } from './eager-sweeps';

it('limits garbage until it ends', () => {
  const flags: string[] = [];
  const change = eagerSweeps((flag) => flags.push(flag));
  change.begin();
  change.end();
  expect(flags).toEqual(['--heap-growing-percent=40', '--heap-growing-percent=0']);
});
