// What a worker thread leaves behind that ended unexpectedly: requests and connections of it that are no more.
import { StowageError } from '@shared/errors';
import type { RequestRecord } from '../../metrics/request-record';
import type { JobReport } from '../worker/messages';

/** What a thread's reports say is open and under way. */
export interface OpenCounts {
  connections: number;
  requests: number;
}

/** Says of one job that what was under way in the thread is over. */
export function takenBack(jobId: string, open: Readonly<OpenCounts>): JobReport {
  const lost: RequestRecord = {
    atMs: Date.now(),
    connectionId: '',
    service: 'blob',
    operation: 'Lost',
    resource: '',
    ...{ partition: '', entities: 0, method: '', address: '' },
    status: 0,
    errorCode: 'worker-lost',
    overLimit: '',
    attempt: 1,
    bytesUp: 0,
    bytesDown: 0,
    queueMs: 0,
    firstByteMs: 0,
    totalMs: 0,
    reusedConnection: false,
  };
  return {
    jobId,
    started: 0,
    ended: Array.from({ length: open.requests }, () => lost),
    uploadBytes: 0,
    downloadBytes: 0,
    connections: -open.connections,
    retried: [],
    slowdownMs: 0,
    slowdownOrigin: 'told',
  };
}

/** Of a task that lost its thread twice: what a person is told. */
export function lostTwice(how: Error | number): StowageError {
  const isMemory = typeof how !== 'number' && (how as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
  const context = { why: isMemory ? 'memory' : 'ended', ...(typeof how === 'number' ? { exit: how } : {}) };
  return new StowageError('bug.thread-lost', lostWorker(how).message, { context });
}

/** `how`: what ended it, or the code that it ended with where nothing says so. */
export function lostWorker(how: Error | number): StowageError {
  if (typeof how !== 'number') {
    return new StowageError('bug.unexpected', 'A transfer thread ended unexpectedly.', { cause: how });
  }
  return new StowageError('bug.unexpected', `A transfer thread ended unexpectedly, with code ${how}.`);
}
