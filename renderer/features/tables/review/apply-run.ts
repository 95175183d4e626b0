// Applies reviewed edits in several calls, so that progress is visible and the user can stop: each call contains whole
// steps of the review, which the engine packs into the same requests again.
import { StowageError } from '@shared/errors';
import type { CallOutput } from '@shared/ipc/contract';
import type { EditGrouping, StagedEdit } from '@shared/model/edit';
import type { EditOutcome } from '@shared/model/edit-outcome';
import type { EditReview } from '@shared/model/edit-review';
import { MiB } from '@shared/units';
import { requestsOf } from './review-lines';
import { call } from '@renderer/bridge';
import { useEffect, useRef, useState } from 'react';
import type { EditResults, EditTarget } from './edit-target';

export interface AppliedEdits {
  /** The edits as they were sent: the staging changes during the run. */
  readonly edits: readonly StagedEdit[];
  readonly grouping: EditGrouping;
  readonly outcomes: ReadonlyMap<string, EditOutcome>;
  /** Null while it runs. */
  readonly end: ApplyEnd | null;
}

export interface ApplyState {
  /** Null before the first apply, and after a return to the review. */
  readonly applied: AppliedEdits | null;
  readonly start: (edits: readonly StagedEdit[], grouping: EditGrouping, review: EditReview) => void;
  readonly stop: () => void;
  readonly back: () => void;
  /** A conflict was settled after the run: replaces its outcome. */
  readonly settle: (outcome: EditOutcome) => void;
  /** The user dropped the edit. */
  readonly drop: (editId: string) => void;
}

/** The course of one apply as state: progress, the outcome of each edit, and the end. */
export function useApply(
  { connectionId, table }: Pick<EditTarget, 'connectionId' | 'table'>,
  { onSending, onOutcomes }: Pick<EditResults, 'onSending' | 'onOutcomes'>,
): ApplyState {
  const [applied, setApplied] = useState<AppliedEdits | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const change = (to: (before: AppliedEdits) => AppliedEdits): void =>
    setApplied((before) => (before === null ? null : to(before)));
  const learn = (...[outcomes, sent]: Parameters<EditResults['onOutcomes']>): void => {
    change((before) => ({
      ...before,
      outcomes: new Map([...before.outcomes, ...outcomes.map((outcome) => [outcome.editId, outcome] as const)]),
    }));
    if (sent === undefined) onOutcomes(outcomes);
    else onOutcomes(outcomes, sent);
  };

  const run = async (
    edits: readonly StagedEdit[],
    grouping: EditGrouping,
    review: EditReview,
    stop: AbortSignal,
  ): Promise<ApplyEnd> => {
    const applyId = crypto.randomUUID();
    for (const part of callsOf({ edits, review })) {
      // The call before was awaited, so that its outcome is known.
      if (stop.aborted) return { stopped: 'by-user', error: null, unclear: [] };
      let result: CallOutput<'edits.apply'>;
      try {
        result = await call('edits.apply', { connectionId, table, edits: [...part], grouping, applyId });
      } catch (thrown) {
        return { stopped: 'by-failure', error: StowageError.from(thrown), unclear: part.map(({ id }) => id) };
      }
      learn(result.outcomes, edits);
      if (result.violations.length > 0 || isHopeless(result.outcomes)) {
        return { stopped: 'by-failure', error: null, unclear: [] };
      }
    }
    return { stopped: 'no', error: null, unclear: [] };
  };

  return {
    applied,
    start: (edits, grouping, review) => {
      onSending();
      const controller = new AbortController();
      running.current = controller;
      setApplied({ edits, grouping, outcomes: new Map(), end: null });
      void run(edits, grouping, review, controller.signal).then((end) => change((before) => ({ ...before, end })));
    },
    stop: () => running.current?.abort(),
    back: () => setApplied(null),
    settle: (outcome) => learn([outcome]),
    drop: (editId) => change((before) => ({ ...before, edits: before.edits.filter(({ id }) => id !== editId) })),
  };
}

/** The end of an apply. Edits without an outcome were not sent; whether those in `unclear` were written is unknown. */
interface ApplyEnd {
  readonly stopped: 'no' | 'by-user' | 'by-failure';
  /** The call itself failed: the engine went away, or the disk is full. */
  readonly error: StowageError | null;
  readonly unclear: readonly string[];
}

const stepsACall = 16;
const bytesACall = 4 * MiB;

/** The edits of each call: whole steps, in their order, up to the limits of a call. */
export function callsOf({
  edits,
  review,
}: {
  readonly edits: readonly StagedEdit[];
  readonly review: EditReview;
}): readonly (readonly StagedEdit[])[] {
  const calls: Set<string>[] = [];
  let [steps, bytes] = [0, 0];
  for (const step of review.steps) {
    const requests = requestsOf(step);
    const stepBytes = requests.reduce((sum, request) => sum + request.bytes, 0);
    if (calls.length === 0 || steps === stepsACall || bytes + stepBytes > bytesACall) {
      calls.push(new Set());
      [steps, bytes] = [0, 0];
    }
    steps += 1;
    bytes += stepBytes;
    for (const { editId } of requests) calls.at(-1)?.add(editId);
  }
  return calls.map((ids) => edits.filter(({ id }) => ids.has(id)));
}

/** Whether nothing was written for a reason that would stop the next requests too. */
function isHopeless(outcomes: readonly EditOutcome[]): boolean {
  return (
    outcomes.length > 0 &&
    outcomes.every((outcome) => {
      if (outcome.kind === 'not-written') return true;
      if (outcome.kind !== 'failed') return false;
      const { kind, code } = StowageError.fromShape(outcome.error);
      return (
        kind === 'auth' ||
        kind === 'network' ||
        code === 'not-found.table' ||
        code === 'conflict.read-only' ||
        code === 'conflict.indexed'
      );
    })
  );
}
