import { describe, expect, it } from 'vitest';
import { neutralFormats } from '@shared/strings/formats';
import { localeFor } from './locale';

describe('locale of main', () => {
  it('is English when the catalogue of another language cannot be read, and the log omits the error text', () => {
    const log: string[] = [];
    const locale = localeFor({
      requested: 'de',
      formats: neutralFormats,
      system: [],
      stringsDir: '/nowhere/canary',
      log: (line) => log.push(line),
    });
    expect(locale.language).toEqual({ tag: 'en', catalogue: {} });
    expect(log).toEqual(['There are no words for de: An unexpected Error was thrown. ENOENT.']);
  });
});
