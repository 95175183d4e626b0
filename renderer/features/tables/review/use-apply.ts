// The course of one apply as state: progress, the outcome of each edit, and the end.
import { call } from '@renderer/bridge';
import type { EditGrouping, StagedEdit } from '@shared/model/edit';
import type { EditOutcome } from '@shared/model/edit-outcome';
import type { EditReview } from '@shared/model/edit-review';
import { useEffect, useRef, useState } from 'react';
import { type ApplyEnd, runApply } from './apply-run';
import type { EditTarget, EditResults } from './edit-target';

export interface AppliedEdits {
  /** The edits as they were applied: the staging changes under the run. */
  readonly edits: readonly StagedEdit[];
  readonly grouping: EditGrouping;
  readonly outcomes: ReadonlyMap<string, EditOutcome>;
  /** Null while it runs. */
  readonly end: ApplyEnd | null;
}

export interface ApplyState {
  /** Null before the first apply, and when a person went back to the review. */
  readonly applied: AppliedEdits | null;
  readonly start: (edits: readonly StagedEdit[], grouping: EditGrouping, review: EditReview) => void;
  readonly stop: () => void;
  readonly back: () => void;
  /** A conflict was settled after the run: the outcome takes the place of the one before. */
  readonly settle: (outcome: EditOutcome) => void;
  /** The person gave the edits up. */
  readonly drop: (editId: string) => void;
}

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

  return {
    applied,
    start: (edits, grouping, review) => {
      onSending();
      const controller = new AbortController();
      running.current = controller;
      setApplied({ edits, grouping, outcomes: new Map(), end: null });
      const applyId = crypto.randomUUID();
      const port = {
        apply: (input: Parameters<typeof call<'edits.apply'>>[1]) => call('edits.apply', input),
        onOutcomes: (outcomes: readonly EditOutcome[]) => learn(outcomes, edits),
        signal: controller.signal,
      };
      void runApply({ connectionId, table, edits, grouping, review, applyId }, port).then((end) =>
        change((before) => ({ ...before, end })),
      );
    },
    stop: () => running.current?.abort(),
    back: () => setApplied(null),
    settle: (outcome) => learn([outcome]),
    drop: (editId) => change((before) => ({ ...before, edits: before.edits.filter(({ id }) => id !== editId) })),
  };
}
