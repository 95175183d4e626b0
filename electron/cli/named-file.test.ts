import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { textOfNamedFile } from './named-file';

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
