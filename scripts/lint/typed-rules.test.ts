// Nothing falls between the two linters: each rule of typescript-eslint's strict and stylistic sets is asked for by one
// of them or left out here with its reason; and a program that breaks some is caught.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';

const project = dirname(dirname(import.meta.dirname));
const configPath = join(project, '.oxlintrc.json');
const { config } = ts.parseConfigFileTextToJson(configPath, readFileSync(configPath, 'utf8')) as {
  readonly config: { readonly overrides: readonly { readonly rules: Readonly<Record<string, unknown>> }[] };
};
const typedRules = new Set(Object.keys(config.overrides[0]?.rules ?? {}));

const leftOut: Readonly<Record<string, string>> = {
  'no-unnecessary-condition': 'a check that is repeated after an await looks unnecessary to it and is not',
  'non-nullable-type-assertion-style': 'contradicts no-non-null-assertion',
  'no-generated-empty-object-type': 'calls that answer with nothing answer with an empty object',
  'no-unsafe-class-instance-assignment': 'classes hold private fields here, which no other object fits',
  'no-unsafe-enum-assignment': 'there is no enum here',
  'require-await': 'interfaces of the engine are asynchronous even where one implementation has nothing to wait for',
};

const isOn = (setting: unknown): boolean => {
  const level: unknown = Array.isArray(setting) ? setting[0] : setting;
  return level !== 0 && level !== 'off' && level !== undefined;
};

describe('the rules that ask types', () => {
  it('are all there', async () => {
    const ours: unknown = await new ESLint({ cwd: project }).calculateConfigForFile(join(project, 'shared/units.ts'));
    const { rules: text } = ours as { readonly rules: Readonly<Record<string, unknown>> };
    const sets = [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked];
    const wanted = sets.flatMap(({ rules = {} }) =>
      Object.entries(rules).flatMap(([name, setting]) =>
        name.startsWith('@typescript-eslint/') && isOn(setting) ? [name.slice('@typescript-eslint/'.length)] : [],
      ),
    );
    const missing = wanted.filter(
      (name) => !typedRules.has(`typescript/${name}`) && !isOn(text[`@typescript-eslint/${name}`]),
    );
    expect(new Set(missing)).toEqual(new Set(Object.keys(leftOut)));
  });

  it('see what is wrong', async () => {
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
