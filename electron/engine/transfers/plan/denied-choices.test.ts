import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { maxRejections } from '../../azure/failures/rejection-tally';
import { DeniedChoices } from './denied-choices';

const denied = new StowageError('auth.denied', 'No.');
const problemsOf = (steps: ReturnType<DeniedChoices['settle']>): (readonly [string, unknown])[] =>
  [...steps].flat().map(({ problem: { source, error } }) => [source, error.context.others]);
async function* pagesThatFail(): AsyncGenerator<string> {
  yield 'a page';
  await Promise.reject(denied);
}

describe('what a person chose and the service refuses to show', () => {
  it('fails alone once something that was asked for later is shown by the same right', () => {
    const choices = new DeniedChoices();
    expect(choices.putAside('read', 'a', 'a', denied)).toBe(true);
    expect(problemsOf(choices.shown('list', choices.now))).toEqual([]);
    expect(problemsOf(choices.shown('read', choices.now - 1))).toEqual([]);
    expect(problemsOf(choices.shown('read', choices.now))).toEqual([['a', 'accepted']]);
  });

  it('ends the plan where nothing else is shown, unless a person insists', () => {
    const choices = new DeniedChoices('no');
    choices.putAside('read', 'a', 'a', denied);
    expect(() => problemsOf(choices.settle())).toThrow(denied);
    const insisted = new DeniedChoices('yes');
    insisted.putAside('read', 'a', 'a', denied);
    expect(problemsOf(insisted.settle())).toEqual([['a', undefined]]);
  });

  it('lets the plan of a person who insists come to its end, however much is refused in a row', () => {
    const choices = new DeniedChoices('yes');
    const all = Array.from({ length: 2 * maxRejections + 5 }, (_, number) => String(number));
    for (const name of all) expect(choices.putAside('read', name, name, denied)).toBe(true);
    expect(problemsOf(choices.settle()).map(([name]) => name)).toEqual(all);
    expect(problemsOf(choices.settle())).toEqual([]);
  });

  it('is not put aside where a listing breaks off in its middle, or the credential is what is refused', async () => {
    const choices = new DeniedChoices();
    const pages = choices.unlessDenied(pagesThatFail(), { source: 'a', target: 'a' });
    await pages.next();
    await expect(pages.next()).rejects.toThrow(denied);
    const expired = new StowageError('auth.sas-expired', 'No.');
    expect(choices.putAside('read', 'a', 'a', expired)).toBe(false);
    expect(problemsOf(choices.settle())).toEqual([]);
  });
});
