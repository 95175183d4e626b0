// Lists that turn in circles end, whatever the length of the circle; lists that go on do not.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TokenProgress } from './token-progress';

it('token progress: ends a list whose tokens repeat, after a few rounds at most', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.integer({ min: 1, max: 40 }), (before, round) => {
      const progress = new TokenProgress({ container: 'box' });
      const tokenAt = (page: number): string => String(page < before ? page : before + ((page - before) % round));
      const follow = (): void => {
        for (let page = 0; page < before + 5 * round + 10 + 2 * before; page += 1) progress.follow(tokenAt(page));
      };
      expect(follow).toThrow(
        expect.objectContaining({ code: 'network.repeated-page', context: { container: 'box' } }) as Error,
      );
    }),
  );
});

it('token progress: follows ten thousand pages with ever new tokens', () => {
  const progress = new TokenProgress({});
  for (let page = 0; page < 10_000; page += 1) progress.follow(`page ${page}`);
});
