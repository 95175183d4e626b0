// Loads the sample tables and blobs into the embedded store through the product's own code. The large blob is loaded
// last, so its presence means that everything is there; loading again rewrites the same bytes.
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { StreamEvent } from '@shared/ipc/contract';
import type { Entity } from '@shared/model/entity';
import { t } from '@shared/strings/t';
import { diagnostics } from './diagnostics';
import { movies } from './movies';
import { orders } from './orders';
import { type SampleBlob, largeBlob, largeBlobPieces, photos } from './photos';

const sampleContainer = 'photos';
const sampleTables = [
  ['Movies', movies],
  ['Orders', orders],
  ['WADPerformanceCountersTable', diagnostics],
] as const;

/** What loading needs of the other rooms; each call retries and reports like any other work of theirs. */
export interface SampleTarget {
  hasBlob(container: string, name: string, signal: AbortSignal): Promise<boolean>;
  /** Whether it is new: an existing one may contain rows of a load that was interrupted. */
  createTable(name: string, signal: AbortSignal): Promise<'new' | 'there'>;
  createContainer(name: string, signal: AbortSignal): Promise<void>;
  /** In a `new` table no lookup precedes the write, which halves the work of the embedded store. */
  writeEntities(
    table: string,
    entities: readonly Entity[],
    options: {
      readonly into: 'new' | 'there';
      readonly signal: AbortSignal;
      readonly onProgress: (written: number) => void;
    },
  ): Promise<void>;
  putBlob(container: string, blob: SampleBlob, signal: AbortSignal): Promise<void>;
  /** Uploads a local file as `prefix` + its base name; resolves when it is committed. */
  uploadFile(
    container: string,
    prefix: string,
    path: string,
    options: { readonly signal: AbortSignal; readonly onProgress: (bytes: number) => void },
  ): Promise<void>;
}

type Progress = StreamEvent<'sample-data.load'>;

export class SampleData {
  readonly #target: SampleTarget;
  readonly #scratchDir: string;
  #running: { readonly done: Promise<void>; readonly stop: AbortController } | null = null;
  #last: Progress | null = null;
  readonly #listeners = new Set<(progress: Progress) => void>();

  /** `scratchDir` holds the large file while it is uploaded; emptied afterwards. */
  constructor(target: SampleTarget, scratchDir: string) {
    this.#target = target;
    this.#scratchDir = scratchDir;
  }

  async presence(signal: AbortSignal): Promise<{ present: boolean; loading: boolean }> {
    if (this.#running) return { present: false, loading: true };
    return { present: await this.#target.hasBlob(sampleContainer, largeBlob.name, signal), loading: false };
  }

  /** Loads, or joins the load under way. Leaving early (`signal`) does not stop a load. */
  async load(signal: AbortSignal, push: (progress: Progress) => void): Promise<void> {
    this.#listeners.add(push);
    if (this.#last) push(this.#last);
    const left = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    try {
      this.#running ??= this.#begin();
      await Promise.race([this.#running.done, left]);
    } finally {
      this.#listeners.delete(push);
    }
  }

  async dispose(): Promise<void> {
    this.#running?.stop.abort();
    await this.#running?.done.catch(() => undefined);
    this.#listeners.clear();
  }

  #begin(): { done: Promise<void>; stop: AbortController } {
    const stop = new AbortController();
    const done = this.#run(stop.signal).finally(() => {
      this.#running = null;
      this.#last = null;
    });
    return { done, stop };
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (const [table, generate] of sampleTables) {
      const into = await this.#target.createTable(table, signal);
      const entities = [...generate()];
      const reportProgress = (done: number): void =>
        this.#push({ step: t`Table ${table}`, done, total: entities.length, unit: 'entities' });
      reportProgress(0);
      await this.#target.writeEntities(table, entities, { into, signal, onProgress: reportProgress });
      reportProgress(entities.length);
    }
    await this.#target.createContainer(sampleContainer, signal);
    const blobs = [...photos()];
    for (const [index, blob] of blobs.entries()) {
      await this.#target.putBlob(sampleContainer, blob, signal);
      this.#push({ step: t`Container ${sampleContainer}`, done: index + 1, total: blobs.length, unit: 'blobs' });
    }
    await this.#uploadLargeBlob(signal);
  }

  async #uploadLargeBlob(signal: AbortSignal): Promise<void> {
    const [folder, fileName] = largeBlob.name.split('/') as [string, string];
    const path = join(this.#scratchDir, fileName);
    const reportProgress = (done: number): void =>
      this.#push({ step: t`Blob ${largeBlob.name}`, done, total: largeBlob.bytes, unit: 'bytes' });
    reportProgress(0);
    await mkdir(this.#scratchDir, { recursive: true, mode: 0o700 });
    try {
      const file = await open(path, 'w', 0o600);
      try {
        for (const piece of largeBlobPieces()) await file.write(piece);
      } finally {
        await file.close();
      }
      await this.#target.uploadFile(sampleContainer, `${folder}/`, path, { signal, onProgress: reportProgress });
    } finally {
      await rm(path, { force: true });
    }
    reportProgress(largeBlob.bytes);
  }

  #push(progress: Progress): void {
    this.#last = progress;
    for (const push of this.#listeners) push(progress);
  }
}
