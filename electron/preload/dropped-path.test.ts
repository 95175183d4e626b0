import { describe, expect, it } from 'vitest';
import { droppedPath } from './dropped-path';

class GenuineFile {
  constructor(readonly path?: string) {}
}
const utils = { getPathForFile: (file: GenuineFile) => `by utils: ${file.path}` };

describe('the path of a dropped file', () => {
  it('comes from webUtils where there is one', () => {
    expect(droppedPath(new GenuineFile('/a'), GenuineFile, utils)).toBe('by utils: /a');
  });

  it('comes from the file itself where there is none', () => {
    expect(droppedPath(new GenuineFile('/a'), GenuineFile, undefined)).toBe('/a');
    expect(droppedPath(new GenuineFile(), GenuineFile, undefined)).toBe('');
  });

  it('is never taken from something that only looks like a file', () => {
    const forged = { path: '/etc/shadow', name: 'x', size: 1 };
    expect(droppedPath(forged, GenuineFile, undefined)).toBe('');
    expect(droppedPath(forged, GenuineFile, utils)).toBe('');
  });
});
