import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { mostRefusals } from '../../azure/failures/refusals';
import { RefusedChoices } from './refused-choices';

const denied = new StowageError('auth.denied', 'No.');
const told = (steps: ReturnType<RefusedChoices['settle']>): (readonly [string, unknown])[] =>
  [...steps].flat().map(({ problem: { source, error } }) => [source, error.context.others]);
async function* pagesThatFail(): AsyncGenerator<string> {
  yield 'a page';
  await Promise.reject(denied);
}

describe('what a person chose and the service refuses to show', () => {
  it('fails alone once something that was asked for later is shown by the same right', () => {
    const refused = new RefusedChoices();
    expect(refused.putAside('read', 'a', 'a', denied)).toBe(true);
    expect(told(refused.shown('list', refused.now))).toEqual([]);
    expect(told(refused.shown('read', refused.now - 1))).toEqual([]);
    expect(told(refused.shown('read', refused.now))).toEqual([['a', 'accepted']]);
  });

  it('ends the plan where nothing else is shown, unless a person insists', () => {
    const refused = new RefusedChoices('no');
    refused.putAside('read', 'a', 'a', denied);
    expect(() => told(refused.settle())).toThrow(denied);
    const insisted = new RefusedChoices('yes');
    insisted.putAside('read', 'a', 'a', denied);
    expect(told(insisted.settle())).toEqual([['a', undefined]]);
  });

  it('lets the plan of a person who insists come to its end, however much is refused in a row', () => {
    const refused = new RefusedChoices('yes');
    const all = Array.from({ length: 2 * mostRefusals + 5 }, (_, number) => String(number));
    for (const name of all) expect(refused.putAside('read', name, name, denied)).toBe(true);
    expect(told(refused.settle()).map(([name]) => name)).toEqual(all);
    expect(told(refused.settle())).toEqual([]);
  });

  it('is not put aside where a listing breaks off in its middle, or the credential is what is refused', async () => {
    const refused = new RefusedChoices();
    const pages = refused.unlessRefused(pagesThatFail(), { source: 'a', target: 'a' });
    await pages.next();
    await expect(pages.next()).rejects.toThrow(denied);
    const expired = new StowageError('auth.sas-expired', 'No.');
    expect(refused.putAside('read', 'a', 'a', expired)).toBe(false);
    expect(told(refused.settle())).toEqual([]);
  });
});
