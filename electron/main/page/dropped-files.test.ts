import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { type DropPorts, maxDropped, registerDropped } from './dropped-files';

const fileAt = (path: string, bytes: number) => ({
  token: `token of ${path}`,
  name: path,
  kind: 'file' as const,
  bytes,
});
const ports: DropPorts = {
  register: (path) =>
    /lock|^[^/]/u.test(path)
      ? Promise.reject(new StowageError('local.denied', 'locked could not be read.', { context: { path: 'locked' } }))
      : Promise.resolve(fileAt(path, 1)),
  registerUnseen: (path) => fileAt(path, 0),
};

describe('dropped files', () => {
  it('get their tokens in the order of the drop', async () => {
    const picked = await registerDropped(['/b', '/a'], ports);
    expect(picked.map(({ token }) => token)).toEqual(['token of /b', 'token of /a']);
  });

  it('are all accepted when some cannot be inspected: using them reports these', async () => {
    expect(await registerDropped(['/locked', '/a', '/lock'], ports)).toEqual([
      fileAt('/locked', 0),
      fileAt('/a', 1),
      fileAt('/lock', 0),
    ]);
  });

  it.each([
    ['none of which can be looked at', ['/locked', '/lock']],
    ['one of which has no place on this machine', ['/a', 'locked']],
    ['one of which has a path that no file has', ['/a', '/lock\0ed']],
  ])('%s are rejected with the cause', async (_, paths) => {
    await expect(registerDropped(paths, ports)).rejects.toMatchObject({
      code: 'local.denied',
      context: { path: 'locked' },
    });
  });

  it('are rejected with an alternative when there are too many at once', async () => {
    const many = Array.from({ length: maxDropped + 1 }, () => '/a');
    await expect(registerDropped(many, ports)).rejects.toMatchObject({
      code: 'invalid.input',
      context: { fix: 'Drop their folder instead.' },
    });
  });

  it('are paths, and nothing else', async () => {
    await expect(registerDropped([7], ports)).rejects.toMatchObject({ code: 'invalid.refused' });
    await expect(registerDropped('/a', ports)).rejects.toMatchObject({ code: 'invalid.refused' });
  });
});
