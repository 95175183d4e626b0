// What a screen reader says of a result.
import type { PageStats } from '@shared/model/query-page';
import { expect, it } from 'vitest';
import { type SessionState, emptyState } from '../result/run-state';
import { spokenText } from './spoken-text';

const page = { rows: 1_000, ended: 'page-size' } as PageStats;
const of = (state: Partial<SessionState>): string | null => spokenText({ ...emptyState, ...state });

it('says that the first rows are there, and nothing of each page after them', () => {
  expect(of({ status: 'fetching' })).toBeNull();
  expect(of({ status: 'waiting', rowCount: 1_000, pages: [page] })).toBe('1,000 rows so far, more to come.');
  expect(of({ status: 'fetching', rowCount: 1_000, pages: [page] })).toBeNull();
  expect(of({ status: 'waiting', rowCount: 2_000, pages: [page, page] })).toBeNull();
});

it('says how a run ended, also where it found nothing', () => {
  expect(of({ status: 'complete', rowCount: 243, pages: [page] })).toBe('End of the result: 243 rows.');
  expect(of({ status: 'complete', rowCount: 0, pages: [page] })).toBe('No entity was found.');
  expect(of({ status: 'stopped', rowCount: 243, pages: [page] })).toBe('Stopped. More to come.');
});
