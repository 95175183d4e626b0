// Runs in a process of its own for each scenario and subject, so that memory and processor time are that subject's.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sdkWork } from './sdk-subject';
import { stowageWork } from './stowage-subject';
import type { Repetition, Task, TaskResult } from './task';
import type { Work } from './work';

export async function measure(task: Task): Promise<TaskResult> {
  const work = task.subject === 'sdk' ? sdkWork(task) : await stowageWork(task);
  try {
    await once(work, 0);
    const repetitions: Repetition[] = [];
    for (let index = 1; index <= task.repetitions; index += 1) repetitions.push(await once(work, index));
    return { repetitions, peakMemoryBytes: process.resourceUsage().maxRSS * 1024 };
  } finally {
    await work.dispose();
  }
}

async function once(work: Work, repetition: number): Promise<Repetition> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  await work.run(repetition);
  const elapsedMs = performance.now() - startedMs;
  const cpu = process.cpuUsage(cpuBefore);
  delay.disable();
  await work.clean(repetition);
  return { elapsedMs, cpuMs: (cpu.user + cpu.system) / 1000, loopDelayP99Ms: delay.percentile(99) / 1e6 };
}
