import { afterEach, describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { replyTo } from './reply';

const bugs: string[] = [];
afterEach(() => bugs.splice(0));
const onBug = (error: StowageError): void => void bugs.push(error.code);

describe('the reply to a window', () => {
  it('has the value', async () => {
    expect(await replyTo(() => Promise.resolve(7), onBug)).toEqual({ t: 'done', id: 0, value: 7 });
  });

  it('has the failure with its code and cause, and never rejects', async () => {
    const denied = new StowageError('local.denied', 'a.txt could not be read.', { context: { cause: 'EACCES' } });
    expect(await replyTo(() => Promise.reject(denied), onBug)).toMatchObject({
      t: 'failed',
      error: { code: 'local.denied', context: { cause: 'EACCES' } },
    });
    expect(bugs).toEqual([]);
  });

  it('of an unexpected failure is logged too', async () => {
    const reply = await replyTo(() => Promise.reject(new TypeError('x')), onBug);
    expect(reply).toMatchObject({ t: 'failed', error: { code: 'bug.unexpected' } });
    expect(bugs).toEqual(['bug.unexpected']);
  });
});
