import { describe, expect, it } from 'vitest';
import { neutralFormats } from '@shared/strings/formats';
import { localeFor } from './locale';

describe('what main speaks', () => {
  it('is English where the words of another language cannot be read, and the log has nothing of what was thrown', () => {
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
