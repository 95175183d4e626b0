// Breaks every restriction of the project once, in the place where it applies, and sees ESLint say so.
import { ESLint } from 'eslint';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const project = dirname(dirname(import.meta.dirname));
const header = '// Says what it is for.\n';

/** Type-aware rules need a file of the project; these restrictions do not, so they are checked without types. */
const eslint = new ESLint({
  cwd: project,
  overrideConfig: [
    {
      files: ['**/*.ts', '**/*.tsx'],
      languageOptions: { parserOptions: { project: null } },
    },
  ],
  ruleFilter: ({ ruleId }) => ruleId.startsWith('no-') || ruleId.startsWith('stowage/'),
});

async function complaints(path: string, code: string): Promise<readonly string[]> {
  const [result] = await eslint.lintText(code, { filePath: join(project, path) });
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message);
}

describe('restrictions', () => {
  it.each([
    ['shared/a.ts', 'export default 1;', 'no-restricted-syntax'],
    ['electron/main/a.ts', `import { ipcMain } from 'electron'; export { ipcMain };`, 'no-restricted-syntax'],
    [
      'electron/preload/a.ts',
      `import { ipcRenderer } from 'electron'; export { ipcRenderer };`,
      'no-restricted-syntax',
    ],
    ['renderer/app/a.tsx', 'export const api = window.stowage;', 'no-restricted-syntax'],
    ['renderer/app/a.ts', 'export const sorted = [2, 1].toSorted();', 'no-restricted-syntax'],
    ['electron/engine/a.ts', 'export function a(fast: boolean) { return fast; }', 'no-restricted-syntax'],
    ['electron/engine/a.ts', 'export const both = AbortSignal.any([]);', 'no-restricted-syntax'],
    ['electron/engine/a.ts', 'export const copy = structuredClone({});', 'no-restricted-globals'],
    ['electron/engine/a.ts', `import 'node:readline/promises';`, 'no-restricted-imports'],
    ['electron/engine/a.ts', 'console.log(1);', 'no-console'],
    ['shared/a.ts', '// TODO later\nexport const a = 1;', 'no-warning-comments'],
  ])('%s: %s', async (path, code, rule) => {
    expect(new Set(await complaints(path, header + code))).toEqual(new Set([rule]));
  });

  it('asks every module for a header', async () => {
    expect(await complaints('shared/a.ts', 'export const a = 1;')).toEqual(['stowage/module-header']);
  });

  it.each([
    ['electron/main/page/ipc.ts', `import { ipcMain } from 'electron'; export { ipcMain };`],
    ['electron/preload/index.ts', `import { ipcRenderer } from 'electron'; export { ipcRenderer };`],
    ['renderer/bridge/a.ts', 'export const api = window.stowage;'],
    ['electron/engine/a.test.ts', 'export const copy = structuredClone({});'],
    ['renderer/app/a.ts', 'export const copy = structuredClone({});'],
    ['electron/engine/a.ts', 'export const first = Promise.any([]);'],
  ])('%s is the place for it', async (path, code) => {
    expect(await complaints(path, header + code)).toEqual([]);
  });

  it('cannot be switched off by a comment', async () => {
    const code = `${header}// eslint-disable-next-line no-console\nconsole.log(1);`;
    expect(await complaints('shared/a.ts', code)).toContain('no-console');
  });
});
