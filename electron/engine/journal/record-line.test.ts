import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeEach, decodeLines, encodeRecord } from './record-line';

const record = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.dictionary(fc.string(), fc.string()));
const content = (...lines: readonly string[]): Buffer => Buffer.from(lines.join(''));

describe('record line', () => {
  it('begins with the standard CRC-32, in eight digits', () => {
    expect(encodeRecord('123456789')).toBe('83593021 "123456789"\n');
    expect(encodeRecord(62)).toBe('0012d20a 62\n');
  });

  it('is found with its position, so that it can be read alone', () => {
    fc.assert(
      fc.property(fc.array(record), (records) => {
        const whole = content(...records.map(encodeRecord));
        const { lines, goodBytes } = decodeLines(whole);
        expect(goodBytes).toBe(whole.length);
        expect(lines.map((line) => line.record)).toEqual(records);
        for (const { record: of, at, bytes } of lines) {
          expect(whole.subarray(at, at + bytes).toString()).toBe(encodeRecord(of));
        }
      }),
    );
  });

  it('affects no other record when it is damaged, and is counted', () => {
    fc.assert(
      fc.property(fc.array(record), fc.array(record), fc.constantFrom('x\n', '00000000 1\n'), (before, after, bad) => {
        const found = decodeEach(content(...before.map(encodeRecord), bad, ...after.map(encodeRecord)));
        expect(found).toEqual({ values: [...before, ...after], damaged: 1 });
      }),
    );
  });

  it('does not count as damaged when it is empty, or truncated at the end', () => {
    const [one, two] = [encodeRecord(1), encodeRecord(2)];
    expect(decodeEach(content('\n', one, '\n', two.slice(0, -1)))).toEqual({ values: [1], damaged: 0 });
  });

  it('is rejected without its text, without the space, and when the text is not JSON', () => {
    const good = encodeRecord('a');
    const torn = '15d54739 {\n';
    for (const bad of ['\n', 'short\n', good.slice(0, 9) + '\n', good.replace(' ', '\t'), torn]) {
      expect(decodeLines(content(bad, good))).toEqual({ lines: [], goodBytes: 0 });
    }
  });
});
