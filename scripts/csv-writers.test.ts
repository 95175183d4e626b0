// Files that users open in a spreadsheet are written by one function, which lets no formula run.
import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inProject } from './project.mjs';

/** Exceptions: files that are read back as written, copied text, and a run of the lab, whose lines end otherwise. */
const ownQuotes = [
  'electron/engine/tables/import/rejected-text.ts',
  'renderer/features/tables/grid/copy-rows.ts',
  'shared/charting/csv-line.ts',
  'shared/lab/run-files.ts',
];
const exact = ['electron/cli/output.ts', 'electron/engine/tables/export/csv-file.ts', 'shared/charting/csv-line.ts'];

it('only typed exports write fields of CSV unguarded, and no other module quotes fields', () => {
  const sources = ['electron', 'renderer', 'shared'].flatMap((room) =>
    readdirSync(inProject(room), { recursive: true })
      .map((path) => `${room}/${String(path).replaceAll('\\', '/')}`)
      .filter((path) => /\.tsx?$/u.test(path) && !/\.test\.tsx?$/u.test(path)),
  );
  const having = (part: RegExp): string[] =>
    sources.filter((path) => part.test(readFileSync(inProject(path), 'utf8'))).sort();
  expect(sources.length).toBeGreaterThan(1_000);
  expect(having(/replace(?:All)?\((?:\/"\/g|'"'), '""'\)/u)).toEqual(ownQuotes);
  expect(having(/\bcsvLine\b/u)).toEqual(exact);
});
