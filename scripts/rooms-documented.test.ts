// The tables of rooms in docs/architecture.md: each names the rooms that there are, in the order that the rules enforce.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inProject } from './project.mjs';
import { roomsInOrder } from './rooms-in-order.cjs';

const page = readFileSync(inProject('docs/architecture.md'), 'utf8');

const headings = {
  shared: 'The rooms of shared',
  'electron/main': 'The rooms of main',
  'electron/engine/azure': 'The rooms of requests',
  'electron/engine/tables': 'The rooms of the tables',
  'electron/engine/transfers': 'The rooms of a transfer',
  'renderer/app': 'The rooms of the shell',
  'renderer/features/tables': "The rooms of a table's tab",
} as const;

/** The rooms in the first column of the table below the heading. */
function documented(heading: string): readonly string[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  const cells = [...own.matchAll(/^\| (`[^|]+`) +\|/gmu)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/gu)].map(([, room = '']) => room));
}

it.each(Object.entries(headings))('those of %s', (folder, heading) => {
  expect(documented(heading)).toEqual(roomsInOrder[folder as keyof typeof headings]);
});

it('those of a container, of which some share a line', () => {
  const rooms = [...documented("The rooms of a container's tab")].sort();
  expect(rooms).toEqual([...roomsInOrder['renderer/features/blobs']].sort());
});
