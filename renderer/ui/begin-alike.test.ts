// Names that differ only behind what a narrow place shows of them.
import { expect, it } from 'vitest';
import { beginAlike } from './begin-alike';

it('finds names that begin as another one does, and no name that stands alone or is there twice', () => {
  const names = ['Measurements2025', 'Measurements2026', 'Orders', 'WADPerformanceCounters', 'Orders', 'Measure'];
  expect([...beginAlike(names)]).toEqual(['Measurements2025', 'Measurements2026']);
  expect(beginAlike(['photos of the harbour', 'photos of the harbour']).size).toBe(0);
});
