// A saved value is read back unchanged, or not at all; full storage loses only the new value.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { keepJson, keepText, readJson, readText } from './saved';

const sizes = z.record(z.string(), z.number());

beforeEach(() => localStorage.clear());
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a saved value', () => {
  it('is read back unchanged', () => {
    expect(keepJson('sizes', { left: 200 })).toBe('kept');
    expect(readJson('sizes', sizes)).toEqual({ left: 200 });
    expect(readJson('other', sizes)).toBeUndefined();
  });

  it.each(['{"left":', '{"left":"wide"}', '[1]'])('is undefined when the storage contains %s', (text) => {
    localStorage.setItem('sizes', text);
    expect(readJson('sizes', sizes)).toBeUndefined();
  });

  it('stays unchanged when there is no room', () => {
    keepText('choice', 'dark');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(keepText('choice', 'light')).toBe('no-room');
    expect(keepJson('choice', 'light')).toBe('no-room');
    expect(readText('choice')).toBe('dark');
  });
});
