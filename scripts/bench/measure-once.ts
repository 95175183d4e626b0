// Measures the engine on one task in a separate process, so that time and peak memory are those of this task alone.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Layout, type Programs, startSubject } from './subjects';
import type { Measured, Task } from './task';

export interface BenchSetting {
  readonly folder: string;
  readonly layout: Layout;
  readonly programs: Programs;
  readonly notify: (line: string) => void;
}

export async function measureOnce(
  request: Pick<Task, 'scenario' | 'connectionString' | 'tableEndpoint' | 'source' | 'sizes'>,
  { folder, layout, programs }: Pick<BenchSetting, 'folder' | 'layout' | 'programs'>,
): Promise<Measured & { readonly peakBytes: number }> {
  const scratch = await mkdtemp(join(folder, 'scratch-'));
  const task: Task = { ...request, subject: 'stowage', scratch, repetitions: 0 };
  const subject = await startSubject(task, layout, programs);
  const measured = await subject.run(0);
  const peakBytes = await subject.end();
  await rm(scratch, { recursive: true, force: true });
  return { ...measured, peakBytes };
}
