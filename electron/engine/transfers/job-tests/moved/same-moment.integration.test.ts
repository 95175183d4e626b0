// Transfers that begin in the same moment and write the same names, in one engine and in two: none replaces what the other
// stored, whatever either knew when it began.
import { randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KiB } from '@shared/units';
import { held, smallBlocks, startUpload } from '../../fixtures/start-jobs';
import { useBench } from '../../fixtures/use-bench';

const { bench } = useBench();

/** A room that knows nothing of the jobs of the other. */
const elsewhere = () => bench.roomWith({ stateDir: join(bench.folder, 'elsewhere') });

describe.each(['one engine', 'two engines'])('two uploads of one name in %s', (engines) => {
  describe.each([
    ['in one request', 10 * KiB],
    ['in blocks', 600 * KiB],
  ])('%s', (_, bytes) => {
    const both = async (overwrite: 'never' | 'rename') => {
      const paths = [await bench.file('left/scan.bin', bytes), await bench.file('right/scan.bin', bytes)];
      const rooms = [bench.transfers, engines === 'one engine' ? bench.transfers : elsewhere()];
      const started = paths.map((path, at) => startUpload(bench, [path], { ...smallBlocks, overwrite }, rooms[at]));
      const summaries = await Promise.all((await Promise.all(started)).map(({ ended }) => ended));
      return { summaries, contents: await Promise.all(paths.map((path) => readFile(path))) };
    };
    const isOneOf = (found: Buffer, contents: readonly Buffer[]): number =>
      contents.findIndex((one) => one.equals(found));

    it('retain the first under "never"', async () => {
      const { summaries, contents } = await both('never');
      const winner = isOneOf(await held(bench, 'scan.bin'), contents);
      expect(winner).toBeGreaterThanOrEqual(0);
      expect(summaries[winner]).toMatchObject({ state: 'done', files: 1, skipped: 0 });
      expect(summaries[1 - winner]).toMatchObject({ state: 'done', files: 0, skipped: 1 });
    });

    it('retain both under "rename"', async () => {
      const { summaries, contents } = await both('rename');
      for (const summary of summaries) expect(summary).toMatchObject({ state: 'done', files: 1, skipped: 0 });
      const found = [await held(bench, 'scan.bin'), await held(bench, 'scan (1).bin')];
      expect(found.map((one) => isOneOf(one, contents)).sort()).toEqual([0, 1]);
    });
  });
});

describe.each(['one engine', 'two engines'])('two downloads to one name in %s', (engines) => {
  it.each([
    ['never', 10 * KiB],
    ['rename', 10 * KiB],
    ['never', 600 * KiB],
    ['rename', 600 * KiB],
  ] as const)('replace nothing under "%s" with %i bytes', async (overwrite, bytes) => {
    const contents = [randomBytes(bytes), randomBytes(bytes)];
    const rooms = [bench.transfers, engines === 'one engine' ? bench.transfers : elsewhere()];
    for (const [at, content] of contents.entries()) {
      await bench.container.getBlockBlobClient(`${at}/scan.bin`).upload(content, bytes);
    }
    const started = rooms.map((room, at) =>
      room.downloadTo({
        connectionId: 'test',
        container: bench.container.containerName,
        targetDir: join(bench.folder, 'target'),
        selection: [{ kind: 'prefix', prefix: `${at}/`, as: '' }],
        options: bench.options({ ...smallBlocks, overwrite }),
      }),
    );
    const summaries = await Promise.all((await Promise.all(started)).map(({ ended }) => ended));
    const names = await readdir(join(bench.folder, 'target'));
    const found = await Promise.all(names.map((name) => readFile(join(bench.folder, 'target', name))));
    const whose = found.map((one) => contents.findIndex((content) => content.equals(one)));
    expect(whose.sort()).toEqual(overwrite === 'rename' ? [0, 1] : whose);
    expect(whose).not.toContain(-1);
    expect(summaries.reduce((sum, { files }) => sum + files, 0)).toBe(whose.length);
    expect(summaries.map(({ state }) => state)).toEqual(['done', 'done']);
    expect(names.sort()).toEqual(overwrite === 'rename' ? ['scan (1).bin', 'scan.bin'] : ['scan.bin']);
  });
});
