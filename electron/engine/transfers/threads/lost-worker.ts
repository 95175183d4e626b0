// What remains of a worker thread that ended unexpectedly: the requests and connections that it had reported as open.
import { StowageError } from '@shared/errors';
import type { RequestRecord } from '../../metrics/request-record';
import type { JobReport } from '../worker/messages';

/** Open requests and connections according to the thread's reports. */
export interface OpenCounts {
  connections: number;
  requests: number;
}

/** A report for one job that takes back what was open in the thread. */
export function takenBack(jobId: string, open: Readonly<OpenCounts>): JobReport {
  const lost: RequestRecord = {
    atMs: Date.now(),
    connectionId: '',
    service: 'blob',
    operation: 'Lost',
    resource: '',
    partition: '',
    entities: 0,
    method: '',
    address: '',
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

/** The failure of a task that lost its thread twice, as it is shown to people. */
export function lostTwice(how: Error | number): StowageError {
  const isMemory = typeof how !== 'number' && (how as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
  const context = { why: isMemory ? 'memory' : 'ended', ...(typeof how === 'number' ? { exit: how } : {}) };
  return new StowageError('bug.thread-lost', lostWorker(how).message, { context });
}

/** `how`: the error that ended it, or its exit code. */
export function lostWorker(how: Error | number): StowageError {
  if (typeof how !== 'number') {
    return new StowageError('bug.unexpected', 'A transfer thread ended unexpectedly.', { cause: how });
  }
  return new StowageError('bug.unexpected', `A transfer thread ended unexpectedly, with code ${how}.`);
}
