// Parses the content of a blob in a separate thread with a limit of memory and time: hostile content ends that thread
// and not the engine, where every job of the app runs.
import { Worker } from 'node:worker_threads';
import { StowageError, cancelled } from '@shared/errors';
import { currentLocale } from '@shared/strings/locale';
import { t } from '@shared/strings/t';
import { failureOfThread } from '@shared/thread-failure';
import { MiB } from '@shared/units';
import type { FromPreview, PreviewResult, PreviewTask, ToPreview } from './messages';
import { OverLimit, type ParquetSource } from './parquet-source';

const heap = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };
/** Buffers are outside of the heap. Other work of the process grows too, but not by so much within seconds. */
const maxGrowthBytes = 1_024 * MiB;
/** Of parsing; the time that reading takes does not count. */
const defaultParsingMs = 15_000;
const pollEveryMs = 50;

export interface PreviewThreadOptions {
  /** Of the built program of worker.ts. */
  readonly workerPath: string;
  /** Where the thread reads; null when the task holds everything. */
  readonly source: ParquetSource | null;
  readonly signal: AbortSignal;
  /** The blob, for errors. */
  readonly name: string;
  /** Default 15 s. */
  readonly maxParsingMs?: number;
}

/**
 * @throws StowageError `invalid.input` when the limits are exceeded, `cancelled.by-user`, and what the task and the
 * source throw
 */
export async function runPreview(task: PreviewTask, options: PreviewThreadOptions): Promise<PreviewResult> {
  const { workerPath, source, signal, name, maxParsingMs = defaultParsingMs } = options;
  if (signal.aborted) throw cancelled();
  const worker = new Worker(workerPath, { resourceLimits: heap });
  const rssBefore = process.memoryUsage.rss();
  let parsingMs = 0;
  let reading = 0;
  let onAbort = (): void => undefined;
  let watch: NodeJS.Timeout | undefined;
  const post = (message: ToPreview, transfer: readonly ArrayBuffer[] = []): void =>
    worker.postMessage(message, transfer);
  const read = async (id: number, start: number, end: number): Promise<void> => {
    reading += 1;
    try {
      if (source === null) throw new RangeError('There is nothing to read.');
      const bytes = await source.slice(start, end);
      post({ t: 'bytes', id, bytes }, [bytes]);
    } catch (thrown) {
      if (thrown instanceof OverLimit) post({ t: 'over-limit', id, neededBytes: thrown.neededBytes });
      else if (thrown instanceof RangeError) post({ t: 'outside', id });
      else post({ t: 'read-failed', id, error: StowageError.from(thrown).toShape() });
    } finally {
      reading -= 1;
    }
  };
  try {
    return await new Promise<PreviewResult>((resolve, reject) => {
      onAbort = () => reject(cancelled());
      signal.addEventListener('abort', onAbort, { once: true });
      watch = setInterval(() => {
        if (reading === 0) parsingMs += pollEveryMs;
        if (parsingMs >= maxParsingMs) reject(overLimits(name, t`its content takes too long to process for a preview`));
        else if (process.memoryUsage.rss() - rssBefore > maxGrowthBytes) reject(outOfMemory(name));
      }, pollEveryMs);
      worker.on('message', (message: FromPreview) => {
        if (message.t === 'allow') source?.allow(message.bytes);
        else if (message.t === 'read') void read(message.id, message.start, message.end);
        else if (message.t === 'done') resolve(message.result);
        else reject(failureOfThread(message));
      });
      worker.on('error', (error: Error & { readonly code?: string }) => {
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory(name) : StowageError.from(error));
      });
      worker.on('exit', () => reject(overLimits(name, t`the process that read it ended`)));
      post({ t: 'task', task, locale: currentLocale() });
    });
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}

function outOfMemory(name: string): StowageError {
  return overLimits(name, t`its content needs more memory than a preview may use`);
}

function overLimits(name: string, why: string): StowageError {
  const problem = t`${name} cannot be shown: ${why}.`;
  return new StowageError('invalid.input', problem, {
    context: { field: t`preview`, problem, fix: t`View it as hex, or download it.` },
  });
}
