// The files of a job that are not done, page by page, as a job's page shows them. Pure.
import type { JobFile } from '@shared/model/transfer';
import { unit } from './job-progress';
import type { Job } from './job';
import type { JobStanding, OpenFile } from './job-standing';
import { placesOf } from './job-mover';

export interface FileQuestion {
  readonly state: 'open' | 'failed';
  readonly code?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

export interface FileAnswer {
  readonly total: number;
  readonly files: JobFile[];
  readonly causes: { readonly code: string; readonly files: number }[];
}

/** `job` is its run in this process, null when it has none. */
export function filesOf(standing: JobStanding, job: Job | null, question: FileQuestion): FileAnswer {
  const { state, code, offset, limit } = question;
  const causes = causesOf(standing);
  if (state === 'open') {
    const open = [...standing.open.values()].slice(offset, offset + limit);
    return { total: standing.open.size, files: open.map((one) => openFileOf(one, job)), causes };
  }
  // In the order of their numbers, so that pages fit together while more fail.
  const failed = [...standing.failed]
    .filter(([, { failure }]) => code === undefined || failure.code === code)
    .sort(([a], [b]) => a - b);
  const files = failed.slice(offset, offset + limit).map(([f, { file, failure }]): JobFile => ({
    file: f,
    source: failure.source,
    target: failure.target,
    bytes: file?.bytes ?? 0,
    bytesDone: 0,
    state: 'failed',
    code: failure.code,
    message: failure.message,
  }));
  return { total: failed.length, files, causes };
}

function openFileOf({ file, blocks }: OpenFile, job: Job | null): JobFile {
  const running = job?.isRunning === true ? job : null;
  const shown = running?.progress.stateOf(file.f) ?? unit.untouched;
  const known = Math.min(file.bytes, blocks.size * file.blockBytes);
  return {
    file: file.f,
    ...placesOf(file),
    bytes: file.bytes,
    bytesDone: running === null ? known : running.progress.bytesOf(file.f),
    state: shown === unit.retrying ? 'retrying' : shown === unit.inFlight ? 'moving' : 'waiting',
    code: '',
    message: '',
  };
}

function causesOf(standing: JobStanding): { code: string; files: number }[] {
  const counts = new Map<string, number>();
  for (const { failure } of standing.failed.values()) counts.set(failure.code, (counts.get(failure.code) ?? 0) + 1);
  return [...counts].map(([code, files]) => ({ code, files })).sort((a, b) => b.files - a.files);
}
