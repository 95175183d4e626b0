// The window can be read from the right: its styles name no left and no right.
import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inProject } from './project.mjs';
import { physicalIn } from './sides/find-physical.mjs';

/** What runs from the left in every language, and a tick that is drawn by its edges. */
const fromTheLeft =
  /(?:sizes\/treemap|review\/undo-entry|partitions\/partitions)\.module\.css$|^renderer\/theme\/base\.css$/;

it('styles name their sides by the direction of the text; the listed ones would not flip', () => {
  const files = readdirSync(inProject('renderer'), { recursive: true })
    .map((path) => `renderer/${String(path).replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.css') && !fromTheLeft.test(path));
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap((path) => physicalIn(path, readFileSync(inProject(path), 'utf8')))).toEqual([]);
});

it.each([
  ['  left: 0;', 1],
  ['  padding-right: 4px;', 1],
  ['  text-align: right;', 1],
  ['  padding: 0 6px 0 calc(2 * var(--space-1));', 1],
  ['  padding: 0 6px 2px 6px;', 0],
  ['  border-radius: 5px 0 0 5px;', 1],
  ['  border-radius: 8px 8px 0 0;', 0],
  ['  border-radius: 5px;', 0],
  ['  inset-inline-start: 0;', 0],
  ['  flex-direction: row;', 0],
])('%s', (line, found) => {
  expect(physicalIn('a.css', line)).toHaveLength(found);
});
