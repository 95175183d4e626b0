// The items of shards that move no files: a range of a table to export, a slice of a file to import, a folder to check, a
// measurement of the lab. Each runs as a job of this machine's own engine, and what it writes for people is on the
// shared file system before it counts.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { HubFinding } from '@shared/error-text/hub-findings';
import { StowageError, cancelled } from '@shared/errors';
import { runJson } from '@shared/lab/run-files';
import type { TableJob } from '@shared/model/table-job';
import { localError } from '../../disk/local-error';
import { parsedJson, writeWhole } from '../../disk/whole-file';
import type { Account } from '../azure/account';
import type { Lab } from '../lab/create-lab';
import type { Clock } from '../ports';
import { compareSides } from '../sync/merge';
import type { TableFiles } from '../tables/create-table-files';
import {
  type ShardCounts,
  type ShardItem,
  type ShardWork,
  addCounts,
  keyRange,
  maxShardFailures,
  noCounts,
} from './messages';
import { partName } from './export-parts';
import { placesOf, sideAt } from './plan-levels';
import { queryWithin } from './plan-tables';
import type { ClusterSpec, SpecOf } from './specs';
import type { HubLine } from './work-queue';

export interface ItemContext {
  readonly spec: ClusterSpec;
  readonly shard: ShardWork;
  /** Whether a worker has had the shard before. */
  readonly isAgain: boolean;
  /** Since the whole job was created. */
  readonly ageMs: number;
  /** How far the clock of the hub is ahead. */
  readonly offsetMs: number;
  /** Aborted when the worker has to stop. */
  readonly signal: AbortSignal;
  readonly underWay: (files: number, bytes: number) => void;
}

export interface ItemWork {
  /** Throws what may pass, and what concerns everything that is left of the shard. Rows count as files. */
  run(item: ShardItem, context: ItemContext): Promise<ShardCounts>;
}

export interface ItemWorkPorts {
  readonly tableFiles: Pick<TableFiles, 'imports' | 'exports'>;
  readonly lab: Pick<Lab, 'run'>;
  readonly line: Pick<HubLine, 'call'>;
  readonly connectionTo: (endpoint: string) => Promise<string | null>;
  readonly openAccount: (connectionId: string) => Promise<Account>;
  readonly clock: Clock;
  readonly node: { readonly id: string; readonly name: string };
}

const lookEveryMs = 500;

export class ItemJobs implements ItemWork {
  readonly #ports: ItemWorkPorts;

  constructor(ports: ItemWorkPorts) {
    this.#ports = ports;
  }

  run(item: ShardItem, context: ItemContext): Promise<ShardCounts> {
    const { spec } = context;
    switch (spec.kind) {
      case 'export':
        return this.#export(item, spec, context);
      case 'import':
        return this.#import(item, spec, context);
      case 'check':
        return this.#check(item, spec, context);
      case 'lab':
        return this.#measure(spec, context);
      default:
        throw new StowageError('bug.unexpected', 'Files are moved as transfers.');
    }
  }

