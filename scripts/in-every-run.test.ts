// A title that no longer exists would leave its journey out of every run, and a missing file would be excluded for
// nothing, both unnoticed. Titles are read from the text of the specs: loading them takes ten seconds.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { inEveryRun, longIntegrationTests, notInEveryRun } from './in-every-run.mjs';
import { inProject } from './project.mjs';

const specsFolder = inProject('e2e/specs');
const specs = readdirSync(specsFolder)
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => basename(name, '.spec.ts'));

/** Titles of `test(…)`, those in a template with its expressions, and the names of scenes of which tests are made. */
function titlesOf(spec: string): readonly string[] {
  const text = readFileSync(join(specsFolder, `${spec}.spec.ts`), 'utf8');
  const written = [...text.matchAll(/^\s*test\(\s*(['"`])((?:\\.|(?!\1).)+)\1/gmsu)].map(([, , title = '']) =>
    title.replace(/\\(.)/gsu, '$1'),
  );
  const scenes = [...text.matchAll(/^testAccessibility\((\w+)\)/gmu)].flatMap(([, name = '']) => {
    const [, file = ''] = new RegExp(`import \\{ ${name} \\} from '([^']+)'`, 'u').exec(text) ?? [];
    const scenesText = readFileSync(join(specsFolder, `${file}.ts`), 'utf8');
    return [...scenesText.matchAll(/^ {2}(?:'([^']+)'|"([^"]+)"|(\w+)): async/gmu)].map(([, ...names]) =>
      names.join(''),
    );
  });
  const titles = [...written, ...scenes];
  if (titles.length === 0) throw new Error(`No journey was found in ${spec}.spec.ts.`);
  return titles;
}

/** Whether the spec contains a journey of that title; an expression matches any text. */
const isMade = (title: string, titles: readonly string[]): boolean =>
  titles.some((made) => {
    const parts = made.split(/\$\{[^}]*\}/u).map((part) => part.replace(/[$()*+.?[\\\]^{|}]/gu, String.raw`\$&`));
    return new RegExp(`^${parts.join('.+')}$`, 'u').test(title);
  });

const isLeftOut = (spec: string, title: string): boolean =>
  notInEveryRun.some((pattern) => pattern.test(`others ${spec}.spec.ts ${title}`));

it('every run: names journeys that there are', () => {
  expect(Object.keys(inEveryRun).filter((spec) => !specs.includes(spec))).toEqual([]);
  for (const [spec, named] of Object.entries(inEveryRun)) {
    const titles = titlesOf(spec);
    expect(
      named.filter((title) => !isMade(title, titles)),
      spec,
    ).toEqual([]);
  }
});

it('every run: takes the journeys that are named, no other of their specs, and all of the specs that are not', () => {
  for (const spec of specs) {
    const named = Object.hasOwn(inEveryRun, spec) ? (inEveryRun[spec] ?? []) : titlesOf(spec);
    const all = [...new Set([...titlesOf(spec), ...named])];
    expect(all.filter((title) => !isLeftOut(spec, title)).sort(), spec).toEqual([...named].sort());
  }
});

it('every run: leaves out integration tests that there are', () => {
  const paths = longIntegrationTests.map((pattern) => pattern.replace('/**', ''));
  expect(paths.filter((path) => !existsSync(inProject(path)))).toEqual([]);
});
