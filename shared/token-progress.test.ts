// Lists that turn in circles end, whatever the length of the circle; lists that go on do not.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TokenProgress, maxEmptyListPages, maxEmptyScanPages } from './token-progress';

it('token progress: ends a list whose tokens repeat, after a few rounds at most', () => {
  fc.assert(
    fc.property(fc.nat(40), fc.integer({ min: 1, max: 40 }), (before, round) => {
      const progress = new TokenProgress({ container: 'box' });
      const tokenAt = (page: number): string => String(page < before ? page : before + ((page - before) % round));
      const follow = (): void => {
        for (let page = 0; page < before + 5 * round + 10 + 2 * before; page += 1) progress.follow(tokenAt(page), 1);
      };
      expect(follow).toThrow(
        expect.objectContaining({ code: 'network.repeated-page', context: { container: 'box' } }) as Error,
      );
    }),
  );
});

it('token progress: follows ever new tokens while entries come now and then', () => {
  const progress = new TokenProgress({});
  for (let page = 0; page < 3 * maxEmptyListPages; page += 1) {
    progress.follow(`page ${page}`, page % (maxEmptyListPages - 1) === 0 ? 1 : 0);
  }
});

it.each([
  ['a list', {}, maxEmptyListPages],
  ['a scan', { max: maxEmptyScanPages }, maxEmptyScanPages],
])('token progress: ends %s whose pages stay empty, and reports them before', (_, options, max) => {
  const notices: number[] = [];
  const progress = new TokenProgress({ container: 'box' }, { ...options, onNotice: (pages) => notices.push(pages) });
  let pages = 0;
  const follow = (): void => {
    for (; pages < 2 * max; pages += 1) progress.follow(`page ${pages}`, pages === 0 ? 5 : 0);
  };
  expect(follow).toThrow(
    expect.objectContaining({
      code: 'network.repeated-page',
      context: { container: 'box', emptyPages: max },
    }) as Error,
  );
  expect(pages).toBe(max);
  expect(notices.slice(0, 2)).toEqual([500, 1000]);
});
