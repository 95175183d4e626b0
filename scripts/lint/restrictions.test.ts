// Breaks every restriction of the project once, at the path where it applies, and expects the linter to report it; code
// that is reported nowhere is reported here.
import { execFile, execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const project = dirname(dirname(import.meta.dirname));
const header = '// Says what it is for.\n';
const here = 'stowage/restrictions';

const wrong: readonly (readonly [folder: string, code: string, rule: string, extension?: string])[] = [
  ['shared', 'export default 1;', here],
  ['electron/main', `import { ipcMain } from 'electron'; export { ipcMain };`, here],
  ['electron/preload', `import { ipcRenderer } from 'electron'; export { ipcRenderer };`, here],
  ['renderer/app', 'export const api = window.stowage;', here, 'tsx'],
  ['renderer/app', `export const size = localStorage.getItem('size');`, here],
  ['electron/engine', 'export function a(fast: boolean) { return fast; }', here],
  ['electron/engine', 'export function a(fast = true) { return fast; }', here],
  ['electron/engine', 'export enum Colour { red }', here],
  ['shared', 'export const a = { ...{ b: 1 } };', here],
  ['renderer/app', 'export const A = () => <p {...{ hidden: true }} />;', here, 'tsx'],
  ['electron/engine', `export const answer = fetch('http://127.0.0.1');`, 'eslint/no-restricted-globals'],
  ['shared', 'export const keptRows = 1;', 'stowage/plain-terms'],
  ['renderer/app', 'export const spell = (words: string): string => words;', 'stowage/plain-terms'],
  ['shared', 'export interface Page { readonly mostRows: number }', 'stowage/plain-terms'],
  ['electron/engine', `import 'node:test';`, 'eslint/no-restricted-imports'],
  ['electron/engine', 'console.log(1);', 'eslint/no-console'],
  ['shared', '// TODO later\nexport const a = 1;', 'eslint/no-warning-comments'],
  [
    'renderer/app',
    `import { useEffect, useState } from 'react';\nexport function useIt(on: number): void {\n  if (on > 1) useState(1);\n  useEffect(() => undefined);\n}`,
    'react-hooks/rules-of-hooks',
    'tsx',
  ],
  [
    'renderer/app',
    `import type { ReactElement } from 'react';\nexport function Now(): ReactElement {\n  return <p>{Math.random()}</p>;\n}`,
    'react/purity',
    'tsx',
  ],
];

const right: readonly (readonly [path: string, code: string])[] = [
  ['electron/engine/a.test.ts', `export const answer = fetch('http://127.0.0.1');`],
  ['shared/b.ts', 'export const rows = { atLeast: 1, mostRecent: 2 };'],
  ['electron/engine/a.ts', 'export const both = AbortSignal.any([]);'],
  ['renderer/app/b.ts', 'export const sorted = [2, 1].toSorted();'],
  ['electron/main/page/ipc.ts', `import { ipcMain } from 'electron'; export { ipcMain };`],
  ['electron/preload/index.ts', `import { ipcRenderer } from 'electron'; export { ipcRenderer };`],
  ['renderer/bridge/a.ts', 'export const api = window.stowage;'],
  ['renderer/app/a.tsx', `const name = 'data-words';\nexport const A = () => <p {...{ [name]: 'b' }} />;`],
  ['renderer/storage/a.ts', `export const size = localStorage.getItem('size');`],
];

const wrongPath = (place: number): string => `${wrong[place]?.[0]}/wrong${place}.${wrong[place]?.[3] ?? 'ts'}`;

describe('restrictions', () => {
  let folder: string;
  let complaints: ReadonlyMap<string, ReadonlySet<string>>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'stowage-restrictions-'));
    const write = (path: string, code: string): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), code);
    };
    copyFileSync(join(project, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    symlinkSync(join(project, 'scripts'), join(folder, 'scripts'));
    for (const [place, [, code]] of wrong.entries()) write(wrongPath(place), header + code);
    for (const [path, code] of right) write(path, header + code);
    write('shared/bare.ts', 'export const a = 1;');
    complaints = await lint(folder);
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each(wrong.map(([, code, rule], place) => [wrongPath(place), rule, code] as const))('%s: %s', (path, rule) => {
    expect(complaints.get(path)).toEqual(new Set([rule]));
  });

  it('requires a header in every module', () => {
    expect(complaints.get('shared/bare.ts')).toEqual(new Set(['stowage/module-header']));
  });

  it.each(right)('%s is the module that may use it', (path) => {
    expect(complaints.get(path)).toBeUndefined();
  });
});

it('are switched off by no comment', () => {
  const switches = /(?:eslint|oxlint)-(?:disable|enable)/;
  const tracked = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.mts', '*.mjs', '*.cjs'], { cwd: project });
  const paths = tracked
    .toString()
    .split('\0')
    .filter((path) => path !== '' && path !== 'scripts/lint/restrictions.test.ts');
  expect(paths.length).toBeGreaterThan(1_000);
  expect(paths.filter((path) => switches.test(readFileSync(join(project, path), 'utf8')))).toEqual([]);
});

/** The rules that each file breaks; files that break none are not in it. */
async function lint(folder: string): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const args = [join(project, 'node_modules/oxlint/bin/oxlint'), '--format=json', '.'];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder }, (_error, stdout) => resolve(stdout));
  });
  const { diagnostics } = JSON.parse(output) as {
    readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
  };
  const found = new Map<string, Set<string>>();
  for (const { code, filename } of diagnostics) {
    const rules = found.get(filename) ?? new Set();
    found.set(filename, rules.add(code.replace(/\((.+)\)$/, '/$1')));
  }
  return found;
}
