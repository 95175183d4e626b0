import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProtocolError, ResponseReader } from './response-reader';

interface Seen {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
  end: string;
}

function readerFor(method: string): { readonly reader: ResponseReader; readonly seen: Seen } {
  const seen: Seen = { status: 0, headers: {}, body: '', end: '' };
  const reader = new ResponseReader(method, {
    head: ({ status, headers }) => Object.assign(seen, { status, headers }),
    body: (piece) => void (seen.body += piece.toString('latin1')),
    end: (reuse) => void (seen.end += reuse),
  });
  return { reader, seen };
}

function read(text: string, method = 'GET'): Seen {
  const { reader, seen } = readerFor(method);
  reader.take(Buffer.from(text, 'latin1'));
  reader.finish();
  return seen;
}

const byLength = 'HTTP/1.1 206 Partial Content\r\nContent-Length: 5\r\nETag: "a"\r\n\r\nhello';
const inChunks = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\nT: 1\r\n\r\n';

describe('response', () => {
  it.each([
    ['by its length', byLength, 206, 'hello', 'keep'],
    ['in chunks', inChunks, 200, 'hello', 'keep'],
    ['to the end of the connection', 'HTTP/1.1 200 OK\r\n\r\nhello', 200, 'hello', 'close'],
    ['of nothing', 'HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n', 201, '', 'keep'],
    [
      'that wants the connection closed',
      byLength.replace('\r\n\r', '\r\nConnection: Close\r\n\r'),
      206,
      'hello',
      'close',
    ],
    ['after an interim one', `HTTP/1.1 100 Continue\r\n\r\n${byLength}`, 206, 'hello', 'keep'],
    ['of an older version', 'HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok', 200, 'ok', 'close'],
  ])('%s', (_name, text, status, body, end) => {
    expect(read(text)).toMatchObject({ status, body, end });
  });

  it.each([
    ['HEAD', 'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n'],
    ['PUT', 'HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\n\r\n'],
  ])('has no body to %s', (method, text) => {
    expect(read(text, method)).toMatchObject({ body: '', end: 'keep' });
  });

  it('is the same however its bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(byLength, inChunks),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (text, cuts) => {
          const { reader, seen } = readerFor('GET');
          for (let at = 0, turn = 0; at < text.length; turn += 1) {
            const next = at + (cuts[turn % cuts.length] ?? 1);
            reader.take(Buffer.from(text.slice(at, next), 'latin1'));
            at = next;
          }
          expect(seen).toEqual(read(text));
        },
      ),
    );
  });

  it('joins headers of one name and preserves the case of metadata names', () => {
    const { reader, seen } = readerFor('GET');
    reader.take(Buffer.from('HTTP/1.1 200 OK\r\nA: 1\r\na: 2\r\nContent-Length: 0\r\n\r\n'));
    expect(seen.headers.a).toBe('1, 2');
  });

  it('reports how much of a body may be received in place', () => {
    const { reader, seen } = readerFor('GET');
    reader.take(Buffer.from(byLength.slice(0, -3), 'latin1'));
    expect(reader.plainBytes).toBe(3);
    reader.readInPlace(3);
    expect([reader.plainBytes, seen.end]).toEqual([0, 'keep']);
  });

  it.each([
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n',
    'HTTP/1.1 200',
  ])('that is truncated is not complete: %j', (text) => {
    const { reader, seen } = readerFor('GET');
    reader.take(Buffer.from(text, 'latin1'));
    expect([reader.finish(), seen.end]).toEqual(['cut', '']);
  });

  it.each([
    'SSH-2.0-OpenSSH\r\n\r\n',
    'HTTP/1.1 200 OK\r\nno colon\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 5, 6\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n',
    `${byLength}more`,
    `HTTP/1.1 200 OK\r\nA: ${'x'.repeat(70_000)}`,
  ])('that is invalid is rejected: %#', (text) => {
    expect(() => read(text)).toThrow(ProtocolError);
  });
});
