// The jobs and the workers of a hub: `stowage jobs … --hub FILE` and `stowage nodes`.
import { resolve } from 'node:path';
import { reportLine } from '@shared/charting/csv-line';
import { shellQuoted } from '@shared/commands/shell-text';
import { reasonText } from '@shared/hub-reason';
import { formatCount, formatDuration, formatRate } from '@shared/units';
import { readJoinFile } from '../../engine/cluster/identity';
import { joinAsClient } from '../../engine/cluster/jetstream';
import type { JobView, NodeView } from '../../engine/cluster/messages';
import type { HubLine, InputOf } from '../../engine/cluster/work-queue';
import { systemClock } from '../../engine/system-clock';
import { exitCodes } from '../exit-codes';
import { parseBytes } from '../numbers';
import type { ProgramHost } from '../session';
import { defaultJoinFile } from './hub';
import { causesIn } from './job-summary';
import { timesOf } from '../../engine/cluster/outcomes';
import { type HubFlags, farOnHub, followOnHub, summaryOf } from './on-hub';

type Host = Pick<ProgramHost, 'output' | 'stateDir' | 'signal'>;

async function onLine<T>(
  file: string | undefined,
  field: string,
  { stateDir }: Host,
  use: (line: HubLine) => Promise<T>,
): Promise<T> {
  const joined = await readJoinFile(resolve(file ?? defaultJoinFile(stateDir)), field);
  const line = await joinAsClient(joined, { clock: systemClock, field, name: 'client' });
  try {
    return await use(line);
  } finally {
    await line.close();
  }
}

export function listNodes({ join }: { readonly join?: string }, host: Host): Promise<number> {
  return onLine(join, '--join', host, async (line) => {
    const nodes = await line.call('nodes', {});
    host.output.table(
      ['NAME', 'STATE', 'SHARDS', 'JOB', 'RATE', 'CLOCK', 'PROBLEM'],
      nodes.map((node) => [
        node.name,
        node.state,
        `${node.running}/${node.slots}`,
        node.job,
        formatRate(node.bytesPerSecond),
        clockOf(node),
        reasonText(node.problem),
      ]),
      nodes.map((node) => ({ ...node, problem: reasonText(node.problem) })),
    );
    return exitCodes.done;
  });
}

/** How much its clock differs from that of the hub. */
const clockOf = ({ offsetMs, uncertainMs }: NodeView): string =>
  uncertainMs === Number.MAX_SAFE_INTEGER ? '' : `${Math.round(-offsetMs)} ± ${Math.ceil(uncertainMs)} ms`;

export function drainNode(node: string, { join }: { readonly join?: string }, host: Host): Promise<number> {
  return onLine(join, '--join', host, async (line) => {
    const found = await line.call('drain', { node });
    host.output.record(
      found,
      `${found.name} takes no more shards, and ends when its ${formatCount(found.running)} are done.`,
    );
    return exitCodes.done;
  });
}

/** A paused worker has returned its shards and waits. Resuming takes back a drain, too. */
export function pauseNode(
  node: string,
  become: 'paused' | 'resumed',
  { join }: { readonly join?: string },
  host: Host,
): Promise<number> {
  return onLine(join, '--join', host, async (line) => {
    const found = await line.call('pause', { node, isPaused: become === 'paused' });
    const text = become === 'paused' ? 'returns its shards and waits' : 'takes shards again';
    host.output.record(found, `${found.name} ${text}.`);
    return exitCodes.done;
  });
}

export function listHubJobs({ hub }: HubFlags, host: Host): Promise<number> {
  return onLine(hub, '--hub', host, async (line) => {
    const jobs = await line.call('jobs', {});
    host.output.table(
      ['ID', 'KIND', 'STATE', 'DONE', 'FAILED', 'SOURCE'],
      jobs.map((job) => [job.id, job.kind, job.state, farOnHub(job), String(job.failedCount), job.title]),
      jobs,
    );
    return exitCodes.done;
  });
}

export function showHubJob(id: string, { hub }: HubFlags, host: Host): Promise<number> {
  return onLine(hub, '--hub', host, async (line) => {
    print(await line.call('job', { job: id }), host);
    return exitCodes.done;
  });
}

function print(job: JobView, { output }: Host): void {
  const lines = [
    `${job.id}  ${job.kind}  ${job.state}  ${job.title}`,
    `${farOnHub(job)}, ${formatCount(job.failedCount)} failed, ${formatDuration(job.elapsedMs)}`,
    `${formatCount(job.shardsRunning)} shards are being moved, ${formatCount(job.redelivered)} were given out again`,
    ...(job.waitsFor === null ? [] : [`Waiting: ${reasonText(job.waitsFor)}.`]),
  ];
  const { id, kind, state, title, waitsFor } = job;
  output.record({ id, kind, state, title, waitsFor: reasonText(waitsFor), ...summaryOf(job) }, lines.join('\n'));
  if (!output.json) for (const cause of causesIn(job.failed, job.failedCount)) output.info(cause);
}

export function control(
  what: Exclude<InputOf<'control'>['what'], 'rate'>,
  id: string,
  { hub }: HubFlags,
  host: Host,
): Promise<number> {
  return onLine(hub, '--hub', host, async (line) => {
    print(await line.call('control', { job: id, what }, 60_000), host);
    return exitCodes.done;
  });
}

/** Goes on with it if it is paused, and follows it. */
export function resumeHubJob(
  id: string,
  { hub }: HubFlags,
  host: Host & { readonly unreachableForMs: number },
): Promise<number> {
  return onLine(hub, '--hub', host, async (line) => {
    const { state } = await line.call('job', { job: id });
    if (state === 'paused') await line.call('control', { job: id, what: 'resume' });
    if (state === 'failed') await line.call('control', { job: id, what: 'retry-failed' }, 60_000);
    return followOnHub(id, line, shellQuoted(hub ?? defaultJoinFile(host.stateDir)), host);
  });
}

export function limitRate(id: string, rate: string, { hub }: HubFlags, host: Host): Promise<number> {
  const bytesPerSecond = rate === 'none' ? null : parseBytes('RATE', rate);
  return onLine(hub, '--hub', host, async (line) => {
    print(await line.call('control', { job: id, what: 'rate', bytesPerSecond }), host);
    return exitCodes.done;
  });
}

export function timeline(id: string, { hub }: HubFlags, { output, ...host }: Host): Promise<number> {
  return onLine(hub, '--hub', { output, ...host }, async (line) => {
    const times = [...(await timesOf(line, id))].sort((a, b) => a.startedAtMs - b.startedAtMs);
    const columns = [
      'node',
      'shard',
      'started',
      'tookMs',
      'uncertainMs',
      'files',
      'bytes',
      'failed',
      'deliveries',
      'end',
    ];
    if (!output.json) output.bytes(Buffer.from(reportLine(columns)));
    for (const one of times) {
      const started = new Date(one.startedAtMs).toISOString();
      const { node, shard, tookMs, uncertainMs, files, bytes, failedCount, deliveries, end } = one;
      const record = {
        node,
        shard,
        started,
        tookMs: Math.round(tookMs),
        uncertainMs,
        files,
        bytes,
        failed: failedCount,
        deliveries,
        end,
      };
      if (output.json) output.record(record, '');
      else output.bytes(Buffer.from(reportLine(Object.values(record).map(String))));
    }
    return exitCodes.done;
  });
}
