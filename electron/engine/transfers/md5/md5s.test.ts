import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type Md5Lanes, compileMd5, createMd5Lanes } from './md5-lanes';
import { lanes } from './md5-program';
import { type Md5s, createMd5s, groupsOf } from './md5s';

const message = (length: number): Uint8Array => new Uint8Array(length).fill(length % 251);
const reference = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('base64');

const noRoom = (): never => {
  throw new RangeError('could not allocate memory');
};

/** Lanes that tell how many messages they were given each time. */
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
  ])('is hashed as usual where %s, which is asked once', async (_why, answer) => {
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

it('what was received waits for what comes in the same turn, and what was read does not', async () => {
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

  it('hold everything once, and never more than there are lanes', () => {
    fc.assert(
      fc.property(requested, (all) => {
        const groups = groupsOf(all);
        expect(new Set(groups.flat())).toEqual(new Set(all));
        expect(groups.flat()).toHaveLength(all.length);
        expect(Math.max(0, ...groups.map((group) => group.length))).toBeLessThanOrEqual(lanes);
      }),
    );
  });

  it('leave alone what is far longer than the rest, and what is too few', () => {
    const lengthsOf = (...lengths: number[]) =>
      groupsOf(lengths.map((length) => ({ bytes: message(length) }))).map((group) =>
        group.map(({ bytes }) => bytes.length),
      );
    expect(lengthsOf(10, 10, 4_000, 10, 10)).toEqual([[4_000], [10, 10, 10, 10]]);
    expect(lengthsOf(64, 64, 64)).toEqual([[64], [64], [64]]);
  });
});
