// The figures of a run, added up for each folder.
import { expect, it } from 'vitest';
import { addResult, folderTable, type FolderResults } from './folder-results.mjs';

it('mutants: are added up for each folder of shared/, for each area of electron/, and for all of them', () => {
  const results: FolderResults = new Map();
  addResult(results, 'shared/query/ticks.ts', { mutants: 10, noticed: 9, ms: 1000 });
  addResult(results, 'shared/query/deeper/moment.ts', { mutants: 10, noticed: 10, ms: 500 });
  addResult(results, 'electron/engine/transfers/plan/blocks.ts', { mutants: 4, noticed: 2, ms: 2600 });
  expect(folderTable(results).split('\n')).toEqual([
    'folder                     files  mutants  noticed  survived   share  time',
    'shared/query                   2       20       19         1  95.0 %   2 s',
    'electron/engine/transfers      1        4        2         2  50.0 %   3 s',
    'all                            3       24       21         3  87.5 %   4 s',
  ]);
});

it('mutants: of nothing at all are a table without a share', () => {
  expect(folderTable(new Map()).split('\n')[1]).toMatch(/^all +0 +0 +0 +0 +0 s$/);
});
