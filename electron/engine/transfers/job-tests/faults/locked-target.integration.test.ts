// A download whose target cannot be replaced. Something is mounted there, which the system calls busy, as Windows does a
// file that another program has locked.
import { execFileSync } from 'node:child_process';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KiB, MiB } from '@shared/units';
import { canMountDisks } from '../../../../testing/small-disk';
import { isGet } from '../../fixtures/requests';
import { everything, useDownloads } from '../../fixtures/use-downloads';

const { bench, target, start, blob } = useDownloads();

describe.runIf(canMountDisks())('a target that is in use', () => {
  it.each([2 * MiB, 100])('remains, and the fetched file gets the name when it is free: %i bytes', async (bytes) => {
    const content = await blob('some.bin', bytes);
    const path = join(target(), 'some.bin');
    await mkdir(target());
    await writeFile(path, 'earlier');
    execFileSync('mount', ['--bind', path, path]);
    const job = await start([everything], { blockBytes: 256 * KiB, overwrite: 'always' });
    try {
      const summary = await job.ended;
      expect(summary).toMatchObject({ state: 'failed', files: 0, failedCount: 1 });
      expect(summary.failed).toMatchObject([{ code: 'local.denied', context: { path, systemCode: 'EBUSY' } }]);
      expect(await readFile(path, 'utf8')).toBe('earlier');
    } finally {
      execFileSync('umount', [path]);
    }
    // A file of a single request is fetched again, larger ones are not.
    const isSmall = bytes === 100;
    const temporary = (await readdir(target())).filter((name) => name.endsWith('.part'));
    expect(temporary).toHaveLength(isSmall ? 0 : 1);
    const before = bench.requests().length;
    expect(await (await bench.transfers.resume(job.jobId)).ended).toMatchObject({ state: 'done', files: 1 });
    expect(bench.requests().slice(before).filter(isGet)).toHaveLength(isSmall ? 1 : 0);
    expect(await readdir(target())).toEqual(['some.bin']);
    expect((await readFile(path)).equals(content)).toBe(true);
  });
});
