// The page about the architecture shows the project as it is: every folder, and which room imports which.
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { drawnGraph, marks, page } from './import-graph.mjs';
import { inProject } from './project.mjs';
import { roomsInOrder } from './rooms-in-order.cjs';

const text = readFileSync(inProject(page), 'utf8');

it('the import graph of the page matches the code; `node scripts/import-graph.mjs` draws it again', () => {
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

describe('the rooms of', () => {
  it.each([
    ['electron/main', 'The rooms of main'],
    ['electron/engine/tables', 'The rooms of the tables'],
    ['electron/engine/transfers', 'The rooms of a transfer'],
    ['renderer/app', 'The rooms of the shell'],
    ['renderer/features/tables', "The rooms of a table's tab"],
    ['renderer/features/blobs', "The rooms of a container's tab"],
  ] as const)('%s are those that the page lists, in a valid order', (folder, title) => {
    const part = text.split('\n## ').find((each) => each.startsWith(`${title}\n`)) ?? '';
    const cells = part.split('\n').flatMap((line) => (line.startsWith('| `') ? [line.split('|')[1] ?? ''] : []));
    const documented = cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
    const rooms = readdirSync(inProject(folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'fixtures')
      .map(({ name }) => name);
    expect(documented.sort()).toEqual(rooms.sort());
    expect([...roomsInOrder[folder]].sort()).toEqual(rooms);
  });
});
