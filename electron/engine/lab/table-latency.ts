// Latency of single-entity operations: insert, get, merge and delete on a table of its own, after a warm-up.
// Method of the published studies: 1 KiB entities, random payload, no retries counted as success.
import { StowageError } from '@shared/errors';
import type { Account, ServiceRequest } from '../azure/account';
import { type Experiment, type ExperimentContext, type ExperimentResult, parameter } from './experiment';
import { distributionOf } from './statistics';

const operations = ['insert', 'get', 'merge', 'delete'] as const;
type OperationName = (typeof operations)[number];
const payloadBytes = 1024;
const warmUpRequests = 10;

export const tableLatency: Experiment = {
  id: 'table-latency',
  title: 'Table latency',
  purpose: 'How long single inserts, gets, merges and deletes of 1 KiB entities take, as distributions.',
  parameters: [
    { name: 'entities', title: 'Entities', unit: '', defaultValue: 200, min: 10, max: 20_000 },
    { name: 'concurrency', title: 'Requests in flight', unit: '', defaultValue: 4, min: 1, max: 64 },
    { name: 'partitions', title: 'Partitions', unit: '', defaultValue: 1, min: 1, max: 100 },
  ],
  run: async (context) => {
    const { account, signal, random } = context;
    const table = `StowageLab${Math.floor(random() * 1e9).toString(36)}`;
    const admin = account.tableService();
    await admin.createTable(table, { abortSignal: signal });
    try {
      return await measure(context, table);
    } finally {
      await admin.deleteTable(table);
    }
  },
};

async function measure(context: ExperimentContext, table: string): Promise<ExperimentResult> {
  const entities = parameter(context, 'entities');
  const partitions = parameter(context, 'partitions');
  const keyOf = (index: number): [string, string] => [`p${index % partitions}`, `r${String(index).padStart(6, '0')}`];
  const distributions = [];
  let requests = 0;
  for (const [at, operation] of operations.entries()) {
    if (at === 0) {
      for (let index = 0; index < warmUpRequests; index += 1) {
        await timed(context, context.account, request('get', table, ['warm', `up${index}`], context));
      }
    }
    const latencies: number[] = [];
    let failed = 0;
    let next = 0;
    const worker = async (): Promise<void> => {
      while (next < entities && !context.signal.aborted) {
        const index = next;
        next += 1;
        const elapsedMs = await timed(context, context.account, request(operation, table, keyOf(index), context));
        requests += 1;
        if (elapsedMs === null) failed += 1;
        else latencies.push(elapsedMs);
        if (index % 20 === 0) context.onStep(operation, at * entities + index, operations.length * entities);
      }
    };
    await Promise.all(Array.from({ length: parameter(context, 'concurrency') }, worker));
    distributions.push(distributionOf(latencies, { label: operation, unit: 'ms', failed }));
  }
  return { distributions, requests };
}

/** Milliseconds, or null when the operation failed. */
async function timed(context: ExperimentContext, account: Account, request: ServiceRequest): Promise<number | null> {
  try {
    const response = await account.send(request);
    return response.attempts === 1 ? response.totalMs : null;
  } catch (thrown) {
    const error = StowageError.from(thrown);
    if (context.signal.aborted || error.kind === 'bug' || error.kind === 'auth') throw error;
    return null;
  }
}

function request(
  operation: OperationName,
  table: string,
  [partitionKey, rowKey]: readonly [string, string],
  context: ExperimentContext,
): ServiceRequest {
  const path = `/${table}(PartitionKey='${partitionKey}',RowKey='${rowKey}')`;
  const base = { service: 'table', resource: table, signal: context.signal } as const;
  const headers = { Accept: 'application/json;odata=minimalmetadata', 'Content-Type': 'application/json' };
  switch (operation) {
    case 'insert':
      return {
        ...base,
        operation: 'InsertEntity',
        method: 'POST',
        path: `/${table}`,
        headers: { ...headers, Prefer: 'return-no-content' },
        body: Buffer.from(JSON.stringify({ PartitionKey: partitionKey, RowKey: rowKey, Payload: payload(context) })),
        replay: 'unsafe',
      };
    case 'get':
      return { ...base, operation: 'GetEntity', method: 'GET', path, headers, replay: 'safe' };
    case 'merge':
      return {
        ...base,
        operation: 'MergeEntity',
        method: 'MERGE',
        path,
        headers: { ...headers, 'If-Match': '*' },
        body: Buffer.from(JSON.stringify({ Payload: payload(context) })),
        replay: 'unsafe',
      };
    case 'delete':
      return {
        ...base,
        operation: 'DeleteEntity',
        method: 'DELETE',
        path,
        headers: { ...headers, 'If-Match': '*' },
        replay: 'unsafe',
      };
  }
}

function payload(context: ExperimentContext): string {
  let text = '';
  while (text.length < payloadBytes) text += context.random().toString(36).slice(2);
  return text.slice(0, payloadBytes);
}
