// Whatever a folder holds, its files come in the order of their blob names, each once.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { localSegments } from '../plan/names';
import { walkInKeyOrder } from './verify-walk';

// What sorts before the slash and behind it, and what a disk keeps in an encoded form.
const segment = fc.string({
  unit: fc.constantFrom('a', 'b', 'B', '-', '!', '0', 'ü', '%', '日'),
  minLength: 1,
  maxLength: 3,
});
const long = fc.constantFrom('x'.repeat(300), `${'x'.repeat(300)}-`, 'x'.repeat(254), `${'x'.repeat(254)}!`);
const names = fc.array(
  fc.array(fc.oneof({ weight: 8, arbitrary: segment }, { weight: 1, arbitrary: long }), { minLength: 1, maxLength: 3 }),
  { minLength: 1, maxLength: 40 },
);

it.each(['plain', 'decoded'] as const)('comes in the order of %s names', async (kind) => {
  await fc.assert(
    fc.asyncProperty(names, async (chosen) => {
      const folder = await mkdtemp(join(tmpdir(), 'stowage-walk-'));
      try {
        const wanted: string[] = [];
        for (const name of chosen.map((parts) => parts.join('/'))) {
          const segments = kind === 'plain' ? name.split('/') : localSegments(name, 'posix');
          const path = join(folder, ...segments);
          // A file is in the way of the folder, or the folder of the file, or the disk takes no such name.
          const isMade = await mkdir(dirname(path), { recursive: true }).then(
            () =>
              writeFile(path, 'x', { flag: 'wx' }).then(
                () => true,
                () => false,
              ),
            () => false,
          );
          if (isMade) wanted.push(name);
        }
        const found: string[] = [];
        const reported: string[] = [];
        const ports = {
          names: kind,
          onProblem: (path: string) => void reported.push(path),
          onLeftOut: (path: string) => void reported.push(path),
          signal: new AbortController().signal,
        };
        for await (const files of walkInKeyOrder(folder, ports)) found.push(...files.map(({ name }) => name));
        expect(reported).toEqual([]);
        // A long name beside a longer one, of which the disk holds a part, may come too late.
        const isOrdered = wanted.every((name) => name.split('/').every((part) => part.length <= 240));
        expect(isOrdered ? found : [...found].sort()).toEqual([...wanted].sort());
      } finally {
        await rm(folder, { recursive: true });
      }
    }),
    { numRuns: 30 },
  );
});
