// Every number and time of the window is written in the chosen formats.
import { describe, expect, it } from 'vitest';
import { unroutedIn } from './formats/find-unrouted.mjs';
import { readSources, sourceOf } from './strings/read-source.mjs';

describe('numbers and times past the chosen formats', () => {
  const found = (code: string): number => unroutedIn(sourceOf('renderer/example.tsx', code)).length;

  it('are nowhere in the window; the listed code must use shared/strings or shared/units', () => {
    const ofTheWindow = readSources().filter(({ path }) => !path.startsWith('electron/'));
    expect(ofTheWindow.flatMap(unroutedIn)).toEqual([]);
  });

  it.each([
    "const a = count.toLocaleString('en');",
    'const a = `${share.toFixed(1)} %`;',
    "const a = new Intl.NumberFormat('en');",
    "const a = Intl.DateTimeFormat('en').format(at);",
    'const a = at.toLocaleTimeString();',
    'const a = new Date(atMs).toISOString().slice(11, 19);',
  ])('are found: %s', (code) => {
    expect(found(code)).toBe(1);
  });

  it.each(['const a = new Date(atMs).toISOString();', 'const a = formatCount(count);', 'const a = names.slice(1);'])(
    'are not: %s',
    (code) => {
      expect(found(code)).toBe(0);
    },
  );
});
