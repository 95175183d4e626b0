// `stowage lease`: the lease of a blob or a container. Its ID is printed alone, for scripts to read.
import { randomUUID } from 'node:crypto';
import { isLeaseId } from '@shared/blob-details/lease-id';
import { StowageError, invalidInput } from '@shared/errors';
import type { LeaseAction, LeaseFacts, LeaseOutcome } from '@shared/model/blob-details';
import { exitCodes } from '../exit-codes';
import { parseTime } from '../numbers';
import { parseRemotePath } from '../remote-path';
import type { CommandAction, Session } from '../session';

export function printLease(path: string): CommandAction {
  const subject = subjectOf(path);
  return async (session) => {
    const lease = await readLease(subject, session);
    const { state, duration } = lease;
    session.output.record({ path, ...lease }, state === 'leased' ? `${state}, ${duration}` : state);
    return exitCodes.done;
  };
}

async function readLease({ container, name }: LeaseSubject, session: Session): Promise<LeaseFacts> {
  const { engine, signal } = session;
  const connectionId = await session.connectionId();
  const { lease } =
    name === undefined
      ? await engine.calls['container-details.read']({ connectionId, container }, { signal })
      : await engine.calls['blob-details.read']({ connectionId, container, name }, { signal });
  return lease;
}

export interface AcquireOptions {
  readonly for?: string;
  readonly id?: string;
}

export function acquireLease(path: string, options: AcquireOptions): CommandAction {
  const subject = subjectOf(path);
  const seconds = options.for === 'infinite' ? -1 : secondsOf('--for', options.for ?? '60s', 15);
  const proposed = options.id === undefined ? randomUUID() : leaseIdOf('--id', options.id);
  return async (session) => {
    const { leaseId } = await change(subject, { kind: 'acquire', seconds, leaseId: proposed }, session).catch(
      (thrown: unknown) => {
        const { kind } = StowageError.from(thrown);
        // The service may have acted although no answer came, and nobody else could name the lease then.
        if (kind === 'network' || kind === 'throttled' || kind === 'cancelled') {
          session.output.info(`If the lease was acquired nevertheless, its ID is ${proposed}.`);
        }
        throw thrown;
      },
    );
    session.output.record({ path, leaseId, seconds: seconds === -1 ? null : seconds }, leaseId);
    return exitCodes.done;
  };
}

export function renewLease(path: string, id: string): CommandAction {
  return withLease(path, { kind: 'renew', leaseId: leaseIdOf('ID', id) }, `Renewed the lease of ${path}.`);
}

export function releaseLease(path: string, id: string): CommandAction {
  return withLease(path, { kind: 'release', leaseId: leaseIdOf('ID', id) }, `Released the lease of ${path}.`);
}

function withLease(path: string, action: LeaseAction & { readonly leaseId: string }, done: string): CommandAction {
  const subject = subjectOf(path);
  return async (session) => {
    await change(subject, action, session);
    session.output.record({ path, leaseId: action.leaseId }, done);
    return exitCodes.done;
  };
}

export function breakLease(path: string, options: { readonly after?: string }): CommandAction {
  const subject = subjectOf(path);
  const afterSeconds = secondsOf('--after', options.after ?? '0s', 0);
  return async (session) => {
    const { secondsLeft } = await change(subject, { kind: 'break', afterSeconds }, session);
    const isOver = secondsLeft === null || secondsLeft === 0;
    session.output.record(
      { path, secondsLeft: secondsLeft ?? 0 },
      isOver ? `Broke the lease of ${path}.` : `The lease of ${path} ends in ${secondsLeft} s.`,
    );
    return exitCodes.done;
  };
}

interface LeaseSubject {
  readonly container: string;
  /** Undefined for the container itself. */
  readonly name: string | undefined;
}

async function change(subject: LeaseSubject, act: LeaseAction, session: Session): Promise<LeaseOutcome> {
  const { engine, signal } = session;
  const connectionId = await session.connectionId();
  return engine.calls['blob-details.lease']({ connectionId, ...subject, act }, { signal });
}

function subjectOf(path: string): LeaseSubject {
  const { container, rest } = parseRemotePath(path);
  if (!rest.endsWith('/')) return { container, name: rest === '' ? undefined : rest };
  throw invalidInput('PATH', 'folders have no lease.', 'Use CONTAINER or CONTAINER/BLOB.');
}

function leaseIdOf(field: string, text: string): string {
  if (isLeaseId(text)) return text;
  throw invalidInput(
    field,
    `"${text}" is not a lease ID.`,
    'Use a GUID with dashes, as stowage lease acquire prints it.',
  );
}

/** The service counts whole seconds, up to 60. */
function secondsOf(option: '--for' | '--after', text: string, min: number): number {
  const seconds = parseTime(option, text) / 1000;
  if (seconds >= min && seconds <= 60) return seconds;
  const others = option === '--for' ? ', or infinite' : '';
  throw invalidInput(option, `"${text}" is not possible.`, `Use ${min}s to 60s${others}.`);
}
