// The page about the architecture shows the project as it is: every folder, and which room imports which.
import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { drawnGraph, marks, page } from './import-graph.mjs';
import { inProject } from './project.mjs';

const text = readFileSync(inProject(page), 'utf8');

it('the import graph of the page is that of the code; `node scripts/import-graph.mjs` draws it anew', () => {
  expect(marks.exec(text)?.[2]?.trim()).toBe(drawnGraph());
});

it('every folder has its line in the page', () => {
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  const named = new Set(
    rows.flatMap((line) => {
      const [, names = ''] = line.split('|');
      const [first = '', ...others] = [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      const parent = first.slice(0, first.lastIndexOf('/') + 1);
      return [first, ...others.map((name) => parent + name)];
    }),
  );
  const folders = ['shared', 'electron', 'electron/engine', 'renderer'].flatMap((parent) =>
    readdirSync(inProject(parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${parent}/${name}`),
  );
  const inPartsOrForTests = ['electron/engine', 'renderer/features', 'renderer/testing'];
  expect(folders.filter((folder) => !named.has(folder) && !inPartsOrForTests.includes(folder))).toEqual([]);
});
