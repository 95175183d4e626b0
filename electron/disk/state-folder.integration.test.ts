import { chmod, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStateFolder, tightenStateFolder } from './state-folder';

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o7777).toString(8);

describe.skipIf(process.platform === 'win32')('state folder', () => {
  let top = '';
  let before = 0;
  beforeEach(async () => {
    // Nothing may depend on it.
    before = process.umask(0);
    top = await mkdtemp(join(tmpdir(), 'stowage-state-folder-'));
  });
  afterEach(async () => {
    process.umask(before);
    await rm(top, { recursive: true, force: true });
  });

  it('state folder: is created for its owner only, with the folders above it', async () => {
    expect(openStateFolder(join(top, 'a/b'))).toBe('private');
    expect([await modeOf(join(top, 'a')), await modeOf(join(top, 'a/b'))]).toEqual(['700', '700']);
  });

  it('state folder: is tightened with everything in it where an earlier version left it open', async () => {
    const folder = join(top, 'state');
    await mkdir(join(folder, 'jobs/deep'), { recursive: true, mode: 0o777 });
    await writeFile(join(folder, 'connections.json'), '{}', { mode: 0o644 });
    await writeFile(join(folder, 'jobs/deep/1.jsonl'), '', { mode: 0o664 });
    await writeFile(join(top, 'theirs'), '', { mode: 0o644 });
    await symlink(join(top, 'theirs'), join(folder, 'jobs/link'));
    await symlink(join(top, 'gone'), join(folder, 'jobs/dangling'));
    expect(tightenStateFolder(folder)).toBe('tightened');
    const modes = ['', 'connections.json', 'jobs', 'jobs/deep', 'jobs/deep/1.jsonl'].map((name) => join(folder, name));
    expect(await Promise.all(modes.map(modeOf))).toEqual(['700', '600', '700', '700', '600']);
    expect(await modeOf(join(top, 'theirs')), 'where a link leads').toBe('644');
    expect(tightenStateFolder(folder)).toBe('private');
  });

  it('state folder: an empty one that is open is tightened', async () => {
    await chmod(top, 0o755);
    expect(openStateFolder(top)).toBe('tightened');
    expect(await modeOf(top)).toBe('700');
  });

  it.each([
    ['holds only other things', 0o755, 'thesis.tex'],
    ['is shared on purpose by its sticky bit', 0o1777, 'connections.json'],
    ['is shared with a group on purpose', 0o2770, 'connections.json'],
  ])('state folder: is reported and left alone when it %s', async (_, mode, name) => {
    const folder = join(top, 'mixed');
    await mkdir(folder);
    await writeFile(join(folder, name), '');
    await chmod(folder, mode);
    expect(openStateFolder(folder)).toBe('open');
    expect(await modeOf(folder)).toBe(mode.toString(8));
  });

  it('state folder: counts as private while it is missing', () => {
    expect(tightenStateFolder(join(top, 'missing'))).toBe('private');
  });
});
