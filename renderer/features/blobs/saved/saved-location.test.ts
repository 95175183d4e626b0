import { beforeEach, describe, expect, it } from 'vitest';
import { savedLocations, readSavedLocation } from './saved-location';

beforeEach(() => localStorage.clear());

describe('the place that a container’s tab is left at', () => {
  it.each([['{'], ['null'], ['{"prefix":1,"depth":"flat"}'], ['{"prefix":"","depth":"sizes"}']])(
    'is the top where %s was kept',
    (text) => {
      savedLocations.put('local', 'photos', text);
      expect(readSavedLocation('local', 'photos')).toEqual({ prefix: '', depth: 'folders' });
    },
  );
});
