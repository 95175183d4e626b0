// Every custom property that a style uses is defined somewhere: an undefined one silently drops its declaration.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inProject } from './project.mjs';

const sources = ['renderer', 'electron', 'shared'].flatMap((folder) =>
  readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:css|html|tsx?|mts)$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => join(folder, path)),
);

/** `--name:` in a style sheet, `'--name':` or `['--name']:` in a style object, and `setProperty('--name'`. */
const definition = /(?:setProperty\(\s*['"`])(--[a-z][\w-]*)|(--[a-z][\w-]*)['"`\]]*\s*:/g;
/** Set by React Aria on the element that it positions. */
const definedAtRuntime = ['--trigger-width'];
/** Without a fallback, the whole declaration depends on the definition. */
const use = /var\(\s*(--[a-z][\w-]*)\s*[,)]/g;

it('every custom property that a style uses is defined', () => {
  const defined = new Set<string>(definedAtRuntime);
  const used: { readonly name: string; readonly path: string }[] = [];
  for (const path of sources) {
    const text = readFileSync(inProject(path), 'utf8');
    for (const [, set, declared] of text.matchAll(definition)) defined.add(set ?? declared ?? '');
    for (const [, name = ''] of text.matchAll(use)) used.push({ name, path });
  }
  expect(used.length).toBeGreaterThan(1000);
  expect(used.filter(({ name }) => !defined.has(name)).map(({ name, path }) => `${path}: ${name}`)).toEqual([]);
});
