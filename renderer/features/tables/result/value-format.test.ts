// What cells show and what copying gives: nothing rounded, nothing hidden.
import { packBlocks } from '@shared/rows/packed-rows';
import { describe, expect, it } from 'vitest';
import { testEntity } from '../fixtures/test-port';
import { binaryText, byteLength, formatCell, keyText, readableDate, standardDisplay } from './value-format';
import { allColumns, badgeText, learnColumns, visibleColumns } from './grid-column';

describe('formatCell', () => {
  it('shows a 64-bit integer digit by digit, on the right', () => {
    expect(formatCell({ type: 'Edm.Int64', value: '9007199254740993' })).toMatchObject({
      text: '9007199254740993',
      align: 'end',
      face: 'mono',
    });
  });

  it('keeps the wire text of doubles', () => {
    expect(formatCell({ type: 'Edm.Double', value: '200.0' }).text).toBe('200.0');
    expect(formatCell({ type: 'Edm.Double', value: 'NaN' }).text).toBe('NaN');
  });

  it('distinguishes an empty string from an absent one, and formats a cell on one line', () => {
    expect(formatCell({ type: 'Edm.String', value: '' })).toMatchObject({ text: '""', tone: 'faint' });
    expect(formatCell({ type: 'Edm.String', value: 'a\nb\tc' }).text).toBe('a↵b⇥c');
    expect(formatCell({ type: 'Edm.String', value: 'x'.repeat(500) }).text).toHaveLength(401);
  });

  it('marks invisible characters and those that change the direction of text, on one line and on many', () => {
    const value = { type: 'Edm.String', value: 'pay\u200bload\n\u202etxt.exe\u0007' } as const;
    expect(formatCell(value).text).toBe('pay[U+200B]load↵[U+202E]txt.exe␇');
    expect(formatCell(value, { ...standardDisplay, text: 'wrapped' }).text).toBe('pay[U+200B]load\n[U+202E]txt.exe␇');
    expect(formatCell({ type: 'Edm.String', value: 'Grüße 日本 👩‍👧' }).text).toBe('Grüße 日本 👩‍👧');
  });
});

describe('keyText', () => {
  it('marks blanks at its ends, and invisible characters', () => {
    expect(keyText(' tenant 7  ')).toBe('␣tenant 7␣␣');
    expect(keyText('tenant-7\u200b')).toBe('tenant-7[U+200B]');
    expect(keyText('tenant-7')).toBe('tenant-7');
  });
});

describe('readableDate', () => {
  it('keeps 100 ns and drops only a zero fraction', () => {
    expect(readableDate('2026-10-14T08:21:07.1402918Z')).toBe('2026-10-14 08:21:07.1402918');
    expect(readableDate('2026-10-14T08:21:07Z')).toBe('2026-10-14 08:21:07');
    expect(readableDate('2026-10-14T08:21:07.0000000Z')).toBe('2026-10-14 08:21:07');
  });

  it('leaves alone what it does not know', () => {
    expect(readableDate('yesterday')).toBe('yesterday');
  });
});

describe('binaryText', () => {
  it('gives the size and the first bytes', () => {
    expect(binaryText('TVqQAAMAAAAEAAAA')).toBe('12 B  4d 5a 90 00 03 00 …');
    expect(binaryText('Af8=')).toBe('2 B  01 ff');
    expect(binaryText('')).toBe('0 B');
    expect(byteLength('AA==')).toBe(1);
  });
});

describe('display', () => {
  const date = { type: 'Edm.DateTime', value: '2026-10-14T08:21:07.1402918Z' } as const;
  const bytes = { type: 'Edm.Binary', value: 'TVqQAAMAAAAEAAAA' } as const;

  it('shows a time in UTC, on this clock with the same fraction, or as it is on the wire', () => {
    expect(formatCell(date, { ...standardDisplay, dates: 'raw' }).text).toBe(date.value);
    const local = formatCell(date, { ...standardDisplay, dates: 'local' }).text;
    expect(local).toMatch(/\.1402918$/);
    expect(new Date(local.replace(' ', 'T')).getTime()).toBe(Date.parse('2026-10-14T08:21:07.140Z'));
  });

  it('shows bytes as first bytes, base64 or size', () => {
    expect(formatCell(bytes, { ...standardDisplay, bytes: 'base64' }).text).toBe(bytes.value);
    expect(formatCell(bytes, { ...standardDisplay, bytes: 'size' }).text).toBe('12 B');
  });

  it('keeps the lines of wrapped text', () => {
    expect(formatCell({ type: 'Edm.String', value: 'a\nb' }, { ...standardDisplay, text: 'wrapped' }).text).toBe(
      'a\nb',
    );
  });
});

describe('columns', () => {
  const rows = [
    testEntity(0, [{ name: 'Value', value: { type: 'Edm.Int32', value: '1' } }]),
    testEntity(1, [
      { name: 'Other', value: { type: 'Edm.String', value: 'abc' } },
      { name: 'Value', value: { type: 'Edm.String', value: 'one' } },
    ]),
  ];

  it('are learned in order of first appearance with every type seen', () => {
    const learned = learnColumns([], packBlocks(rows));
    expect(learned.map(({ name, types }) => [name, types.length])).toEqual([
      ['Value', 2],
      ['Other', 1],
    ]);
    expect(badgeText(learned[0]?.types ?? [])).toBe('mixed');
  });

  it('stay the same object when a page teaches nothing new', () => {
    const learned = learnColumns([], packBlocks(rows));
    expect(learnColumns(learned, packBlocks(rows))).toBe(learned);
  });

  it('keep their first width', () => {
    const learned = learnColumns([], packBlocks(rows));
    const wider = [testEntity(2, [{ name: 'Other', value: { type: 'Edm.String', value: 'x'.repeat(50) } }])];
    expect(learnColumns(learned, packBlocks(wider))).toBe(learned);
  });

  it('never hide the keys, and distinguish a property called Timestamp from the system field', () => {
    const summary = { name: 'Timestamp', types: ['Edm.DateTime' as const], characters: 20 };
    const columns = allColumns([summary], { partitionKey: 1, rowKey: 1 });
    expect(new Set(columns.map(({ id }) => id)).size).toBe(4);
    const all = new Set(columns.map(({ id }) => id));
    expect(visibleColumns(columns, all).map(({ name }) => name)).toEqual(['PartitionKey', 'RowKey']);
  });
});
