// Which components and hooks of the window React's compiler leaves as they are (decision 48).
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'oxc-transform-react';
import { describe, expect, it } from 'vitest';
import { inProject } from './project.mjs';

/**
 * Lists whose virtualiser must not be memoized, and code that the compiler cannot read yet. The components that they
 * render are compiled nevertheless.
 */
const notCompiled = [
  'features/activity/job-list.tsx',
  'features/activity/page/files-view.tsx',
  'features/blobs/details/facts.tsx',
  'features/blobs/details/lease-dialog.tsx',
  'features/blobs/details/use-editing.ts',
  'features/connections/account-list.tsx',
  'features/monitor/requests/request-list.tsx',
  'features/tables/import/import-check.tsx',
  'features/tables/insights/chart-data.ts',
  'features/tables/insights/use-window-reading.ts',
  'features/tables/result/value-text.tsx',
  'features/tables/review/conflict-view.tsx',
  'features/tables/review/moves.tsx',
  'ui/use-action.ts',
];

const window = inProject('renderer');

describe('components', () => {
  it('are compiled, but for a few that are known', () => {
    const sources = readdirSync(window, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.test\.|\bfixtures\b|^testing\b/.test(path))
      .sort();
    const results = sources.map((path) => ({ path, ...compiled(path, readFileSync(join(window, path), 'utf8')) }));
    expect(results.filter(({ code }) => code.includes('react/compiler-runtime')).length).toBeGreaterThan(350);
    expect(results.filter(({ errors }) => errors.length > 0).map(({ path }) => path)).toEqual(notCompiled);
  });

  it('that cannot be compiled are found', () => {
    const rest = 'try { await save(); } finally { done(); }';
    const source = `export function Row({ save, done }) { return <b onClick={async () => { ${rest} }} />; }`;
    expect(compiled('row.tsx', source).errors).toHaveLength(1);
    expect(compiled('row.tsx', source.replace(rest, 'await save();')).errors).toEqual([]);
  });
});

function compiled(path: string, source: string) {
  return transformSync(path, source, { reactCompiler: { reportDiagnostics: true } });
}
