import { describe, expect, it } from 'vitest';
import { detectDelimiter } from './delimiter';
import { detectHeader } from './header-row';
import { evaluateKey, parseKeyExpression } from './key-expression';
import { parseHeader } from './typed-header';

describe('typed headers', () => {
  it('recognise types in the name or in a second column', () => {
    expect(parseHeader(['Rating:Edm.Double', 'Sold:int64', 'Name', 'Name@type', 'a:b', '', '_reject_line'])).toEqual([
      { index: 0, name: 'Rating', declaredType: 'Edm.Double', typeIndex: null },
      { index: 1, name: 'Sold', declaredType: 'Edm.Int64', typeIndex: null },
      { index: 2, name: 'Name', declaredType: null, typeIndex: 3 },
      { index: 4, name: 'a:b', declaredType: null, typeIndex: null },
      { index: 5, name: 'Column6', declaredType: null, typeIndex: null },
    ]);
  });

  it('recognise the type behind the last colon', () => {
    expect(parseHeader(['at: UTC:DateTime'])).toEqual([
      { index: 0, name: 'at: UTC', declaredType: 'Edm.DateTime', typeIndex: null },
    ]);
  });

  it('leave a type column alone whose owner is missing', () => {
    expect(parseHeader(['Name@type'])).toEqual([{ index: 0, name: 'Name@type', declaredType: null, typeIndex: null }]);
  });
});

describe('key expressions', () => {
  const key = (expression: string, row: Readonly<Record<string, string>>): unknown =>
    evaluateKey(parseKeyExpression('RowKey', expression, Object.keys(row)), (column) => row[column] ?? null, {
      guid: (index) => `1f0e8c4a-0b57-4f0e-9c0e-00000000000${index}`,
    });

  it.each([
    ['{Date:yyyyMMdd};{Id}', { Date: '2024-05-01T23:30:00-02:00', Id: '7' }, '20240502;7'],
    ['{Id:00000}', { Id: '42' }, '00042'],
    ['{{{Name:upper}}}', { Name: 'ulm' }, '{ULM}'],
    ['{At:ticks}', { At: '2024-05-01' }, '0638501184000000000'],
    ['{At:reverse-ticks}', { At: '2024-05-01' }, '2516877791999999999'],
    ['{At:HH:mm:ss.fffffff}', { At: '2024-05-01T08:30:15.1234567Z' }, '08:30:15.1234567'],
    ['{Released:reversed-date}', { Released: '2010-10-23' }, '7989-02-08'],
    ['{At:reversed-ticks}', { At: '2024-05-01' }, '2516877791999999999'],
    ['{Id:hash:16};{Id}', { Id: '42' }, '03;42'],
    ['{Id:hash}', { Id: '42' }, '87e38583'],
    // FNV-1a over UTF-8, so that other programs can make the same keys.
    ['{Id:hash}', { Id: 'Köln €😀' }, 'e91f99cc'],
    ['{random:4};{guid}', { Id: '42' }, '1f0e;1f0e8c4a-0b57-4f0e-9c0e-000000000002'],
    ['{a:b}', { 'a:b': 'x' }, 'x'],
  ])('%s', (expression, row, expected) => expect(key(expression, row)).toEqual({ kind: 'key', key: expected }));

  it('names the column that does not fit', () => {
    expect(key('{Date:yyyy}', { Date: 'soon' })).toMatchObject({ kind: 'problem', column: 'Date' });
    expect(key('{Id}', { Id: '' })).toEqual({ kind: 'problem', column: 'Id', problem: 'is empty' });
  });

  it.each(['{Nope}', '{Id:wrong}', 'constant', '{Id'])('rejects %s', (expression) => {
    expect(() => parseKeyExpression('RowKey', expression, ['Id'])).toThrow(/RowKey/);
  });
});

describe('the delimiter', () => {
  it.each([
    ['a;b;c\n1,5;2,5;3\n', ';'],
    ['a\tb\n1\t2, or so\n', '\t'],
    ['a,"b;c;d",e\n1,"2;3",4\n', ','],
    ['a|b\n"x\ny"|2\n', '|'],
    ['alone\n1\n', ','],
  ])('of %j', (text, delimiter) => expect(detectDelimiter(text)).toBe(delimiter));
});

describe('the first row', () => {
  it.each([
    ['PartitionKey,RowKey,Tons\np,1,2', 'names'],
    ['RowKey:Edm.String,7\np,1', 'names'],
    ['\uFEFFCity,2024,2025\nOslo,5,6', 'names'],
    ['"Berth 1",v2,a.b\n1,2,3', 'names'],
    ['', 'names'],
    ['p,1,5\np,2,6', 'values'],
    ['shipped,1.25', 'values'],
    ['a,2026-10-14T08:21:07Z', 'values'],
    ['a,1f0e8c4a-0b57-4f0e-9c0e-2d3a4b5c6d7e', 'values'],
    ['\uFEFF-3,x', 'values'],
  ])('of %j is taken for %s', (text, what) => {
    expect(detectHeader(text, ',')).toBe(what === 'names' ? 'first-row' : 'none');
  });

  it('is divided by the delimiter of the text', () => {
    expect(detectHeader('p;1,5', ';')).toBe('none');
    expect(detectHeader('p;1,5', ',')).toBe('none');
    expect(detectHeader('a;b', ',')).toBe('first-row');
  });
});
