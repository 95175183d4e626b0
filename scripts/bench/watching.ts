// The cost of telemetry: the same work with and without the engine's telemetry, alternating, each in a separate
// process. With it, somebody also watches: samples are followed and Monitor's questions are asked every second.
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
export async function measureWatching(
  sizes: Sizes,
  repetitions: number,
  { folder, layout, programs, tell }: BenchSetting,
): Promise<void> {
  tell('| work | telemetry | ms, median (least – most) | processor ms, median |');
  tell('|---|---|---|---|');
  const server = await startServer('null', sizes, '');
  const { connectionString, tableEndpoint } = server;
  try {
    for (const scenario of works) {
      const source = scenario === 'scan-few' ? '' : await sourceOf(folder, scenario, sizes);
      const subjects = await Promise.all(
        telemetries.map(async (telemetry) => {
          const scratch = await mkdtemp(join(folder, 'watching-'));
          const task: Task = {
            scenario,
            subject: 'stowage',
            connectionString,
            tableEndpoint,
            source,
            scratch,
            sizes,
            repetitions,
            telemetry,
          };
          return {
            telemetry,
            scratch,
            subject: await startSubject(task, layout, programs),
            found: new Array<Measured>(),
          };
        }),
      );
      for (let repetition = 0; repetition <= repetitions; repetition += 1) {
        // Each goes first equally often.
        for (const one of repetition % 2 === 0 ? subjects : [...subjects].reverse()) {
          const measured = await one.subject.run(repetition);
          if (repetition > 0) one.found.push(measured);
        }
      }
      for (const { telemetry, scratch, subject, found } of subjects) {
        await subject.end();
        await rm(scratch, { recursive: true, force: true });
        const elapsed = spreadOf(found.map(({ elapsedMs }) => elapsedMs));
        const cpu = spreadOf(found.map(({ cpuMs }) => cpuMs));
        const [median, least, most] = [elapsed.median, elapsed.least, elapsed.most].map(Math.round);
        tell(`| ${scenario} | ${telemetry} | ${median} (${least} – ${most}) | ${Math.round(cpu.median)} |`);
      }
      tell(
        costWords(
          scenario,
          subjects.map(({ found }) => found),
        ),
      );
    }
  } finally {
    await server.stop();
  }
}

/** The two of a pair ran under similar conditions: their ratios say more than those of the medians. */
function costWords(work: string, [on = [], off = []]: readonly (readonly Measured[])[]): string {
  const ratios = (figure: (one: Measured) => number): readonly number[] =>
    on.map((one, index) => figure(one) / figure(off[index] ?? one));
  const percent = (values: readonly number[]): string => `${((spreadOf(values).median - 1) * 100).toFixed(1)} %`;
  const time = percent(ratios(({ elapsedMs }) => elapsedMs));
  const cpu = percent(ratios(({ cpuMs }) => cpuMs));
  return `| ${work} | on against off, median of pairs | ${time} | ${cpu} |`;
}
