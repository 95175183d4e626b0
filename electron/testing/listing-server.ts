// A blob service with one container of any number of blobs, generated page by page, so that a million of them need no
// memory or preparation. It lists blobs, and serves their contents if they have a length. Authorisation is ignored.
import { createHash } from 'node:crypto';
import { type Server, createServer } from 'node:http';
import { connectionString, originOf } from './local-servers';
import { emulatorAccountKey, emulatorAccountName } from './azurite';

export interface ListingServer {
  readonly connectionString: string;
  readonly container: string;
  /** Name of the blob with that number; names are in the order of numbers. */
  nameOf(number: number): string;
  requests(): number;
  stop(): Promise<void>;
}

const container = 'measurements';
const digits = 8;
const modified = 'Wed, 14 Oct 2026 08:00:00 GMT';

export interface ListingOptions {
  /** Each blob consists of that many zeros and can be read; default: all sizes differ and none can be read. */
  readonly blobBytes?: number;
}

export async function startListingServer(blobs: number, options: ListingOptions = {}): Promise<ListingServer> {
  let requests = 0;
  const content = options.blobBytes === undefined ? null : Buffer.alloc(options.blobBytes);
  const facts = factsOf(content);
  const server: Server = createServer((request, response) => {
    requests += 1;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://listing');
    response.setHeader('content-type', 'application/xml');
    response.setHeader('x-ms-version', '2021-12-02');
    const isContainer = pathname.endsWith(`/${container}`);
    if (searchParams.get('comp') === 'list') response.end(isContainer ? page(blobs, searchParams, facts) : containers);
    else if (content === null) response.writeHead(404).end();
    else response.writeHead(206, { 'content-type': 'application/json', 'content-length': content.length }).end(content);
  });
  const origin = await originOf(server);
  return {
    container,
    nameOf,
    requests: () => requests,
    connectionString: connectionString({
      accountName: emulatorAccountName,
      accountKey: emulatorAccountKey,
      blobOrigin: origin,
      tableOrigin: origin,
    }),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const nameOf = (number: number): string => `measurement-${String(number).padStart(digits, '0')}.json`;
const containers = `<EnumerationResults><Containers><Container><Name>${container}</Name><Properties><Last-Modified>${modified}</Last-Modified></Properties></Container></Containers><NextMarker/></EnumerationResults>`;

interface Facts {
  readonly bytes: number;
  readonly md5: string;
}

/** The listing entry of a blob, by its number. */
function factsOf(content: Buffer | null): (number: number) => Facts {
  if (content !== null) {
    const facts = { bytes: content.length, md5: createHash('md5').update(content).digest('base64') };
    return () => facts;
  }
  return (number) => ({
    bytes: (number * 7919) % 1_000_000,
    md5: Buffer.from(String(number).padStart(16, '0')).toString('base64'),
  });
}

function page(blobs: number, query: URLSearchParams, facts: (number: number) => Facts): string {
  const prefix = query.get('prefix') ?? '';
  const size = Math.min(Number(query.get('maxresults') ?? 5000), 5000);
  const first = query.has('marker') ? Number(query.get('marker')) : firstWith(blobs, prefix);
  const rows: string[] = [];
  let next = first;
  while (next < blobs && rows.length < size && nameOf(next).startsWith(prefix)) {
    rows.push(row(next, facts(next)));
    next += 1;
  }
  const isMore = next < blobs && nameOf(next).startsWith(prefix);
  return `<EnumerationResults><Blobs>${rows.join('')}</Blobs><NextMarker>${isMore ? next : ''}</NextMarker></EnumerationResults>`;
}

/** Number of the first blob whose name is not less than the prefix. */
function firstWith(blobs: number, prefix: string): number {
  let low = 0;
  let high = blobs;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (nameOf(middle) < prefix) low = middle + 1;
    else high = middle;
  }
  return low;
}

function row(number: number, { bytes, md5 }: Facts): string {
  return [
    `<Blob><Name>${nameOf(number)}</Name><Properties><Last-Modified>${modified}</Last-Modified><Etag>0x${number.toString(16)}</Etag>`,
    `<Content-Length>${bytes}</Content-Length><Content-Type>application/json</Content-Type>`,
    `<Content-MD5>${md5}</Content-MD5><BlobType>BlockBlob</BlobType><AccessTier>Hot</AccessTier>`,
    '<LeaseStatus>unlocked</LeaseStatus></Properties></Blob>',
  ].join('');
}
