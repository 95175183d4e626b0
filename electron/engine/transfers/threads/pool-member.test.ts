import { expect, it } from 'vitest';
import { sentence } from '@shared/error-text';
import { lostTwice } from './pool-member';

it('reports why a task lost its thread twice, and what to do', () => {
  const outOfMemory = Object.assign(new Error('limit'), { code: 'ERR_WORKER_OUT_OF_MEMORY' });
  expect(sentence(lostTwice(outOfMemory))).toContain('ran out of memory');
  expect(sentence(lostTwice(outOfMemory))).toContain('fewer concurrent requests or smaller blocks');
  expect(sentence(lostTwice(137))).toContain('ended with code 137, and again');
  expect(sentence(lostTwice(new TypeError('odd')))).toContain('ended, and again');
});
