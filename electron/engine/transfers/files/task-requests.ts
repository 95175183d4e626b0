// Runs one task of the worker threads for a file: in a slot, shown in progress and trace, and counted by the permission
// that it used, because accepted requests with a permission explain the denied ones.
import { setMaxListeners } from 'node:events';
import { StowageError } from '@shared/errors';
import type { BlockNumber } from '@shared/model/block-number';
import type { Lane } from '../pace/scheduler';
import { unit } from '../progress/job-progress';
import type { DiskTaskKind, ResultOf, TaskKind, TaskOf } from '../worker/messages';
import type { FileContext, Right } from './file-context';

type RequestKind = Exclude<TaskKind, DiskTaskKind>;

/** Which unit of the progress a request belongs to; `file` for requests that move the whole file. */
interface Unit {
  readonly f: number;
  readonly block: BlockNumber | 'file' | 'none';
}

/**
 * Sends a request that moves none of the file's bytes, such as reading properties or committing blocks, when it gets a
 * slot.
 */
export async function controlRequest<K extends RequestKind>(
  context: FileContext,
  lane: Lane,
  f: number,
  kind: K,
  input: TaskOf<K>,
): Promise<ResultOf<K>> {
  return lane.run(0, () => requestInSlot(context, 0, { f, block: 'none' }, kind, input));
}

/** Sends a request within a granted slot, and shows it in the progress. `bytes`: what it moves and holds in memory. */
export async function requestInSlot<K extends RequestKind>(
  context: FileContext,
  bytes: number,
  shown: Unit,
  kind: K,
  input: TaskOf<K>,
): Promise<ResultOf<K>> {
  const { progress, trace, rights, pool, jobId, signal } = context;
  const show = (state: 0 | 1 | 2 | 3): void => {
    if (typeof shown.block === 'number') progress.block(shown.f, shown.block, state);
    else if (shown.block === 'file') progress.file(shown.f, state);
  };
  const block = shown.block === 'none' ? null : shown.block === 'file' ? 0 : shown.block;
  const traced = trace.started({ file: shown.f, name: 'name' in input ? input.name : input.path, block, bytes });
  const beganMs = progress.started(bytes);
  show(unit.inFlight);
  const since = rights.now;
  let outcome: 'done' | 'not-done' = 'not-done';
  try {
    const result = await pool.run(jobId, kind, input, signal, () => {
      traced.tries += 1;
      show(unit.retrying);
      context.onRetry?.();
    });
    if ('waits' in result) context.onWaits(result.waits);
    // A denied copy still has to be done in another way, and an existing target means that nothing was moved.
    const isRejected = 'outcome' in result && result.outcome === 'refused';
    if (!isRejected && !('outcome' in result && result.outcome === 'there')) outcome = 'done';
    for (const right of rightsLetIn(kind, input, result)) rights.accepted(right, since);
    if (!isRejected && typeof shown.block === 'number') rights.movedPart(shown.f);
    return result;
  } catch (thrown) {
    const error = StowageError.from(thrown);
    if (error.kind === 'auth') rights.rejected(shown.f, deniedRightOf(kind, input, error));
    throw error.kind === 'cancelled' && makesBlobs.has(kind) ? unanswered(error) : error;
  } finally {
    trace.ended(traced, outcome);
    progress.stopped(shown.f, bytes, outcome, beganMs);
    show(outcome === 'done' ? unit.done : unit.untouched);
  }
}

const makesBlobs: ReadonlySet<RequestKind> = new Set<RequestKind>(['put-blob', 'put-block-list', 'copy-blob']);

/** Cancelled while a request was in flight that makes the blob: the service may have acted on it. */
function unanswered({ code, message, context }: StowageError): StowageError {
  return new StowageError(code, message, { context: { ...context, written: 'perhaps' } });
}

/** Aborted with the job, and when work on the file ends. */
export function fileSignal(job: AbortSignal): { readonly signal: AbortSignal; readonly end: () => void } {
  const controller = new AbortController();
  // Every block of the file in flight listens to it.
  setMaxListeners(0, controller.signal);
  const abort = (): void => controller.abort();
  if (job.aborted) abort();
  job.addEventListener('abort', abort, { once: true });
  return {
    signal: controller.signal,
    end: () => {
      job.removeEventListener('abort', abort);
      controller.abort();
    },
  };
}

const rightsOf: Readonly<Record<RequestKind, readonly Right[]>> = {
  'put-blob': ['write', 'commit'],
  'put-block': ['write'],
  'begin-parts': ['write'],
  'abandon-parts': [],
  'put-block-list': ['commit', 'write'],
  'discard-blocks': ['commit', 'write'],
  'empty-blob': ['write', 'commit'],
  'get-block-list': ['read'],
  'get-range': ['read'],
  'mend-range': ['read'],
  'compare-range': ['read'],
  'compare-blobs': ['read', 'read source'],
  'get-blob': ['read'],
  'read-blob': ['read'],
  'read-tags': ['read tags'],
  'copy-blob': ['write', 'commit', 'read source'],
  'copy-block': ['write', 'read source'],
  'carry-block': ['write', 'read source'],
  'delete-source': ['delete source'],
  'delete-blob': ['delete'],
  'finish-file': [],
};

/**
 * The permissions by which the service accepted the task; none when no request was sent, or when the service denied
 * part of it.
 */
export function rightsLetIn<K extends RequestKind>(kind: K, input: TaskOf<K>, result: ResultOf<K>): readonly Right[] {
  const outcome = 'outcome' in result ? result.outcome : undefined;
  if (outcome === 'refused') return none;
  // No request was sent for a target that exists, an empty file, or content that is the same already.
  if (kind === 'get-blob' && (outcome === 'there' || ('bytes' in input && input.bytes === 0))) return none;
  if (kind === 'put-blob' && outcome === 'same') return none;
  return rightsUsedBy(kind, input);
}

function rightsUsedBy<K extends RequestKind>(kind: K, input: TaskOf<K>): readonly Right[] {
  if (!('side' in input) || input.side !== 'source') return rightsOf[kind];
  return kind === 'read-tags' ? sourceTagsRead : sourceRead;
}

/** The permission that was denied. For a task that uses several, the first that matches. */
export function deniedRightOf<K extends RequestKind>(kind: K, input: TaskOf<K>, { context }: StowageError): Right {
  const used = rightsUsedBy(kind, input);
  const isRead = String(context.operation ?? '').startsWith('Get');
  return used.find((right) => right.startsWith('read') === isRead) ?? used[0] ?? 'read';
}

const sourceRead = ['read source'] as const;
const sourceTagsRead = ['read source tags'] as const;
const none = [] as const;
