// The scripts that a window has to read before it can show anything, in the existing build.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { inProject, outDir } from './project.mjs';
import { run } from './run-command.mjs';

const windowDir = join(outDir, 'renderer');
const maxBytes = 1_170_000;
const buildLimitMs = 240_000;

describe('the scripts of the page', () => {
  let scripts: readonly string[];

  beforeAll(async () => {
    // Apart from this process, in whose environment React would be built for tests.
    const { NODE_ENV: _test, ...env } = process.env;
    const { code, output } = await run(process.execPath, [inProject('scripts/build.mjs'), 'renderer'], { env });
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
