// The cost of telemetry: the same work with and without the engine's telemetry, alternating, each in a separate
// process. With it, an open Monitor is simulated: samples are followed and its requests are sent every second.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchSetting } from './measure-once';
import { startServer } from './servers';
import { sourceOf } from './sources';
import { spreadOf } from './statistics';
import { startSubject } from './subjects';
import type { Measured, Sizes, Task } from './task';

const works = ['upload-file', 'upload-many', 'scan-few'] as const;
const telemetries = ['on', 'off'] as const;

/** @param repetitions of each work with and without, after a warm-up */
export async function measureWatching(sizes: Sizes, repetitions: number, setting: BenchSetting): Promise<void> {
  const { folder, notify: log } = setting;
  log('| work | telemetry | ms, median (least – most) | processor ms, median |');
  log('|---|---|---|---|');
  const server = await startServer('null', sizes, '');
  const { connectionString, tableEndpoint } = server;
  try {
    for (const scenario of works) {
      const source = scenario === 'scan-few' ? '' : await sourceOf(folder, scenario, sizes);
      const found = await measurePairs(
        { scenario, connectionString, tableEndpoint, source, sizes, repetitions },
        setting,
      );
      for (const telemetry of telemetries) log(rowOf(scenario, telemetry, found[telemetry]));
      log(costText(scenario, found.on, found.off));
    }
  } finally {
    await server.stop();
  }
}

type Telemetry = (typeof telemetries)[number];

/** Runs the task with telemetry and without it in turn. */
async function measurePairs(
  request: Omit<Task, 'subject' | 'scratch' | 'telemetry'>,
  { folder, layout, programs }: BenchSetting,
): Promise<Readonly<Record<Telemetry, readonly Measured[]>>> {
  const start = async (telemetry: Telemetry) => {
    const scratch = await mkdtemp(join(folder, 'watching-'));
    const task: Task = { ...request, subject: 'stowage', scratch, telemetry };
    return { telemetry, scratch, subject: await startSubject(task, layout, programs) };
  };
  const subjects = await Promise.all(telemetries.map(start));
  const found: Record<Telemetry, Measured[]> = { on: [], off: [] };
  for (let repetition = 0; repetition <= request.repetitions; repetition += 1) {
    // Each goes first equally often.
    for (const { telemetry, subject } of repetition % 2 === 0 ? subjects : [...subjects].reverse()) {
      const measured = await subject.run(repetition);
      if (repetition > 0) found[telemetry].push(measured);
    }
  }
  for (const { scratch, subject } of subjects) {
    await subject.end();
    await rm(scratch, { recursive: true, force: true });
  }
  return found;
}

function rowOf(work: string, telemetry: Telemetry, found: readonly Measured[]): string {
  const elapsed = spreadOf(found.map(({ elapsedMs }) => elapsedMs));
  const cpu = spreadOf(found.map(({ cpuMs }) => cpuMs));
  const [median, min, max] = [elapsed.median, elapsed.min, elapsed.max].map(Math.round);
  return `| ${work} | ${telemetry} | ${median} (${min} – ${max}) | ${Math.round(cpu.median)} |`;
}

/** The two of a pair ran under similar conditions: their ratios are more reliable than those of the medians. */
function costText(work: string, on: readonly Measured[], off: readonly Measured[]): string {
  const ratios = (figure: (one: Measured) => number): readonly number[] =>
    on.map((one, index) => figure(one) / figure(off[index] ?? one));
  const percent = (values: readonly number[]): string => `${((spreadOf(values).median - 1) * 100).toFixed(1)} %`;
  const time = percent(ratios(({ elapsedMs }) => elapsedMs));
  const cpu = percent(ratios(({ cpuMs }) => cpuMs));
  return `| ${work} | on against off, median of pairs | ${time} | ${cpu} |`;
}
