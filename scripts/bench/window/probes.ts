// Measurements inside the running app: in the page, in main's event loop, and the engine's samples.
import type { ElectronApplication, Page } from '@playwright/test';
import type { monitorEventLoopDelay as MonitorEventLoopDelay } from 'node:perf_hooks';

export interface PageFigures {
  /** Tasks of the page's main thread longer than 50 ms. */
  readonly longTasksMs: readonly number[];
  /** From a message posted to itself to its arrival, ms. */
  readonly loopDelaysMs: readonly number[];
  /** From a click or key to the next paint, ms; the browser does not report those below 16 ms. */
  readonly inputToPaintMs: readonly number[];
}

/** Starts the probes in the page. */
export async function probePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    const figures = {
      longTasksMs: [] as number[],
      loopDelaysMs: [] as number[],
      inputToPaintMs: [] as number[],
      on: true,
    };
    Object.assign(globalThis, { benchFigures: figures });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) figures.longTasksMs.push(entry.duration);
    }).observe({ type: 'longtask' });
    // One event per input. Releasing a key changes nothing, so its time would end with an unrelated paint.
    const answered = new Set(['click', 'keydown']);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if (answered.has(entry.name)) figures.inputToPaintMs.push(entry.duration);
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    const { port1, port2 } = new MessageChannel();
    let sentMs = performance.now();
    port2.onmessage = () => {
      figures.loopDelaysMs.push(performance.now() - sentMs);
      if (!figures.on) return;
      setTimeout(() => {
        sentMs = performance.now();
        port1.postMessage(null);
      }, 4);
    };
    port1.postMessage(null);
  });
}

/** Stops the probes and returns their results. */
export function pageFigures(page: Page): Promise<PageFigures> {
  return page.evaluate(() => {
    const { benchFigures } = globalThis as unknown as { benchFigures: PageFigures & { on: boolean } };
    benchFigures.on = false;
    return benchFigures;
  });
}

/** Starts the timer of main's event loop; `finishMainProbe` reads it. */
export async function probeMain(app: ElectronApplication): Promise<void> {
  await app.evaluate(() => {
    const { mainModule } = process as unknown as { mainModule: { require(name: string): unknown } };
    const { monitorEventLoopDelay } = mainModule.require('node:perf_hooks') as {
      monitorEventLoopDelay: typeof MonitorEventLoopDelay;
    };
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    Object.assign(globalThis, { benchDelay: delay });
  });
}

export function finishMainProbe(app: ElectronApplication): Promise<{ readonly p99Ms: number; readonly maxMs: number }> {
  return app.evaluate(() => {
    const { benchDelay } = globalThis as unknown as { benchDelay: { percentile(at: number): number; max: number } };
    return { p99Ms: benchDelay.percentile(99) / 1e6, maxMs: benchDelay.max / 1e6 };
  });
}

/**
 * Follows the engine's samples and jobs on the window's channel: requests a new one, listens beside the bridge and
 * subscribes with ids that the bridge will not reach.
 */
export async function watchEngine(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const seen = { loopDelaysMs: [] as number[], jobs: [] as { title: string; state: string }[] };
        Object.assign(globalThis, { benchEngine: seen });
        const samplesId = 1_000_000_001;
        const jobsId = 1_000_000_002;
        const take = (event: MessageEvent): void => {
          const [port] = event.ports;
          if ((event.data as { stowage?: string }).stowage !== 'engine-port' || port === undefined) return;
          window.removeEventListener('message', take);
          port.addEventListener('message', ({ data }: MessageEvent) => {
            const reply = data as { t: string; id: number; value: never };
            if (reply.t !== 'event') return;
            if (reply.id === samplesId) {
              const { samples } = reply.value as { samples: { loopDelayMs: number }[] };
              seen.loopDelaysMs.push(...samples.map((sample) => sample.loopDelayMs));
            } else if (reply.id === jobsId) seen.jobs = reply.value;
          });
          port.postMessage({ t: 'subscribe', id: samplesId, name: 'metrics.watch', input: {} });
          port.postMessage({ t: 'subscribe', id: jobsId, name: 'jobs.watch', input: {} });
          resolve();
        };
        window.addEventListener('message', take);
        (window as unknown as { stowage: { connectEngine(): void } }).stowage.connectEngine();
      }),
  );
}

/** Of the job whose title starts with this. */
export function jobState(page: Page, title: string): Promise<string | undefined> {
  return page.evaluate((name) => {
    const { benchEngine } = globalThis as unknown as { benchEngine: { jobs: { title: string; state: string }[] } };
    return benchEngine.jobs.find((job) => job.title.startsWith(name))?.state;
  }, title);
}

/** The engine's p99 of each quarter of a second, since the last call. */
export function engineLoopDelays(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => {
    const { benchEngine } = globalThis as unknown as { benchEngine: { loopDelaysMs: number[] } };
    return benchEngine.loopDelaysMs.splice(0);
  });
}
