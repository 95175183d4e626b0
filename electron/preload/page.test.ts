import { expect, it } from 'vitest';
import { droppedPath } from './page';

class GenuineFile {
  constructor(readonly path: string) {}
}
const utils = { getPathForFile: (file: GenuineFile) => `by utils: ${file.path}` };

it.each([
  ['is that of a genuine file', new GenuineFile('/a'), 'by utils: /a'],
  ['is never taken from something that only looks like a file', { path: '/etc/shadow', name: 'x', size: 1 }, ''],
])('the path of a dropped file %s', (_title, file, path) => {
  expect(droppedPath(file, GenuineFile, utils)).toBe(path);
});
