// Runs in a separate process per scenario and subject, so that memory and processor time are those of the subject. Each
// repetition is requested separately, so that those of different subjects can alternate.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sdkWork } from './work/sdk-work';
import { stowageWork } from './work/stowage-work';
import type { Answer, Measured, Order, Task } from './task';
import type { Work } from './work/work';

export interface OrderPort {
  onOrder(listen: (order: Order) => void): void;
  answer(answer: Answer): void;
}

/** Resolves when it receives the signal to end. */
export async function serveOrders(task: Task, port: OrderPort): Promise<void> {
  const work = task.subject === 'stowage' ? await stowageWork(task) : sdkWork(task);
  await new Promise<void>((resolve, reject) => {
    port.onOrder((order) => {
      if (order === 'end') {
        port.answer({ peakMemoryBytes: process.resourceUsage().maxRSS * 1024 });
        resolve();
      } else once(work, order.run).then((measured) => port.answer({ measured }), reject);
    });
    port.answer({ ready: true });
  });
  await work.dispose?.();
}

async function once(work: Work, repetition: number): Promise<Measured> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpuBefore = process.cpuUsage();
  const startedMs = performance.now();
  await work.run(repetition);
  const elapsedMs = performance.now() - startedMs;
  const cpu = process.cpuUsage(cpuBefore);
  delay.disable();
  await work.clean?.(repetition);
  return { elapsedMs, cpuMs: (cpu.user + cpu.system) / 1000, loopDelayP99Ms: delay.percentile(99) / 1e6 };
}
