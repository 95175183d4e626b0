import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MiB } from '@shared/units';
import { textOfNamedFile } from './named-file';

it.skipIf(process.platform === 'win32')(
  'reads no more of a file than its limit, even of one without an end',
  async () => {
    await expect(textOfNamedFile('--types', '/dev/zero', MiB)).rejects.toMatchObject({
      code: 'invalid.input',
      context: { field: '--types', problem: '"/dev/zero" is larger than 1 MiB.' },
    });
  },
);

it('distinguishes a folder from a missing file, by the name of the option', async () => {
  await expect(textOfNamedFile('--types', tmpdir())).rejects.toMatchObject({
    code: 'invalid.input',
    context: { field: '--types', problem: `"${tmpdir()}" is a folder.` },
  });
  const absent = join(tmpdir(), 'no-such-folder', 'types.json');
  await expect(textOfNamedFile('--types', absent)).rejects.toMatchObject({
    code: 'local.not-found',
    context: { path: absent },
  });
});
