// A program that breaks some of the rules that ask types is caught.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const project = dirname(dirname(import.meta.dirname));
const configPath = join(project, '.oxlintrc.json');

describe('the rules that ask types', () => {
  it('report violations', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stowage-typed-rules-'));
    try {
      writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true }, "include": ["*.ts"] }');
      const lines = [
        'async function read(): Promise<number> { return Promise.resolve(1); }',
        'read();',
        'const text: string = JSON.parse("1");',
        'if (read()) [1].forEach(async () => { await read(); });',
        'export const told = `${[text, {}]}`;',
      ];
      writeFileSync(join(folder, 'wrong.ts'), lines.join('\n'));
      expect(await complaints(folder)).toEqual([
        'no-base-to-string',
        'no-floating-promises',
        'no-misused-promises',
        'no-unsafe-assignment',
        'restrict-template-expressions',
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

async function complaints(folder: string): Promise<readonly string[]> {
  const oxlint = join(project, 'node_modules/oxlint/bin/oxlint');
  const args = [oxlint, '--type-aware', '--config', configPath, '--format=unix', folder];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: project }, (_error, stdout) => resolve(stdout));
  });
  const names = output.matchAll(/typescript\(([a-z-]+)\)/g);
  return [...new Set(Array.from(names, ([, name]) => name ?? ''))].sort();
}
