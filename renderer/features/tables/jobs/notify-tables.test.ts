// Which jobs make the rows of an open table old.
import { expect, it } from 'vitest';
import { tableJobOf } from '../fixtures/job';
import { cameToRest } from './notify-tables';

const running = tableJobOf({ id: 'a', state: 'running', rowsDone: 5 });
const done = tableJobOf({ id: 'a', state: 'done', rowsDone: 9 });

it('tells of a job once: when it comes to rest, however it ended', () => {
  expect(cameToRest([running], [running], 0)).toEqual([]);
  for (const state of ['done', 'failed', 'cancelled', 'paused', 'interrupted'] as const) {
    expect(cameToRest([running], [{ ...done, state }], 0)).toHaveLength(1);
  }
  expect(cameToRest([done], [done], 0)).toEqual([]);
});

it('tells of one that was quicker than the list, and of none that an earlier run of the program left', () => {
  expect(cameToRest([], [{ ...done, createdAtMs: 500 }], 400)).toHaveLength(1);
  expect(cameToRest([], [{ ...done, createdAtMs: 300 }], 400)).toEqual([]);
});

it('tells of none that wrote no row, and of no export', () => {
  expect(cameToRest([running], [{ ...done, rowsDone: 0 }], 0)).toEqual([]);
  expect(cameToRest([{ ...running, kind: 'export' }], [{ ...done, kind: 'export' }], 0)).toEqual([]);
});
