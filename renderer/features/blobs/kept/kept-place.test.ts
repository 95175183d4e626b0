import { beforeEach, describe, expect, it } from 'vitest';
import { keptPlaces, readKeptPlace } from './kept-place';

beforeEach(() => localStorage.clear());

describe('the place that a container’s tab is left at', () => {
  it.each([['{'], ['null'], ['{"prefix":1,"depth":"flat"}'], ['{"prefix":"","depth":"sizes"}']])(
    'is the top where %s was kept',
    (text) => {
      keptPlaces.put('local', 'photos', text);
      expect(readKeptPlace('local', 'photos')).toEqual({ prefix: '', depth: 'folders' });
    },
  );
});
