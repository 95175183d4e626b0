// Servers that send too much, repeat themselves or redirect: every response has a limit, and exceeding it is an error
// in the product's terms. Both http clients, over real sockets.
import type { RequestListener, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { sentence } from '@shared/error-text';
import { StowageError } from '@shared/errors';
import { MiB } from '@shared/units';
import { serviceHeaders } from '../../testing/faults';
import { createContainer, deleteContainer } from '../blobs/container-admin';
import { listBlobPage, listContainers, walkBlobs } from '../blobs/listing';
import { silentSink } from '../metrics/request-record';
import { systemClock } from '../system-clock';
import { fetchPage, entityForm } from '../tables/page';
import { createTable, deleteTable, listTables } from '../tables/table-admin';
import { type Account, type RestAccount, type ServiceRequest } from './account';
import { createAccountDeps } from './account-deps';
import { createAccount } from './create-account';
import { isDoneStatus } from './operation-names';
import { useServers } from './fixtures/use-servers';

const servers = useServers();
const credential = { kind: 'key', accountName: 'acc', accountKey: Buffer.alloc(32).toString('base64') } as const;

async function accountAt(answer: RequestListener): Promise<Account> {
  const { port } = await servers.start(answer);
  const deps = createAccountDeps({ metrics: silentSink, clock: systemClock, random: () => 0 });
  servers.atEnd(() => deps.dispose());
  const endpoint = `http://127.0.0.1:${port}/acc`;
  return createAccount(
    { connectionId: 'c', accountName: 'acc', endpoints: { blob: endpoint, table: endpoint }, credential },
    deps,
  );
}

async function failureOf(work: Promise<unknown>): Promise<StowageError> {
  return work.then(
    () => {
      throw new Error('It did not fail.');
    },
    (thrown: unknown) => StowageError.from(thrown),
  );
}

/** Sends the piece again and again until the client closes the connection; counts the bytes. */
function withoutEnd(response: ServerResponse, piece: Buffer, count: (bytes: number) => void): void {
  let isOpen = true;
  response.on('close', () => (isOpen = false)).on('error', () => undefined);
  const send = (): void => {
    while (isOpen) {
      count(piece.length);
      if (!response.write(piece)) {
        response.once('drain', send);
        return;
      }
    }
  };
  send();
}

const getAcl = {
  service: 'blob',
  operation: 'GetContainerACL',
  method: 'GET',
  path: '/box',
  resource: 'box',
  query: { restype: 'container', comp: 'acl' },
  replay: 'safe',
} as const;

const clients: readonly (readonly [string, (account: Account) => RestAccount])[] = [
  ['the client of node:http', (account) => account],
  ['the client of transfers', (account) => account.direct()],
];

describe.each(clients)('an endless response, received by %s,', (_, of) => {
  it('is read for 64 KiB when it is a failure, which is then reported', async () => {
    let sent = 0;
    const account = await accountAt((_request, response) => {
      response.writeHead(400, serviceHeaders({ 'content-type': 'application/xml' }));
      response.write('<Error><Code>InvalidResourceName</Code><Message>No.</Message></Error>');
      withoutEnd(response, Buffer.alloc(16_384, 'x'), (bytes) => (sent += bytes));
    });
    expect(await failureOf(of(account).send(getAcl))).toMatchObject({ code: 'invalid.name' });
    // The buffers of both sides are sent, too.
    expect(sent).toBeLessThan(16 * MiB);
  });

  it('is not read beyond the limit of the operation', async () => {
    let requests = 0;
    const account = await accountAt((_request, response) => {
      requests += 1;
      response.writeHead(200, serviceHeaders());
      withoutEnd(response, Buffer.alloc(65_536, '<a>'), () => undefined);
    });
    const error = await failureOf(of(account).send(getAcl));
    expect(error).toMatchObject({ code: 'network.oversized', retry: 'no', context: { limitBytes: MiB } });
    expect(sentence(error)).toContain('more than 1.0 MiB in response to GetContainerACL');
    expect(requests, 'it is not asked for again').toBe(1);
  });

  it('is rejected at its head when that declares too much', async () => {
    const account = await accountAt((_request, response) => {
      response.writeHead(200, serviceHeaders({ 'content-length': String(5 * 2 ** 30) })).flushHeaders();
    });
    expect(await failureOf(of(account).send(getAcl))).toMatchObject({ code: 'network.oversized' });
  });
});

describe('an endless response: of', () => {
  it('a page of a table is cut off', async () => {
    const account = await accountAt((_request, response) => {
      response.writeHead(200, serviceHeaders());
      withoutEnd(response, Buffer.alloc(MiB, ' '), () => undefined);
    });
    const range = { table: 'Rows', filter: '', select: [], top: 1000 };
    const page = fetchPage(account, range, { kind: 'start' }, entityForm, { clock: systemClock });
    expect(await failureOf(page)).toMatchObject({ code: 'network.oversized' });
  });
});

describe('a list whose continuation repeats', () => {
  const pages = (next: (requested: string) => string): RequestListener => {
    return (request, response) => {
      const { searchParams, pathname } = new URL(request.url ?? '/', 'http://list');
      const requested = searchParams.get('marker') ?? searchParams.get('NextTableName') ?? '';
      const marker = next(requested);
      if (pathname.endsWith('/Tables')) {
        const headers = serviceHeaders({ 'x-ms-continuation-nexttablename': marker });
        response.writeHead(200, headers).end('{"value":[{"TableName":"Rows"}]}');
        return;
      }
      response
        .writeHead(200, serviceHeaders())
        .end(
          `<EnumerationResults><Blobs><Blob><Name>0${requested}</Name></Blob></Blobs><NextMarker>${marker}</NextMarker></EnumerationResults>`,
        );
    };
  };
  const turning: Readonly<Record<string, string>> = { '': 'a', a: 'b', b: 'c', c: 'a' };
  const walk = async (account: Account): Promise<void> => {
    for await (const blobs of walkBlobs(account, { container: 'box', prefix: '' })) expect(blobs).toHaveLength(1);
  };

  it.each([
    ['with the same token', () => 'same'],
    ['in a circle of three', (requested: string) => turning[requested] ?? ''],
  ])('%s ends with an error: blobs, containers, tables', async (_, next) => {
    const account = await accountAt(pages(next));
    const about = { account: 'acc' };
    expect(await failureOf(walk(account))).toMatchObject({
      code: 'network.repeated-page',
      context: { container: 'box' },
    });
    expect(await failureOf(listContainers(account))).toMatchObject({ code: 'network.repeated-page', context: about });
    expect(await failureOf(listTables(account))).toMatchObject({ code: 'network.repeated-page', context: about });
  });

  it('is detected on a single page that refers to itself', async () => {
    const account = await accountAt(pages(() => 'same'));
    const request = { container: 'box', prefix: '', depth: 'flat', pageSize: 100 } as const;
    expect((await listBlobPage(account, request)).marker).toBe('same');
    expect((await failureOf(listBlobPage(account, { ...request, marker: 'same' }))).code).toBe('network.repeated-page');
  });
});

it('list: a different document is rejected, not read as an empty list', async () => {
  const account = await accountAt((_request, response) => {
    response.writeHead(200, serviceHeaders()).end('<html><body>Please sign in.</body></html>');
  });
  const request = { container: 'box', prefix: '', depth: 'flat', pageSize: 100 } as const;
  expect(await failureOf(listBlobPage(account, request))).toMatchObject({ code: 'network.malformed' });
  expect(await failureOf(listContainers(account))).toMatchObject({ code: 'network.malformed' });
});

it.each([
  ['a page of something else', '<html><body>Please sign in.</body></html>'],
  ['a value of another kind', 'null'],
  ['nothing', ''],
])(
  'creating and deleting: %s with status 200 is reported as no response of the service, not as a fault of the app',
  async (_, body) => {
    const account = await accountAt((request, response) => {
      response.writeHead(200, serviceHeaders()).end(request.method === 'HEAD' ? '' : body);
    });
    const clock = { ...systemClock, sleep: () => Promise.resolve() };
    const failed = { kind: 'network', code: 'network.malformed' };
    expect(await failureOf(createContainer(account, 'box'))).toMatchObject(failed);
    expect(await failureOf(deleteContainer(account, 'box'))).toMatchObject(failed);
    expect(await failureOf(createTable(account, 'Rows', undefined, clock))).toMatchObject(failed);
    expect(await failureOf(deleteTable(account, 'Rows', undefined, clock))).toMatchObject(failed);
  },
);

const writes: readonly (readonly [
  operation: string,
  method: ServiceRequest['method'],
  query: Record<string, string>,
  done: number,
])[] = [
  ['PutBlob', 'PUT', {}, 201],
  ['PutBlock', 'PUT', { comp: 'block', blockid: 'AAAA' }, 201],
  ['PutBlockList', 'PUT', { comp: 'blocklist' }, 201],
  ['DeleteBlob', 'DELETE', {}, 202],
  ['GetBlob', 'GET', {}, 206],
  ['InsertEntity', 'POST', {}, 204],
  ['MergeEntity', 'PATCH', {}, 204],
  ['DeleteEntity', 'DELETE', {}, 204],
  ['EntityGroupTransaction', 'POST', {}, 202],
];

describe.each(clients)('a success that the operation does not have, received by %s,', (_, of) => {
  it.each(writes)('is no success of %s', async (operation, method, query, done) => {
    let status = done;
    let requests = 0;
    const account = await accountAt((_request, response) => {
      requests += 1;
      response.writeHead(status, serviceHeaders()).end();
    });
    const service = /Entit/u.test(operation) ? ('table' as const) : ('blob' as const);
    const request = { service, operation, method, path: '/box/x', resource: 'box', query, replay: 'safe' } as const;
    expect((await of(account).send(request)).status).toBe(done);
    const others = [200, 201, 202, 203, 204, 206].filter((each) => !isDoneStatus(operation, each));
    expect(others).toContain(203);
    for (status of others) {
      requests = 0;
      const error = await failureOf(of(account).send(request));
      expect(error).toMatchObject({ code: 'network.malformed', context: { operation, status } });
      expect(sentence(error)).toContain(`HTTP ${status}`);
      expect(requests, 'it is not sent again').toBe(1);
    }
  });
});

describe('a redirect', () => {
  it.each([301, 302, 307, 308])('%i is named as such, with the host that it leads to', async (status) => {
    const location = 'http://login.cafe.example/portal?secret=1';
    const account = await accountAt((_request, response) => {
      response.writeHead(status, serviceHeaders({ location })).end('<html>');
    });
    const error = await failureOf(account.send(getAcl));
    expect(error).toMatchObject({ code: 'network.not-azure', context: { leadsTo: 'login.cafe.example' } });
    expect(sentence(error)).toContain('redirects the request to login.cafe.example');
    expect(sentence(error)).not.toContain('secret');
    const tables = await account.tableService();
    expect((await failureOf(tables.createTable('Rows'))).code).toBe('network.not-azure');
  });
});

describe('a response that is not from the service', () => {
  it.each([
    ['a list of tables that is something else', '{"value":[1]}'],
    ['a list of tables without any', '{"other":[]}'],
  ])('is never called a fault of the app: %s', async (_, body) => {
    const account = await accountAt((_request, response) => response.writeHead(200, serviceHeaders()).end(body));
    const error = await failureOf(listTables(account));
    expect(error.code).toBe('network.malformed');
    expect(sentence(error)).not.toContain('error in the app');
  });

  it.each([
    [505, 'invalid.refused'],
    [507, 'throttled.server-error'],
    [510, 'invalid.refused'],
  ])('is a failure of the service when its status is %i', async (status, code) => {
    const account = await accountAt((_request, response) => response.writeHead(status, serviceHeaders()).end());
    expect((await failureOf(account.send(getAcl))).code).toBe(code);
  });

  it.each([
    ['a row that is no object', '{"value":[1]}'],
    ['text after its end', '{"value":[]}]'],
    ['a property of an unknown type', '{"value":[{"A@odata.type":"Edm.Bomb","A":"1"}]}'],
    ['values nested a million deep', `{"x":${'['.repeat(1_000_000)}`],
    ['more properties than a page can have', `{"value":[${'{},'.repeat(1_100_000)}{}]}`],
  ])('is a page that cannot be read when it has %s', async (_, body) => {
    const account = await accountAt((_request, response) => response.writeHead(200, serviceHeaders()).end(body));
    const range = { table: 'Rows', filter: '', select: [], top: 1000 };
    const page = fetchPage(account, range, { kind: 'start' }, entityForm, { clock: systemClock });
    const error = await failureOf(page);
    expect(error).toMatchObject({ code: 'network.malformed', context: { table: 'Rows' } });
    expect(sentence(error)).toContain('Invalid response');
  });
});
