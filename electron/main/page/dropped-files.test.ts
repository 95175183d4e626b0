import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { mostDropped, registerDropped } from './dropped-files';

const register = (path: string) =>
  path === '/locked'
    ? Promise.reject(new StowageError('local.denied', 'locked could not be read.', { context: { path: 'locked' } }))
    : Promise.resolve({ token: `token of ${path}`, name: path, kind: 'file' as const, bytes: 1 });

describe('dropped files', () => {
  it('get their tokens in the order of the drop', async () => {
    const picked = await registerDropped(['/b', '/a'], register);
    expect(picked.map(({ token }) => token)).toEqual(['token of /b', 'token of /a']);
  });

  it('of which one cannot be read are refused with its cause', async () => {
    await expect(registerDropped(['/a', '/locked'], register)).rejects.toMatchObject({
      code: 'local.denied',
      context: { path: 'locked' },
    });
  });

  it('that are too many at once are refused with what to do instead', async () => {
    const many = Array.from({ length: mostDropped + 1 }, () => '/a');
    await expect(registerDropped(many, register)).rejects.toMatchObject({
      code: 'invalid.input',
      context: { fix: 'Drop the folder that they are in.' },
    });
  });

  it('are paths, and nothing else', async () => {
    await expect(registerDropped([7], register)).rejects.toMatchObject({ code: 'invalid.refused' });
    await expect(registerDropped('/a', register)).rejects.toMatchObject({ code: 'invalid.refused' });
  });
});
