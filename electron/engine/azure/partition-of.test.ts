import { describe, expect, it } from 'vitest';
import { entitiesNamedBy, partitionOf } from './partition-of';

const filter = (text: string): string => new URLSearchParams({ $filter: text }).toString();

describe('partitionOf', () => {
  it('reads the keys of an entity, with quotes and escapes', () => {
    const path = `/Ships(PartitionKey='${encodeURIComponent("O''Hara; Süd")}',RowKey='1')`;
    expect(partitionOf({ path, query: '' })).toBe("O'Hara; Süd");
  });

  it('reads a filter that names one partition, and only such a one', () => {
    const of = (text: string): string => partitionOf({ path: '/Ships()', query: filter(text) });
    expect(of("PartitionKey eq 'Quay' and RowKey ge 'B'")).toBe('Quay');
    expect(of("PartitionKey eq ''")).toBe('');
    expect(of("PartitionKey eq 'a' or PartitionKey eq 'b'")).toBe('');
    expect(of("PartitionKey eq 'a' and PartitionKey eq 'b'")).toBe('');
    expect(of("PartitionKey eq 'a or not'")).toBe('a or not');
    expect(of("PartitionKey eq 'a' or Tons gt 3")).toBe('');
    expect(of("not (PartitionKey eq 'a')")).toBe('');
    expect(of("PartitionKey ge 'a' and PartitionKey lt 'b'")).toBe('');
  });

  it('reads the first operation of a transaction, and a new entity', () => {
    const update = Buffer.from("--batch\r\nPATCH https://s/Ships(PartitionKey='Quay%201',RowKey='9') HTTP/1.1\r\n");
    expect(partitionOf({ path: '/$batch', query: '', body: update })).toBe('Quay 1');
    const insert = Buffer.from('POST https://s/Ships HTTP/1.1\r\n\r\n{"PartitionKey":"Qu\\"ay","RowKey":"1"}');
    expect(partitionOf({ path: '/$batch', query: '', body: insert })).toBe('Qu"ay');
  });

  it('answers nothing for requests on no partition, and for bytes that are no text', () => {
    expect(partitionOf({ path: '/Tables', query: '' })).toBe('');
    expect(partitionOf({ path: '/%E0%A4%A', query: '', body: new Uint8Array([0xff, 0xfe]) })).toBe('');
  });
});

describe('entitiesNamedBy', () => {
  const batchOf = (operations: number): Buffer => {
    const entity = JSON.stringify({ PartitionKey: 'Quay', RowKey: '1', Note: 'application/http\r\n' });
    const part = `--c\r\nContent-Type: application/http\r\n\r\nPOST https://s/Ships HTTP/1.1\r\n\r\n${entity}\r\n`;
    return Buffer.from(part.repeat(operations));
  };

  it('counts the operations of a transaction, whatever its entities contain', () => {
    expect(entitiesNamedBy({ path: '/account/$batch', body: batchOf(37) })).toBe(37);
    expect(entitiesNamedBy({ path: '/account/$batch', body: Buffer.from('application/http\r\n') })).toBe(1);
    expect(entitiesNamedBy({ path: '/account/$batch', body: Buffer.alloc(0) })).toBe(0);
  });

  it('counts one for an entity by its keys and for a new one, none for a query', () => {
    expect(entitiesNamedBy({ path: "/Ships(PartitionKey='Quay',RowKey='1')" })).toBe(1);
    expect(entitiesNamedBy({ path: '/Ships', body: Buffer.from('{"PartitionKey":"Quay","RowKey":"1"}') })).toBe(1);
    expect(entitiesNamedBy({ path: '/Ships()' })).toBe(0);
  });
});
