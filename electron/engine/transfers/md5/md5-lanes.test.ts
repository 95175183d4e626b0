import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { compileMd5, createMd5Lanes } from './md5-lanes';
import { laneBytes, lanes } from './md5-program';

const reference = (message: Uint8Array): string => createHash('md5').update(message).digest('hex');
const openLanes = () => createMd5Lanes(compileMd5() ?? expect.unreachable('The runtime has no vectors.'));

/** A message of so many bytes that is like no other. */
function messageOf(length: number, seed: number): Uint8Array {
  const message = new Uint8Array(length);
  let state = seed + 1;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    message[at] = state >>> 16;
  }
  return message;
}

// Where padding needs a block more, where a lane's part is full, and where messages meet others of their own length.
const edges = [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, laneBytes - 9, laneBytes - 8, laneBytes, laneBytes + 1];
const length = fc.oneof(fc.constantFrom(...edges), fc.nat(300), fc.nat(3 * laneBytes));

it('there are none where the runtime has no room for their program', () => {
  const { WebAssembly: wasm } = globalThis as unknown as { readonly WebAssembly: { Module: () => object } };
  const made = vi.spyOn(wasm, 'Module').mockImplementation(function () {
    throw new RangeError('no room');
  });
  onTestFinished(() => made.mockRestore());
  expect(compileMd5()).toBeNull();
});

describe('lanes', () => {
  it('give each of up to twelve messages of any lengths the MD5 that node gives it', () => {
    const md5s = openLanes();
    fc.assert(
      fc.property(fc.array(length, { maxLength: lanes }), fc.nat(), (lengths, seed) => {
        const messages = lengths.map((bytes, index) => messageOf(bytes, seed + index));
        expect(md5s(messages).map((digest) => digest.toString('hex'))).toEqual(messages.map(reference));
      }),
    );
  });

  it.each(edges)('each hold a message of %i bytes', (bytes) => {
    const messages = Array.from({ length: lanes }, (_, lane) => messageOf(bytes, lane));
    expect(openLanes()(messages).map((digest) => digest.toString('hex'))).toEqual(messages.map(reference));
  });
});
