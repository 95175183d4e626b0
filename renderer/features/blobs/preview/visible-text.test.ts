import { describe, expect, it } from 'vitest';
import { visibleParts } from './visible-text';

describe('visibleParts', () => {
  it('marks characters that would be invisible, change the direction or ring a bell', () => {
    expect(visibleParts('a\u202eb\u0007\tc\u007f')).toEqual([
      { kind: 'plain', text: 'a' },
      { kind: 'mark', text: 'U+202E' },
      { kind: 'plain', text: 'b' },
      { kind: 'mark', text: '\u2407' },
      { kind: 'plain', text: '\tc' },
      { kind: 'mark', text: '\u2421' },
    ]);
  });

  it('makes one part of neighbours, however many', () => {
    expect(visibleParts('\0'.repeat(4096))).toEqual([{ kind: 'mark', text: '\u2400'.repeat(4096) }]);
    expect(visibleParts('\u200b\u200b\0')).toEqual([{ kind: 'mark', text: 'U+200B U+200B\u2400' }]);
  });

  it('has nothing for an empty text', () => {
    expect(visibleParts('')).toEqual([]);
  });
});
