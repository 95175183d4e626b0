// Bodies that arrive in the smallest pieces.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { AnswerBody } from './answer-body';

/** The collector, so that garbage of other tests is not measured. */
function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/** Bytes of objects and of the buffers that they hold. */
function memoryInUse(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

it.each(['lent', 'given'] as const)(
  'answer body: is whole, and takes little more memory than its length, when it arrives byte by byte (%s)',
  (memory) => {
    const bytes = 1_000_000;
    const body = new AnswerBody({});
    const collectGarbage = garbageCollector();
    collectGarbage();
    const before = memoryInUse();
    const piece = Buffer.from('x');
    for (let taken = 0; taken < bytes; taken += 1) body.take(piece, memory);
    collectGarbage();
    expect(memoryInUse() - before).toBeLessThan(2 * MiB);
    expect(body.whole().equals(Buffer.alloc(bytes, 'x'))).toBe(true);
  },
);

it('answer body: keeps the order of small and large pieces, and finds the code of a failure across them', () => {
  const body = new AnswerBody({});
  const pieces = ['<Error><Co', 'de>Inva', 'lidName</Code>', 'l'.repeat(5_000), 'a', 'b', 'm'.repeat(3_000), 'z'];
  for (const piece of pieces) body.take(Buffer.from(piece), 'lent');
  expect(body.beginning()).toContain('<Code>InvalidName</Code>');
  expect(body.whole().toString()).toBe(pieces.join(''));
  expect(body.cutTo(8_000)).toBe(true);
  expect(body.whole().toString()).toBe(pieces.join('').slice(0, 8_000));
});
