// Uses of deprecated APIs are found where they occur, in the requested files.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { deprecatedUses } from './deprecations.mjs';

it('names each use with its file and line', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stowage-deprecated-'));
  try {
    const write = (name: string, lines: readonly string[]): void => writeFileSync(join(folder, name), lines.join('\n'));
    const program = ["import { dated } from './old';", 'export const late = dated();'];
    write('tsconfig.json', ['{ "compilerOptions": { "lib": ["ES2022"], "types": [] }, "include": ["*.ts"] }']);
    write('old.ts', ['/** @deprecated */', 'export function dated(): number {', '  return 1;', '}']);
    write('ours.ts', program);
    write('theirs.ts', program);
    const found = deprecatedUses(join(folder, 'tsconfig.json'), (path) => path.endsWith('/ours.ts'));
    expect(found).toEqual([
      expect.stringMatching(/ours\.ts:1 'dated' is deprecated/),
      expect.stringMatching(/ours\.ts:2 .*'dated' is deprecated/),
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
