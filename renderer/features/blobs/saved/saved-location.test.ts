import { beforeEach, describe, expect, it } from 'vitest';
import { savedLocations, readSavedLocation } from './saved-location';

beforeEach(() => localStorage.clear());

describe('the saved location of a container’s tab', () => {
  it.each([['{'], ['null'], ['{"prefix":1,"depth":"flat"}'], ['{"prefix":"","depth":"sizes"}']])(
    'is the top when %s was saved',
    (text) => {
      savedLocations.put('local', 'photos', text);
      expect(readSavedLocation('local', 'photos')).toEqual({ prefix: '', depth: 'folders' });
    },
  );
});
