// Every setting is in the guide, which is the help too, by the name that it has on screen.
import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inProject } from './project.mjs';

const folder = 'renderer/features/settings';
const rowTitle = /<\w*Row\s[^>]*?title=\{t`([^`$]+)`\}/gu;

it('every setting is described in the guide', () => {
  const titles = readdirSync(inProject(folder))
    .filter((name) => name.endsWith('.tsx') && !name.includes('.test.'))
    .flatMap((name) => [...readFileSync(inProject(`${folder}/${name}`), 'utf8').matchAll(rowTitle)])
    .map(([, title]) => title ?? '');
  const guide = readFileSync(inProject('docs/guide.md'), 'utf8');
  expect(titles.length).toBeGreaterThan(10);
  expect(titles.filter((title) => !guide.includes(title))).toEqual([]);
});
