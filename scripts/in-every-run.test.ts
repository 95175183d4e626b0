// A title that no journey has any more would leave its journey out of every run, and a file that is gone would be left
// out in vain; nobody would notice.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { inEveryRun, longIntegrationTests, notInEveryRun } from './in-every-run.mjs';
import { inProject, projectDir } from './project.mjs';

interface Suite {
  readonly file: string;
  readonly specs: readonly { readonly title: string }[];
  readonly suites?: readonly Suite[];
}

/** `spec title` of each. */
async function allJourneys(): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [inProject('node_modules/@playwright/test/cli.js'), 'test', '--list', '--reporter=json'],
    { cwd: projectDir, maxBuffer: 32 * 1024 * 1024 },
  );
  const inSuite = ({ specs, suites = [] }: Suite, spec: string): readonly string[] => [
    ...specs.map(({ title }) => `${spec} ${title}`),
    ...suites.flatMap((suite) => inSuite(suite, spec)),
  ];
  const { suites } = JSON.parse(stdout) as { readonly suites: readonly Suite[] };
  return suites.flatMap((suite) => inSuite(suite, suite.file.replace('.spec.ts', '')));
}

it('names journeys that there are; each of them is in every run, and no other of their specs', async () => {
  const all = await allJourneys();
  const named = Object.entries(inEveryRun).flatMap(([spec, titles]) => titles.map((title) => `${spec} ${title}`));
  expect(named.filter((journey) => !all.includes(journey))).toEqual([]);
  const isLeftOut = (journey: string): boolean =>
    notInEveryRun.some((pattern) => pattern.test(`others ${journey.replace(' ', '.spec.ts ')}`));
  const expected = all.filter((journey) => (journey.split(' ', 1)[0] ?? '') in inEveryRun && !named.includes(journey));
  expect(all.filter(isLeftOut)).toEqual(expected);
});

it('leaves out integration tests that there are', () => {
  const paths = longIntegrationTests.map((pattern) => pattern.replace('/**', ''));
  expect(paths.filter((path) => !existsSync(inProject(path)))).toEqual([]);
});
