// The states of a job and the transitions between them: one pure table, which every change of a job's state follows.
// Drawn in docs/architecture.md, "Walk two".
import { StowageError } from '@shared/errors';
import type { JobStatus, WaitReason } from '@shared/model/job-state';

type Underway = 'planning' | 'running' | 'committing';
type Ended = 'done' | 'failed' | 'cancelled';

/** Only a paused job waits for something that is part of its state. */
export type Lifecycle =
  | { readonly state: 'waiting' | Underway | 'interrupted' | Ended }
  | { readonly state: 'paused'; readonly waitsFor: WaitReason };

export type LifecycleEvent =
  /** It waits for its turn, for the first time or again. */
  | { readonly type: 'launched' }
  /** It is the next in the queue. `plan`: whether all its files are known. */
  | { readonly type: 'started'; readonly plan: 'complete' | 'missing' }
  /** Its first file begins to move. */
  | { readonly type: 'moving' }
  /** Its only file is being committed. */
  | { readonly type: 'committing' }
  /** Its time and requests are recorded. */
  | { readonly type: 'measured' }
  /** Its run has tried all files, or has failed as a whole. */
  | { readonly type: 'finished'; readonly as: 'done' | 'failed' }
  /** It is launched while its timetable pauses it. */
  | { readonly type: 'held' }
  /** It is stopped, to be resumed. */
  | { readonly type: 'paused'; readonly waitsFor: WaitReason }
  | { readonly type: 'cancelled' }
  /** Its process stops. */
  | { readonly type: 'interrupted' }
  /** Its process is gone and has recorded no end. */
  | { readonly type: 'abandoned' }
  /** Another process has removed it. */
  | { readonly type: 'removed' };

const underway = ['planning', 'running', 'committing'] as const;
const resting = ['paused', 'interrupted'] as const;
const ended = ['done', 'failed', 'cancelled'] as const;

/** In which states each event can happen. Nothing but a new launch brings a job back that has ended. */
const possibleIn: Readonly<Record<LifecycleEvent['type'], readonly JobStatus[]>> = {
  launched: ['waiting', ...resting, ...ended],
  held: ['waiting', ...resting, ...ended],
  started: ['waiting'],
  moving: ['planning'],
  committing: underway,
  measured: ['planning', 'running'],
  finished: underway,
  paused: [...underway, ...resting],
  cancelled: [...underway, ...resting],
  interrupted: underway,
  abandoned: ['waiting', ...underway, 'interrupted'],
  removed: ['waiting', ...underway, ...resting, ...ended],
};

export function isPossible({ state }: Pick<Lifecycle, 'state'>, type: LifecycleEvent['type']): boolean {
  return possibleIn[type].includes(state);
}

/** @throws StowageError `bug.unexpected` for an event that cannot happen in that state */
export function transition(from: Lifecycle, event: LifecycleEvent): Lifecycle {
  if (!isPossible(from, event.type)) {
    throw new StowageError('bug.unexpected', `A job that is ${from.state} cannot be ${event.type}.`);
  }
  switch (event.type) {
    case 'launched':
      return { state: 'waiting' };
    case 'started':
      return { state: event.plan === 'complete' ? 'running' : 'planning' };
    case 'moving':
      return { state: 'running' };
    case 'committing':
      return { state: 'committing' };
    case 'measured':
      return from;
    case 'finished':
      return { state: event.as };
    case 'held':
      return { state: 'paused', waitsFor: 'timetable' };
    case 'paused':
      return { state: 'paused', waitsFor: event.waitsFor };
    case 'cancelled':
    case 'removed':
      return { state: 'cancelled' };
    case 'interrupted':
    case 'abandoned':
      return { state: 'interrupted' };
  }
}

/** Whether a run of it is on. */
export function isUnderway(state: JobStatus): state is Underway {
  return (underway as readonly JobStatus[]).includes(state);
}

/** Paused and interrupted jobs have not ended: they can be resumed. */
export function isEnded(state: JobStatus): state is Ended {
  return (ended as readonly JobStatus[]).includes(state);
}