  async #connection(endpoint: string): Promise<string> {
    const found = await this.#ports.connectionTo(endpoint);
    if (found !== null) return found;
    throw new StowageError('not-found.connection', 'The connection of this machine was removed.');
  }

  /** Into a file of its own, which appears whole or not at all. */
  async #export([source]: ShardItem, spec: SpecOf<'export'>, context: ItemContext): Promise<ShardCounts> {
    const range = keyRange.nullable().parse(parsedJson(source));
    await makeShared(spec.targetDir);
    const { columns, format, decimals, query } = spec;
    const job = await this.#ports.tableFiles.exports.start({
      connectionId: await this.#connection(spec.endpoint),
      source: { kind: 'query', query: queryWithin(query, range) },
      columns,
      format,
      ...(decimals === undefined ? {} : { decimals }),
      path: join(spec.targetDir, partName(context.shard.id, format)),
    });
    return countsOf(await this.#ended(job, context));
  }

  async #import([source]: ShardItem, spec: SpecOf<'import'>, context: ItemContext): Promise<ShardCounts> {
    const slice = z.object({ from: z.number(), to: z.number() }).parse(parsedJson(source));
    const { table, path, headerBytes, reading, settings, rejectsDir } = spec;
    const { shard, ageMs, isAgain } = context;
    const job = await this.#ports.tableFiles.imports.start({
      connectionId: await this.#connection(spec.endpoint),
      table,
      location: { kind: 'file', path, part: { headerBytes, ...slice } },
      reading,
      settings,
      shard: { salt: `${shard.job} ${slice.from}`, ageMs, earlier: isAgain ? 'yes' : 'no' },
    });
    const view = await this.#ended(job, context, async ({ rowsRejected }) => {
      if (rejectsDir === undefined || rowsRejected === 0) return;
      await makeShared(rejectsDir);
      await job.saveRejected(join(rejectsDir, `rejected-${shard.id}.${reading.format ?? 'csv'}`));
    });
    const failed = view.failures.map(({ code, message, examples, count }) => ({
      source: `${path}, ${slice.from}–${slice.to}`,
      target: table,
      code,
      message,
      context: { count, examples: examples.join(', ') },
    }));
    return { ...countsOf(view), bytes: slice.to - slice.from, failed: failed.slice(0, maxShardFailures) };
  }

  /** `save`: before the job is forgotten with its files. */
  async #ended(
    job: {
      view(): TableJob;
      ended(): Promise<TableJob>;
      interrupt(): Promise<void>;
      forget(): Promise<void>;
    },
    { signal, underWay }: ItemContext,
    save: (view: TableJob) => Promise<void> = () => Promise.resolve(),
  ): Promise<TableJob> {
    const { clock } = this.#ports;
    const over = new AbortController();
    const stop = (): void => void job.interrupt();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const watching = (async () => {
      while (!over.signal.aborted) {
        const { rowsDone, bytesDone } = job.view();
        underWay(rowsDone, bytesDone ?? 0);
        await clock.sleep(lookEveryMs, over.signal).catch(() => undefined);
      }
    })();
    try {
      const view = await job.ended();
      if (view.state !== 'done') {
        signal.throwIfAborted();
        throw view.error === null ? cancelled() : StowageError.fromShape(view.error);
      }
      await save(view);
      return view;
    } finally {
      over.abort();
      await watching;
      signal.removeEventListener('abort', stop);
      await job.forget().catch(() => undefined);
    }
  }

  async #check(
    [level, target]: ShardItem,
    spec: SpecOf<'check'>,
    { signal, underWay }: ItemContext,
  ): Promise<ShardCounts> {
    const places = placesOf(spec);
    const open = async (endpoint: string): Promise<Account> =>
      this.#ports.openAccount(await this.#connection(endpoint));
    const source = await sideAt(places.source, level, { open, whenMissing: 'fail' });
    const other = await sideAt(places.target, level, { open, whenMissing: 'fail' });
    let counts = noCounts;
    const fail = (name: string, problem: string, finding: HubFinding): void => {
      const context = { finding, problem };
      const failure = { source: level + name, target, code: 'conflict.other', message: problem, context };
      counts = addCounts(counts, { ...noCounts, failed: [failure], failedCount: 1 });
    };
    const keep = (name: string): boolean => places.keep(level + name);
    for await (const { pairs, asides } of compareSides(source, other, {
      how: spec.how,
      withoutMd5: 'size',
      keep,
      signal,
    })) {
      for (const aside of asides) if (aside.kind === 'problem') fail(aside.path, 'not read', 'not-read');
      for (const { name, what, source: a, target: b } of pairs) {
        if (what === 'same') {
          counts = addCounts(counts, { ...noCounts, files: 1, bytes: a?.bytes ?? 0 });
        } else if (what === 'new') fail(name, 'only in A', 'only-in-a');
        else if (what === 'only there') fail(name, 'only in B', 'only-in-b');
        else if (a?.bytes === b?.bytes) fail(name, 'content', 'different-content');
        else fail(name, 'size', 'different-size');
      }
      underWay(counts.files, counts.bytes);
    }
    return counts;
  }

  /** Begins when every machine is ready. The record of the run is on the shared file system afterwards. */
  async #measure(spec: SpecOf<'lab'>, { shard, offsetMs, signal }: ItemContext): Promise<ShardCounts> {
    const { clock, lab, line, node } = this.#ports;
    const connectionId = await this.#connection(spec.endpoint);
    await makeShared(spec.resultsDir);
    for (;;) {
      signal.throwIfAborted();
      const call = { job: shard.job, shard: shard.id, node: node.id };
      const { startAtMs } = await line.call('ready', call, 5000);
      if (startAtMs === null) await clock.sleep(lookEveryMs / 2, signal);
      else {
        const waitMs = startAtMs - (clock.now() + offsetMs);
        if (waitMs > 0) await clock.sleep(waitMs, signal);
        break;
      }
    }
    const { experimentId, name } = spec;
    const parameters = spec.parameters as Parameters<Lab['run']>[0]['parameters'];
    const run = await lab.run(
      { connectionId, experimentId, parameters, name, node: node.name },
      signal,
      () => undefined,
    );
    signal.throwIfAborted();
    // Several machines are compared by the clock of the hub.
    const record = { ...run, startedAtMs: run.startedAtMs + offsetMs };
    await writeWhole(join(spec.resultsDir, `run-${shard.id}.json`), runJson(record));
    const { requests, retries, throttled, bytesUp, bytesDown } = run.totals;
    const counts = { ...noCounts, files: 1, bytes: bytesUp + bytesDown, requests, retries, throttled };
    if (run.end === 'done') return counts;
    const problem = run.endReason === '' ? 'The measurement is incomplete.' : run.endReason;
    const failure = { source: node.name, target: '', code: 'conflict.other', message: problem, context: { problem } };
    return { ...counts, failed: [failure], failedCount: 1 };
  }
}

function countsOf(view: TableJob): ShardCounts {
  const { rowsDone, rowsRejected, bytesDone, requests } = view;
  return {
    ...noCounts,
    files: rowsDone,
    bytes: bytesDone ?? 0,
    failedCount: rowsRejected,
    requests,
    retries: view.retries,
    throttled: view.throttled,
  };
}

async function makeShared(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((thrown: unknown) => {
    throw localError(thrown, folder);
  });
}
