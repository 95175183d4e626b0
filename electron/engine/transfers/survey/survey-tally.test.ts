import { expect, it } from 'vitest';
import { SurveyTally } from './survey-tally';

it('tells the names that exist in their order, whichever was looked up first', () => {
  const tally = new SurveyTally({ way: 'up', connectionId: 'quay', writing: () => [], blockBytesOf: () => 0 });
  for (const name of ['b.bin', 'c.bin', 'a.bin']) {
    const file = { source: name, name, bytes: 2, modifiedMs: 1_000 };
    tally.add(file);
    tally.take(file, { bytes: 2, lastModified: '2026-01-01T00:00:00Z' });
  }
  expect(tally.told('complete').examples.map(({ name }) => name)).toEqual(['a.bin', 'b.bin', 'c.bin']);
});
