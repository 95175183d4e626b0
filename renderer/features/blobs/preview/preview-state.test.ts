// Which pages are known to follow the start without a gap, and the numbers of their first lines.
import { expect, it } from 'vitest';
import { type PreviewState, extendedTrail, firstLineOf, startTrail } from './preview-state';
import type { RawPage } from './text-page';

const bytes = new TextEncoder().encode('one\ntwo\nthr');
const first: RawPage = { offset: 0, bytes, keep: 0, startsAt: 'boundary', endsAt: 'anywhere' };

function trailAfter(page: RawPage, trail = startTrail, blobBytes = 100): PreviewState['trail'] {
  const facts = { bytes: blobBytes } as PreviewState['facts'];
  return extendedTrail({ page, encoding: 'utf-8', trail, facts });
}

it('continues after the last complete line of the previous page, and counts the lines before', () => {
  const trail = trailAfter(first);
  expect(trail).toEqual([...startTrail, { offset: 8, line: 3 }]);
  expect(firstLineOf({ page: { ...first, offset: 8 }, trail })).toBe(3);
});

it('ends with the blob', () => {
  expect(trailAfter({ ...first, endsAt: 'boundary' }, startTrail, bytes.length)).toBe(startTrail);
});

it.each([
  ['a page that was jumped to', { ...first, offset: 50 }],
  ['one that may begin within a character', { ...first, startsAt: 'anywhere' }],
] as const)('does not continue from %s, whose lines have no numbers', (_which, page) => {
  expect(trailAfter(page)).toBe(startTrail);
  expect(firstLineOf({ page, trail: startTrail })).toBeNull();
});

it('does not continue twice from the same page', () => {
  const trail = trailAfter(first);
  expect(trailAfter(first, trail)).toBe(trail);
});
