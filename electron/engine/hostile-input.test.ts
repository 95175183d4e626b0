// Every parser of untrusted text, given damaged and hostile text: it parses the text or reports what is wrong with it,
// and nothing else happens.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StowageError } from '@shared/errors';
import { parseEntityLine } from '@shared/import/entity-line';
import { parseKeyExpression, parseMomentLoose } from '@shared/import/key-expression';
import { parseHeader } from '@shared/import/typed-header';
import { parseLink } from '@shared/links/link';
import { openRequestOfFile, openRequestOfLink, parseQueryFile } from '@shared/links/query-file';
import { parseConnectionString, parseSas } from '@shared/model/connection-string';
import { parseSasToken } from '@shared/model/sas-token';
import { settings } from '@shared/model/settings';
import { parseFilter } from '@shared/query/odata';
import { spoiledText } from '../testing/spoiled-text';
import { ProtocolError, ResponseReader } from './azure/http/direct/response-reader';
import { createSnapshotReader } from './blobs/listing';
import { parseList } from './blobs/xml';
import { policiesIn } from './blobs/policies-body';
import { decodeRecords, encodeRecord } from './journal/record-line';
import { parseRun } from './lab/runs/run-file';
import { parseBatchAnswer } from './tables/batch';
import { parsePlanLine } from './tables/bulk/plan-file';
import { decodeEntity, decodePage } from './tables/entity-codec';
import { ObjectSplitter } from './tables/import/rows/object-splitter';
import { RecordSplitter } from './tables/import/rows/record-splitter';
import { decodeToken, encodeToken } from './tables/resume-token';

const readPage = (xml: string) => createSnapshotReader()(parseList(xml));

const key = Buffer.from('sixteen bytes of key, twice over').toString('base64');
const identity = { accountName: 'acc', table: 'Movies', filters: ['A'] };
const token = encodeToken(identity, {
  positions: [{ kind: 'at', partitionKey: 'p', rowKey: 'r' }],
  after: null,
});
const sas = 'sv=2021-12-02&ss=bt&srt=sco&sp=rl&se=2030-01-01T00%3A00%3A00Z&sig=abc%3D';
const row = '{"PartitionKey":"p","RowKey":"r","A":5,"B@odata.type":"Edm.Int64","B":"7","C":[{"d":null}]}';

const links = [
  "stowage://open/table?account=acc&connection=A&table=Movies&filter=PartitionKey%20eq%20'a'&select=A,B&limit=10",
  'stowage://open/container?account=acc&container=logs',
  'stowage://open/blob?account=acc&container=$web&blob=a%2Fb%20c.txt',
];
const queryFile =
  '{"stowage":"query","version":1,"name":"a","description":"","place":{"kind":"table","account":"acc","table":"Movies"},' +
  '"terms":{"partitionKey":{"kind":"is","value":"x"},"rowKey":{"kind":"any"},"select":["A"],' +
  '"where":{"kind":"not","node":{"kind":"truth","property":"B"}}}}';

interface Reader {
  readonly what: string;
  readonly samples: readonly string[];
  readonly read: (text: string) => unknown;
}

