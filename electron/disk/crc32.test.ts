import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crc32, crc32ByTable, joinCrc32 } from './crc32';

it('crc32: agrees with the published check value', () => {
  expect(crc32(Buffer.from('123456789'))).toBe(0xcbf43926);
});

it('crc32: is the same by the table and in parts', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (first, second) => {
      const whole = crc32(Buffer.concat([first, second]));
      expect(crc32ByTable(second, crc32ByTable(first))).toBe(whole);
      expect(joinCrc32(crc32(first), crc32(second), second.length)).toBe(whole);
    }),
  );
});
