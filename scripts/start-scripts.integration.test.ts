// What a start reads and compiles before the window can show anything, in the existing build.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { inProject, outDir } from './project.mjs';
import { run } from './run-command.mjs';

const windowDir = join(outDir, 'renderer');
const maxBytes = 1_184_000;
/** Each is a request that main answers. */
const maxScripts = 6;
const buildLimitMs = 240_000;

describe('the scripts of the page', () => {
  let scripts: readonly string[];

  beforeAll(async () => {
    // Apart from this process, in whose environment React would be built for tests.
    const { NODE_ENV: _test, ...env } = process.env;
    const targets = ['renderer', 'main', 'engine-host'];
    const { code, output } = await run(process.execPath, [inProject('scripts/build.mjs'), ...targets], { env });
    expect(code, output).toBe(0);
    const page = readFileSync(join(windowDir, 'index.html'), 'utf8');
    scripts = [...page.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path = '']) => join(windowDir, path));
  }, buildLimitMs);

  it('are named ahead, so that one does not wait for another', () => {
    const importedBy = (path: string): readonly string[] =>
      [...readFileSync(path, 'utf8').matchAll(/(?:from|import)"(\.\/[^"]+\.js)"/g)].map(([, name = '']) =>
        join(windowDir, 'assets', name),
      );
    expect(scripts.some((path) => /start-[^/]+\.js$/.test(path))).toBe(true);
    for (const path of scripts) expect(scripts).toEqual(expect.arrayContaining([...importedBy(path)]));
  });

  it('know the language before anything with texts is loaded', () => {
    const hasTexts = (path: string): boolean => /(?:start|base|charts)-[^/]+\.js$/.test(path);
    const run = [...readFileSync(join(windowDir, 'index.html'), 'utf8').matchAll(/<script[^>]+src="([^"]+)"/g)];
    expect(run.length).toBeGreaterThan(0);
    expect(run.filter(([, path = '']) => hasTexts(path))).toEqual([]);
    for (const path of scripts.filter((each) => !hasTexts(each))) {
      expect(readFileSync(path, 'utf8')).not.toMatch(/from ?"\.\/(?:start|base|charts)-/);
    }
  });

  it('are few', () => {
    expect(scripts.length).toBeLessThanOrEqual(maxScripts);
  });

  it('render again only the changed parts', () => {
    const start = scripts.find((path) => /start-[^/]+\.js$/.test(path)) ?? '';
    expect(readFileSync(start, 'utf8').split('react.memo_cache_sentinel').length).toBeGreaterThan(50);
  });

  it('contain the texts of components only in languages that the window supports', () => {
    const text = scripts.map((path) => readFileSync(path, 'utf8')).join('');
    expect(text).toMatch(/Dr\\u00FCcken Sie/);
    expect(text).not.toMatch(/Seleccionar|Fermer/);
  });

  it('omit code that no first view shows', () => {
    const mapped = scripts.filter((path) => existsSync(`${path}.map`));
    expect(mapped.length).toBeGreaterThan(3);
    const sources = mapped.flatMap(
      (path) => (JSON.parse(readFileSync(`${path}.map`, 'utf8')) as { readonly sources: readonly string[] }).sources,
    );
    const foreign = sources.filter((path) =>
      /node_modules\/(?:recharts|d3-|csv-|hyparquet)|shared\/ipc\/contract\/(?!declare)|strings\/\w+\.json|shared\/lab\/(?!charts\/axis-ranges)|key-design/.test(
        path,
      ),
    );
    expect(foreign).toEqual([]);
    expect(scripts.reduce((sum, path) => sum + statSync(path).size, 0)).toBeLessThan(maxBytes);
  });
});

it.each(['main.app.js', 'engine-host.host.js'])('the build has compiled %s as it is', (name) => {
  const chunk = readFileSync(join(outDir, 'main', name));
  const stored = readFileSync(join(outDir, 'main', `${name}.code`));
  expect(stored.subarray(0, 32)).toEqual(createHash('sha256').update(chunk).digest());
});
