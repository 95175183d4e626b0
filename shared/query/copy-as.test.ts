// A query as text for other tools: exact, quoted for its reader, and without a secret.
import { describe, expect, it } from 'vitest';
import { type CopyTarget, curlCommand, odataUrl, sdkCode, stowageCommand } from './copy-as';
import type { TableQuery } from '../model/table-query';

const target: CopyTarget = {
  endpoint: 'https://harbour.table.core.windows.net',
  accountName: 'harbour',
  credential: 'key',
  connectionName: "Harbour's quay",
};
const query: TableQuery = {
  table: 'Movies',
  partitionKey: { kind: 'is', value: "o'neil & sons" },
  rowKey: { kind: 'starts-with', prefix: 'Sh' },
  select: [],
  pageSize: 1000,
};
const filter = "PartitionKey eq 'o''neil & sons' and RowKey ge 'Sh' and RowKey lt 'Si'";

describe('address', () => {
  it('is what the service reads back as the same parameters', () => {
    const url = new URL(odataUrl(target, { ...query, select: ['Größe', 'RowKey'], limit: 20 }));
    expect(url.origin + url.pathname).toBe('https://harbour.table.core.windows.net/Movies()');
    expect([...url.searchParams]).toEqual([
      ['$filter', filter],
      ['$select', 'PartitionKey,RowKey,Größe'],
      ['$top', '20'],
    ]);
  });

  it('holds no character that a shell or a page could take amiss', () => {
    expect(odataUrl(target, query).split('?')[1]).toMatch(/^[\w$=&%.~-]+$/);
  });
});

describe('curl', () => {
  it('lists every header that the request needs, and a placeholder for the signature', () => {
    const text = curlCommand(target, query);
    expect(text).toContain("-H 'Authorization: SharedKeyLite harbour:SIGNATURE'");
    expect(text).toContain("-H 'x-ms-date: DATE'");
    expect(text).toContain("-H 'x-ms-version: 2019-02-02'");
    expect(text).toContain("-H 'Accept: application/json;odata=minimalmetadata'");
    expect(text).toContain("-H 'DataServiceVersion: 3.0'");
    expect(text).toContain(`'${odataUrl(target, query)}'`);
  });

  it('ends the address with a word where the SAS belongs', () => {
    const text = curlCommand({ ...target, credential: 'sas' }, query);
    expect(text).not.toContain('Authorization');
    expect(text.endsWith("&SAS'")).toBe(true);
  });
});

describe('stowage', () => {
  it('uses the options of the conditions, quoted for a shell', () => {
    expect(stowageCommand(target, query)).toBe(
      String.raw`stowage query Movies --pk 'o'"'"'neil & sons' --rk-prefix Sh --connection 'Harbour'"'"'s quay'`,
    );
  });

  it('writes the whole filter where a condition has no option', () => {
    const oneOf: TableQuery = { ...query, partitionKey: { kind: 'one-of', values: ['A', 'B'] }, splitOr: true };
    expect(stowageCommand({ connectionName: 'local' }, oneOf)).toBe(
      String.raw`stowage query Movies --filter '(PartitionKey eq '"'"'A'"'"' or PartitionKey eq '"'"'B'"'"') and RowKey ge '"'"'Sh'"'"' and RowKey lt '"'"'Si'"'"'' --split-or --connection local`,
    );
  });
});

describe('stowage, whose options cannot express everything', () => {
  const range = (value: string, inclusive: boolean): TableQuery['rowKey'] => ({
    kind: 'range',
    from: { value, inclusive },
  });
  const any = { kind: 'any' } as const;
  it.each<[string, Partial<TableQuery>, string]>([
    [
      'a lower bound that is left out',
      { partitionKey: any, rowKey: range('m', false) },
      `--filter 'RowKey gt '"'"'m'"'"''`,
    ],
    ['no condition at all', { partitionKey: any, rowKey: any }, '--connection local'],
    ['an empty text', { partitionKey: any, rowKey: any, filterText: '' }, '--connection local'],
    ['a lower bound', { partitionKey: any, rowKey: range('m', true) }, '--rk-from m'],
    [
      'a filter that was written as text',
      { partitionKey: any, rowKey: any, filterText: 'A eq 1' },
      `--filter 'A eq 1'`,
    ],
    [
      'two delimiters',
      {
        partitionKey: { kind: 'starts-with', prefix: 'a', delimiter: ';' },
        rowKey: { kind: 'starts-with', prefix: 'b', delimiter: '|' },
      },
      '--filter ',
    ],
  ])('writes %s', (_, condition, expected) => {
    const text = stowageCommand({ connectionName: 'local' }, { ...query, ...condition });
    expect(text.startsWith(`stowage query Movies ${expected}`)).toBe(true);
    expect(text).not.toMatch(/--[pr]k-prefix|--delimiter/);
  });
});

describe('SDK code', () => {
  it('holds the filter as one literal and stops at the row limit', () => {
    const code = sdkCode({ ...query, select: ['Größe'], limit: 20 });
    expect(code).toContain(`filter: ${JSON.stringify(filter)},`);
    expect(code).toContain('select: ["PartitionKey", "RowKey", "Größe"],');
    expect(code).toContain('.byPage({ maxPageSize: 20 })');
    expect(code).toContain('let left = 20;');
  });

  it('escapes what ends a line or breaks out of the literal', () => {
    const code = sdkCode({
      ...query,
      partitionKey: { kind: 'any' },
      rowKey: { kind: 'any' },
      filterText: "Name eq '\"; \u2028 \\ $'",
    });
    expect(code).toContain(String.raw`filter: "Name eq '\"; \u2028 \\ $'",`);
  });

  it('requests everything without a filter', () => {
    const code = sdkCode({ ...query, partitionKey: { kind: 'any' }, rowKey: { kind: 'any' } });
    expect(code).not.toContain('queryOptions');
    expect(code).toContain('for (const entity of page) ');
  });
});
