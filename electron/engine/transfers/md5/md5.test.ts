import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { describe, expect, it, vi, onTestFinished } from 'vitest';
import { type Md5Lanes, compileMd5, createMd5Lanes, type Md5s, createMd5s, groupsOf } from './md5';
import { lanes, laneBytes } from './md5-program';

const message = (length: number): Uint8Array => new Uint8Array(length).fill(length % 251);
const reference = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('base64');

const noRoom = (): never => {
  throw new RangeError('could not allocate memory');
};

/** Lanes that record how many messages they received each time. */
function watchedLanes() {
  const real = createMd5Lanes(compileMd5() ?? expect.unreachable('The runtime has no vectors.'));
  return vi.fn<Md5Lanes>((messages) => real(messages));
}

describe.each<keyof Md5s>(['ofRead', 'ofReceived'])('what is asked for at one moment, %s', (kind) => {
  it('is answered to whom it belongs, computed together', async () => {
    const md5s = watchedLanes();
    const request = createMd5s(() => md5s)[kind];
    const messages = Array.from({ length: 2 * lanes }, (_, index) => message(1_000 + index));
    const answers = await Promise.all(messages.map(request));
    expect(answers.map(({ md5 }) => md5)).toEqual(messages.map(reference));
    expect(md5s.mock.calls.map(([given]) => given.length)).toEqual([lanes, lanes]);
  });

  it('is hashed as usual where it is alone', async () => {
    const open = vi.fn(() => null);
    expect((await createMd5s(open)[kind](message(70))).md5).toBe(reference(message(70)));
    expect(open).not.toHaveBeenCalled();
  });

  it.each([
    ['there are no lanes', () => null],
    ['there is no room for them', noRoom],
  ])('is hashed as usual when %s, which is evaluated once', async (_why, answer) => {
    const open = vi.fn<() => Md5Lanes | null>(answer);
    const request = createMd5s(open)[kind];
    const messages = Array.from({ length: 30 }, (_, index) => message(100 + index));
    for (let turn = 0; turn < 2; turn += 1) {
      const answers = await Promise.all(messages.map(request));
      expect(answers.map(({ md5 }) => md5)).toEqual(messages.map(reference));
    }
    expect(open).toHaveBeenCalledTimes(1);
  });
});

it('hashing: waits for bytes received in the same event loop iteration, and not for bytes read', async () => {
  const md5s = watchedLanes();
  const { ofRead, ofReceived } = createMd5s(() => md5s);
  const requestInTwoParts = async (request: Md5s['ofRead']) => {
    const first = Array.from({ length: 6 }, () => request(message(500)));
    await Promise.resolve();
    const second = Array.from({ length: 6 }, () => request(message(500)));
    await Promise.all([...first, ...second]);
    return md5s.mock.calls.splice(0).map(([given]) => given.length);
  };
  expect(await requestInTwoParts(ofReceived)).toEqual([12]);
  expect(await requestInTwoParts(ofRead)).toEqual([6, 6]);
});

describe('groups', () => {
  const requested = fc.array(
    fc.nat(5_000).map((length) => ({ bytes: message(length) })),
    { maxLength: 40 },
  );

  it('contain everything once, and never exceed the number of lanes', () => {
    fc.assert(
      fc.property(requested, (all) => {
        const groups = groupsOf(all);
        expect(new Set(groups.flat())).toEqual(new Set(all));
        expect(groups.flat()).toHaveLength(all.length);
        expect(Math.max(0, ...groups.map((group) => group.length))).toBeLessThanOrEqual(lanes);
      }),
    );
  });

  it('exclude messages far longer than the rest, and sets that are too small', () => {
    const lengthsOf = (...lengths: number[]) =>
      groupsOf(lengths.map((length) => ({ bytes: message(length) }))).map((group) =>
        group.map(({ bytes }) => bytes.length),
      );
    expect(lengthsOf(10, 10, 4_000, 10, 10)).toEqual([[4_000], [10, 10, 10, 10]]);
    expect(lengthsOf(64, 64, 64)).toEqual([[64], [64], [64]]);
  });
});

const hexReference = (message: Uint8Array): string => createHash('md5').update(message).digest('hex');
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

// Cases in which padding needs an additional block, a lane's part is full, and messages meet others of equal length.
const edges = [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, laneBytes - 9, laneBytes - 8, laneBytes, laneBytes + 1];
const length = fc.oneof(fc.constantFrom(...edges), fc.nat(300), fc.nat(3 * laneBytes));

it('lanes: are missing when the runtime has no memory for their program', () => {
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
        expect(md5s(messages).map((digest) => digest.toString('hex'))).toEqual(messages.map(hexReference));
      }),
    );
  });

  it.each(edges)('each hold a message of %i bytes', (bytes) => {
    const messages = Array.from({ length: lanes }, (_, lane) => messageOf(bytes, lane));
    expect(openLanes()(messages).map((digest) => digest.toString('hex'))).toEqual(messages.map(hexReference));
  });
});
