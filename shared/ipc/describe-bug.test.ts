import { describe, expect, it } from 'vitest';
import { StowageError } from '../errors';
import { describeBug } from './describe-bug';

describe('a bug on the terminal', () => {
  it('says what was asked and where it broke, and not what was thrown', () => {
    const thrown = new TypeError('GET https://a.example/?sig=canary\nsecond line with canary failed');
    const text = describeBug(StowageError.from(thrown), 'tables.list');
    expect(text).toContain('tables.list: An unexpected TypeError was thrown.');
    expect(text).toContain('describe-bug.test.ts');
    expect(text).not.toContain('canary');
  });
});