const readers: readonly Reader[] = [
  {
    what: 'a filter',
    samples: ["PartitionKey eq 'a''b' and (Age gt 5L or not (Name ge 'x'))", "When lt datetime'2020-01-01T00:00:00Z'"],
    read: parseFilter,
  },
  {
    what: 'a connection string',
    samples: [
      `DefaultEndpointsProtocol=https;AccountName=acc;AccountKey=${key};EndpointSuffix=storage.example`,
      `BlobEndpoint=http://127.0.0.1:1/acc;TableEndpoint=http://127.0.0.1:2/acc;SharedAccessSignature=${sas}`,
      'UseDevelopmentStorage=true',
    ],
    read: parseConnectionString,
  },
  {
    what: 'a shared access signature',
    samples: [`https://acc.blob.storage.example/box?${sas}`, `BlobEndpoint=http://127.0.0.1:1/acc;${sas}`],
    read: parseSas,
  },
  {
    what: 'a token of a signature',
    samples: [sas, `?${sas}&spr=https&sip=1.2.3.4-1.2.3.9`],
    read: (text) => parseSasToken(text),
  },
  {
    what: 'a list of blobs',
    samples: [
      '<?xml version="1.0"?><EnumerationResults><Blobs><Blob><Name Encoded="true">a%2Fb</Name><Properties>' +
        '<Content-Length>5</Content-Length><Last-Modified>Fri, 20 Nov 2026 10:00:00 GMT</Last-Modified>' +
        '<Etag>0x1</Etag></Properties></Blob><BlobPrefix><Name>c&amp;&#x1f600;/</Name></BlobPrefix></Blobs>' +
        '<NextMarker>m</NextMarker></EnumerationResults>',
    ],
    read: (text) => {
      for (const { bytes } of readPage(text).blobs) expect(Number.isSafeInteger(bytes)).toBe(true);
    },
  },
  {
    what: 'the stored policies of a container',
    samples: [
      '<?xml version="1.0"?><SignedIdentifiers><SignedIdentifier><Id>a&amp;b</Id><AccessPolicy>' +
        '<Start>2026-01-01T00:00:00.0000000Z</Start><Expiry>2027-01-01T00:00:00Z</Expiry><Permission>rl</Permission>' +
        '</AccessPolicy></SignedIdentifier></SignedIdentifiers>',
    ],
    read: (text) => {
      for (const { id, rights } of policiesIn(Buffer.from(text))) expect(typeof (id + rights)).toBe('string');
    },
  },
  { what: 'a page of a table', samples: [`{"odata.metadata":"x","value":[${row},${row}]}`], read: decodePage },
  { what: 'an entity', samples: [row], read: decodeEntity },
  {
    what: 'the answer to a batch',
    samples: [
      '--b\r\n\r\nHTTP/1.1 204 No Content\r\nETag: W/"1"\r\n\r\n--b--\r\n',
      'HTTP/1.1 409 Conflict\r\n\r\n{"odata.error":{"code":"EntityAlreadyExists","message":{"lang":"en","value":"1:There"}}}',
    ],
    read: (text) => parseBatchAnswer(text, 1),
  },
  { what: 'a continuation token', samples: [token], read: (text) => decodeToken(identity, text) },
  {
    what: 'delimited text',
    samples: ['PartitionKey,RowKey,A\r\n"p, q",r,"a ""b"""\r\nx,y,\r\n', 'a\tb\rc\td\r'],
    read: (text) => {
      const splitter = new RecordSplitter(',', 1000);
      return [...splitter.add(text), ...splitter.end()];
    },
  },
  {
    what: 'a JSON array of rows',
    samples: [`[${row},\n${row}]`, `{"value":[${row}]}`],
    read: (text) => {
      const splitter = new ObjectSplitter();
      return [...splitter.add(text), ...splitter.end()];
    },
  },
  {
    what: 'a typed header',
    samples: ['PartitionKey,RowKey,Rating:Edm.Double,Count@type,Count'],
    read: (text) => parseHeader(text.split(',')),
  },
  {
    what: 'an expression of a key',
    samples: ['{Date:yyyyMMdd};{Id}-{Name:8}'],
    read: (text) => parseKeyExpression('RowKey', text, ['Date', 'Id', 'Name']),
  },
  { what: 'a moment', samples: ['2026-11-21T10:00:00.1234567Z', '21/11/2026 10:00'], read: parseMomentLoose },
  {
    what: 'a line of a plan',
    samples: [
      '{"ETag":"W/1","PartitionKey":"p","RowKey":"r","properties":[{"name":"A","type":"Edm.Int32","value":"5"}]}',
    ],
    read: (text) => parsePlanLine(Buffer.from(text), '/plan'),
  },
  {
    what: 'a run of the lab',
    samples: ['{"version":1,"id":"a","name":"b","columns":[],"rows":[]}'],
    read: (text) => parseRun(text, 'run.json'),
  },
  {
    what: 'a journal',
    samples: [encodeRecord({ kind: 'block', index: 5 }) + encodeRecord({ kind: 'done' })],
    read: (text) => decodeRecords(Buffer.from(text)),
  },
  { what: 'a link', samples: links, read: parseLink },
  { what: 'the file of a saved query', samples: [queryFile], read: parseQueryFile },
];

