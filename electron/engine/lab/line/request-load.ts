// The load of a request on the service behind a simulated network: which partition it writes to and how many entities
// it touches. Parsed from the request as it is sent. Pure.

export interface RequestLoad {
  /** `write` and `get` count against the partition's rate. */
  readonly kind: 'write' | 'get' | 'query' | 'other';
  /** Empty when there is none, or several. */
  readonly partition: string;
  readonly entities: number;
}

const other: RequestLoad = { kind: 'other', partition: '', entities: 0 };

/** `body` may be empty; only its text matters. `path` is that of the request line, with its query. */
export function requestLoad(method: string, path: string, body: Buffer): RequestLoad {
  const [resource = '', query = ''] = path.split('?', 2);
  if (method === 'POST' && resource.endsWith('/$batch')) {
    const text = body.toString('latin1');
    const operations = text.match(/^(?:POST|PUT|PATCH|MERGE|DELETE) http/gm)?.length ?? 0;
    return { kind: 'write', partition: partitionIn(text), entities: operations };
  }
  if (/\(PartitionKey=/i.test(resource)) {
    return { kind: method === 'GET' ? 'get' : 'write', partition: partitionIn(resource), entities: 1 };
  }
  if (method === 'POST' && !resource.endsWith('/Tables') && body.includes('"PartitionKey"')) {
    return { kind: 'write', partition: partitionIn(body.toString('latin1')), entities: 1 };
  }
  if (method === 'GET' && resource.endsWith('()')) {
    return { kind: 'query', partition: '', entities: Number(new URLSearchParams(query).get('$top') ?? 1000) };
  }
  return other;
}

function partitionIn(text: string): string {
  return /"PartitionKey":"([^"]*)"/.exec(text)?.[1] ?? /PartitionKey='([^']*)'/i.exec(decoded(text))?.[1] ?? '';
}

function decoded(text: string): string {
  return text.replace(/%27/g, "'");
}

/** Whether it touches entities of one partition, whose rate is limited. */
export const isOfPartition = ({ kind }: RequestLoad): boolean => kind === 'write' || kind === 'get';

/** A query that exceeds the service's time limit returns a shorter page and a continuation token. */
export function cutPage(path: string, entities: number, entityMs: number, pageCutMs: number | null): string {
  if (pageCutMs === null || entityMs === 0 || entities * entityMs <= pageCutMs) return path;
  const fewer = Math.max(1, Math.floor(pageCutMs / entityMs));
  const [resource = '', query = ''] = path.split('?', 2);
  const parameters = query.split('&').filter((part) => part !== '' && !/^(?:\$|%24)top=/i.test(part));
  return `${resource}?${[...parameters, `%24top=${fewer}`].join('&')}`;
}

/** Responses of the service that the simulated network sends itself. */
export const busyAnswer = { status: 503, code: 'ServerBusy', message: 'The server is busy.' } as const;
export const timedOutAnswer = {
  status: 500,
  code: 'OperationTimedOut',
  message: 'Operation could not be completed within the specified time.',
} as const;
export type LineAnswer = typeof busyAnswer | typeof timedOutAnswer;

export function lineAnswer(answer: LineAnswer): { readonly headers: Record<string, string>; readonly body: Buffer } {
  const body = Buffer.from(
    JSON.stringify({ 'odata.error': { code: answer.code, message: { lang: 'en-US', value: answer.message } } }),
  );
  return {
    headers: {
      'x-ms-request-id': 'simulated-line',
      'x-ms-version': '2019-02-02',
      'x-ms-error-code': answer.code,
      'content-type': 'application/json',
      'content-length': String(body.length),
    },
    body,
  };
}
