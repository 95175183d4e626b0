// The outcomes of applied edits as lines of a list: first what needs a person, failed transactions with their failing
// row, then what was written.
import { sentence } from '@shared/error-text';
import { StowageError } from '@shared/errors';
import type { StagedEdit } from '@shared/model/edit';
import type { EditOutcome } from '@shared/model/edit-outcome';
import { counted } from '@shared/strings/counted';
import { plural, t } from '@shared/strings/t';
import { rowLabel } from '../result/value-format';
import { keysOfEdit } from './review-lines';

export type OutcomeState = 'applied' | 'conflict' | 'failed' | 'not-written' | 'unclear' | 'unsent';

export interface OutcomeLine {
  readonly edit: StagedEdit;
  readonly state: OutcomeState;
  /** Absent where no answer came. */
  readonly outcome: EditOutcome | undefined;
  /** One line. */
  readonly text: string;
}

export interface OutcomeCounts {
  readonly applied: number;
  readonly conflict: number;
  readonly failed: number;
  readonly notWritten: number;
  readonly unclear: number;
  readonly unsent: number;
}

/** The order in which people want to know. A culprit is followed by what failed for its sake. */
export function outcomeLines(
  edits: readonly StagedEdit[],
  outcomes: ReadonlyMap<string, EditOutcome>,
  unclear: readonly string[],
): OutcomeLine[] {
  const byId = new Map(edits.map((edit) => [edit.id, edit]));
  const victims = new Map<string, number>();
  for (const outcome of outcomes.values()) {
    if (outcome.kind === 'not-written' && outcome.culprit !== null) {
      victims.set(outcome.culprit, (victims.get(outcome.culprit) ?? 0) + 1);
    }
  }
  const open = new Set(unclear);
  const positionOf = new Map(edits.map(({ id }, index) => [id, index]));
  const lines = edits.map((edit): OutcomeLine => {
    const outcome = outcomes.get(edit.id);
    if (outcome === undefined) {
      return open.has(edit.id)
        ? {
            edit,
            outcome,
            state: 'unclear',
            text: t`No answer came. It may have been written; look before trying again.`,
          }
        : { edit, outcome, state: 'unsent', text: t`Not sent.` };
    }
    return { edit, outcome, state: outcome.kind, text: messageOf(outcome, byId, victims.get(edit.id) ?? 0) };
  });
  const rankOf = (line: OutcomeLine): [number, number] => {
    const own = positionOf.get(line.edit.id) ?? 0;
    if (line.outcome?.kind !== 'not-written' || line.outcome.culprit === null) return [order[line.state], own];
    const { culprit } = line.outcome;
    const state = outcomes.get(culprit)?.kind ?? 'failed';
    return [order[state], (positionOf.get(culprit) ?? 0) + (own + 1) / (edits.length + 2)];
  };
  return lines
    .map((line) => ({ line, at: rankOf(line) }))
    .sort((a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1])
    .map(({ line }) => line);
}

export function countOutcomes(lines: readonly OutcomeLine[]): OutcomeCounts {
  const count = (wanted: OutcomeState): number => lines.filter(({ state }) => state === wanted).length;
  return {
    applied: count('applied'),
    conflict: count('conflict'),
    failed: count('failed'),
    notWritten: count('not-written'),
    unclear: count('unclear'),
    unsent: count('unsent'),
  };
}

const order: Readonly<Record<OutcomeState, number>> = {
  conflict: 0,
  failed: 1,
  'not-written': 2,
  unclear: 3,
  unsent: 4,
  applied: 5,
};

export const stateLabels: Readonly<Record<OutcomeState, string>> = {
  applied: t`Written`,
  conflict: t`Conflict`,
  failed: t`Failed`,
  'not-written': t`Not written`,
  unclear: t`Unclear`,
  unsent: t`Not sent`,
};

const conflictLabels = {
  changed: t`Somebody changed it since it was read.`,
  deleted: t`Somebody deleted it since it was read.`,
  exists: t`A row with these keys exists already.`,
} as const;

function messageOf(outcome: EditOutcome, byId: ReadonlyMap<string, StagedEdit>, victims: number): string {
  const alone =
    victims === 0
      ? ''
      : plural(
          victims,
        )`The transaction failed here: ${counted(victims, 'other change')} of it was not written either. | The transaction failed here: ${counted(victims, 'other change')} of it were not written either.`;
  switch (outcome.kind) {
    case 'applied':
      if (outcome.readBack) return t`The reply was lost. The row was read back and is as sent.`;
      return outcome.etag === null ? t`The row is gone.` : t`Confirmed by the service.`;
    case 'conflict':
      return `${conflictLabels[outcome.conflict.reason]} ${alone}`.trimEnd();
    case 'failed':
      return `${sentence(StowageError.fromShape(outcome.error))} ${alone}`.trimEnd();
    case 'not-written': {
      const culprit = outcome.culprit === null ? undefined : byId.get(outcome.culprit);
      return culprit === undefined
        ? t`The transaction failed, and nothing of it was written.`
        : t`The transaction failed at ${rowLabel(keysOfEdit(culprit))}. Nothing of it was written.`;
    }
  }
}
