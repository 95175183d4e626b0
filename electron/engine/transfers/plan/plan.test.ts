// Whether a marker stands for an empty folder, whatever the pages of the listing.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MarkedFolders, withoutSlash } from './plan';

const segment = fc.constantFrom('a', 'a-', 'a0', 'b');
const names = fc.uniqueArray(
  fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
  { maxLength: 15 },
);

it('marked folders: finds the same empty folders for every size of page', () => {
  fc.assert(
    fc.property(names, fc.nat(), fc.integer({ min: 1, max: 4 }), (all, seed, size) => {
      const sorted = [...all].sort();
      const isMarker = (name: string): boolean => (seed >> sorted.indexOf(name)) % 2 === 1;
      const marked = new MarkedFolders();
      const [filled, empty]: [string[], string[]] = [[], []];
      for (let at = 0; at < sorted.length; at += size) {
        const page = sorted.slice(at, at + size);
        const found = marked.next(
          page.filter(isMarker),
          page.filter((name) => !isMarker(name)),
        );
        filled.push(...found.filled);
        empty.push(...found.empty);
      }
      empty.push(...marked.end());
      const holds = (marker: string): boolean => sorted.some((name) => name.startsWith(`${withoutSlash(marker)}/`));
      expect(filled.sort()).toEqual(sorted.filter((name) => isMarker(name) && holds(name)));
      expect(empty.sort()).toEqual(sorted.filter((name) => isMarker(name) && !holds(name)));
    }),
  );
});