describe('untrusted text', () => {
  it.each(readers)('is parsed as $what or rejected with a message', ({ samples, read }) => {
    for (const sample of samples) expect(() => read(sample)).not.toThrow(TypeError);
    fc.assert(
      fc.property(spoiledText(samples), (text) => {
        try {
          read(text);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(StowageError);
        }
      }),
      { numRuns: 1500 },
    );
  });

  it.each<readonly [string, () => unknown]>([
    ['a filter', () => parseFilter('('.repeat(1_000_000))],
    ['a page of a table', () => decodePage(`{"value":[{"A":${'['.repeat(1_000_000)}`)],
    ['an entity', () => decodeEntity('{"A":'.repeat(1_000_000))],
    ['a list of blobs', () => readPage('<a>'.repeat(1_000_000))],
  ])('nested a million levels deep is rejected as %s', (_what, read) => {
    expect(read).toThrow(StowageError);
  });

  it('is parsed as a JSON value of a row or is none', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const entity = parseEntityLine(value);
        if (entity !== null) expect(typeof entity.partitionKey).toBe('string');
      }),
    );
  });

  it('never brings a record into a journal that was not written', () => {
    const records = Array.from({ length: 5 }, (_, index) => ({ index, name: `n${index}` }));
    fc.assert(
      fc.property(spoiledText([records.map(encodeRecord).join('')]), (text) => {
        const { values } = decodeRecords(Buffer.from(text));
        for (const value of values) expect(records).toContainEqual(value);
      }),
    );
  });

  it('yields valid settings whatever a file contains', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(settings.shape)), fc.jsonValue()), (file) => {
        const read = settings.parse(file);
        expect(settings.parse(read)).toEqual(read);
      }),
    );
  });

  it('opens a location by names, or nothing, whatever a link or a file contains', () => {
    const known = ['kind', 'account', 'connection', 'table', 'container', 'blob', 'columns', 'terms'];
    fc.assert(
      fc.property(spoiledText([...links, queryFile]), (text) => {
        for (const read of [openRequestOfLink(text), openRequestOfFile(text)]) {
          if (read.state === 'refused') expect(read.reason.length).toBeLessThanOrEqual(400);
          else expect(known).toEqual(expect.arrayContaining(Object.keys(read.target)));
        }
      }),
      { numRuns: 1500 },
    );
  });

  it('is an HTTP response, or no HTTP, and its body ends where the server declared', () => {
    const answers = [
      'HTTP/1.1 206 Partial Content\r\nContent-Length: 5\r\nETag: "a"\r\n\r\nhello',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\nT: 1\r\n\r\n',
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n',
    ];
    fc.assert(
      fc.property(spoiledText(answers), (text) => {
        let ends = 0;
        let lengthBytes: number | null = null;
        let bodyBytes = 0;
        const reader = new ResponseReader('GET', {
          head: ({ headers }) => {
            const length = headers['content-length'];
            lengthBytes = length === undefined || headers['transfer-encoding'] !== undefined ? null : Number(length);
          },
          body: (piece) => void (bodyBytes += piece.length),
          end: () => void (ends += 1),
        });
        try {
          reader.take(Buffer.from(text, 'latin1'));
          reader.finish();
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(ProtocolError);
        }
        expect(ends).toBeLessThanOrEqual(1);
        if (ends === 1 && lengthBytes !== null) expect(bodyBytes).toBe(lengthBytes);
      }),
      { numRuns: 1500 },
    );
  });
});
