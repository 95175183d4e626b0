// A review and its outcomes as lines of a list: a heading for each group, below it the requests or results, each with
// its edit. Also the review as plain text.
import type { EntityKeys, StagedEdit } from '@shared/model/edit';
import type { EditOperation, EditReview, EditViolation, PlannedRequest, PlannedStep } from '@shared/model/edit-review';
import { counted } from '@shared/strings/counted';
import { t, plural } from '@shared/strings/t';
import { formatBytes } from '@shared/units';
import { diffOfEdit } from '../result/value-diff';
import { exactText, rowLabel } from '../result/value-format';
import { sentence } from '@shared/error-text';
import { StowageError } from '@shared/errors';
import type { EditOutcome } from '@shared/model/edit-outcome';

export type ReviewLine =
  | { readonly kind: 'heading'; readonly step: Exclude<PlannedStep, { kind: 'single' }> }
  | {
      readonly kind: 'request';
      readonly request: PlannedRequest;
      readonly edit: StagedEdit | undefined;
      readonly together: 'alone' | 'together';
    };

export function reviewLines(review: EditReview, edits: readonly StagedEdit[]): ReviewLine[] {
  const byId = new Map(edits.map((edit) => [edit.id, edit]));
  return review.steps.flatMap((step): ReviewLine[] => {
    const together = step.kind === 'single' ? 'alone' : 'together';
    const requests = requestsOf(step).map((request): ReviewLine => {
      return { kind: 'request', request, edit: byId.get(request.editId), together };
    });
    return step.kind === 'single' ? requests : [{ kind: 'heading', step }, ...requests];
  });
}

export function requestsOf(step: PlannedStep): readonly PlannedRequest[] {
  switch (step.kind) {
    case 'single':
      return [step.request];
    case 'transaction':
      return step.requests;
    case 'move':
      return [step.insert, step.remove];
  }
}

export const operationLabels: Readonly<Record<EditOperation, string>> = {
  insert: t`Insert`,
  merge: t`Merge`,
  replace: t`Replace`,
  'insert-or-merge': t`Insert or merge`,
  'insert-or-replace': t`Insert or replace`,
  delete: t`Delete`,
};

/** Whether the request overwrites without a condition. */
export function isUnconditional({ ifMatch, operation }: PlannedRequest): boolean {
  return ifMatch === '*' || operation === 'insert-or-merge' || operation === 'insert-or-replace';
}

/** The number of dangerous edits. */
export interface Danger {
  readonly deletions: number;
  readonly unconditional: number;
}

export function dangerOf(edits: readonly StagedEdit[]): Danger {
  return {
    deletions: edits.filter(({ kind }) => kind === 'delete').length,
    unconditional: edits.filter((edit) => (edit.kind === 'insert' ? edit.mode !== 'insert' : edit.condition === 'any'))
      .length,
  };
}

/** The heading of a step. */
export function stepText(step: Exclude<PlannedStep, { kind: 'single' }>): string {
  if (step.kind === 'move') return t`Move to another partition: insert, read back and compare, then delete`;
  const count = step.requests.length;
  return t`Transaction (all or nothing): ${counted(count, 'operation')}, ${formatBytes(step.bytes)}`;
}

/** `12 requests, 3 transactions, 4.2 KiB`. */
export function totalsText({ steps, requests, bytes }: EditReview): string {
  const transactions = steps.filter(({ kind }) => kind === 'transaction').length;
  return [
    counted(requests, 'request'),
    ...(transactions > 0 ? [counted(transactions, 'transaction')] : []),
    formatBytes(bytes),
  ].join(', ');
}

export function keysOfEdit(edit: StagedEdit): EntityKeys {
  return edit.kind === 'insert' ? edit.entity : edit.read;
}

/** Method, address, condition and body as they are sent, without the headers common to all requests. */
export function requestText({ method, path, ifMatch, body }: PlannedRequest): string {
  const head = [`${method} ${path}`, ...(ifMatch === null ? [] : [`If-Match: ${ifMatch}`])].join('\n');
  return body === null ? head : `${head}\n\n${body}`;
}

/** Everything the panel shows, as text to copy. */
export function reviewText(title: string, review: EditReview, edits: readonly StagedEdit[]): string {
  const byId = new Map(edits.map((edit) => [edit.id, edit]));
  const blocks = review.steps.map((step) => {
    const parts = requestsOf(step).map((request) => {
      const edit = byId.get(request.editId);
      return [requestText(request), ...(edit === undefined ? [] : diffText(edit))].join('\n');
    });
    return (step.kind === 'single' ? parts : [`# ${stepText(step)}`, ...parts]).join('\n\n');
  });
  const problems = review.violations.map((violation) => `! ${violationText(violation, byId)}`);
  return [`${title}\n${totalsText(review)}`, ...(problems.length > 0 ? [problems.join('\n')] : []), ...blocks].join(
    '\n\n',
  );
}

function violationText({ editId, field, problem, fix }: EditViolation, byId: ReadonlyMap<string, StagedEdit>): string {
  const edit = editId === null ? undefined : byId.get(editId);
  const row = edit === undefined ? t`The transaction` : rowLabel(keysOfEdit(edit));
  return `${row}, ${field}: ${problem} ${fix}`;
}

function diffText(edit: StagedEdit): string[] {
  if (edit.kind === 'insert') return [];
  return diffOfEdit(edit).map(({ name, before, after }) => {
    const side = (value: typeof before): string => (value === null ? t`(absent)` : `${value.type} ${exactText(value)}`);
    return `  ${name}: ${side(before)} -> ${side(after)}`;
  });
}

export type OutcomeState = 'applied' | 'conflict' | 'failed' | 'not-written' | 'unclear' | 'unsent';

export interface OutcomeLine {
  readonly edit: StagedEdit;
  readonly state: OutcomeState;
  /** Absent if there was no response. */
  readonly outcome: EditOutcome | undefined;
  readonly text: string;
}

interface OutcomeCounts {
  readonly applied: number;
  readonly conflict: number;
  readonly failed: number;
  readonly notWritten: number;
  readonly unclear: number;
  readonly unsent: number;
}

/** The order of the outcomes. A failed row is followed by the rows that failed because of it. */
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
            text: t`No response was received. The change may have been written; check before you try again.`,
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
  unclear: t`Unknown`,
  unsent: t`Not sent`,
};

const conflictLabels = {
  changed: t`Another client changed it after it was read.`,
  deleted: t`Another client deleted it after it was read.`,
  exists: t`A row with these keys already exists.`,
} as const;

function messageOf(outcome: EditOutcome, byId: ReadonlyMap<string, StagedEdit>, victims: number): string {
  const alone =
    victims === 0
      ? ''
      : plural(
          victims,
        )`The transaction failed here: ${counted(victims, 'other change')} in it was not written either. | The transaction failed here: ${counted(victims, 'other change')} in it were not written either.`;
  switch (outcome.kind) {
    case 'applied':
      if (outcome.readBack) return t`The response was lost. The row was read back and matches what was sent.`;
      return outcome.etag === null ? t`The row no longer exists.` : t`Confirmed by the service.`;
    case 'conflict':
      return `${conflictLabels[outcome.conflict.reason]} ${alone}`.trimEnd();
    case 'failed':
      return `${sentence(StowageError.fromShape(outcome.error))} ${alone}`.trimEnd();
    case 'not-written': {
      const culprit = outcome.culprit === null ? undefined : byId.get(outcome.culprit);
      return culprit === undefined
        ? t`The transaction failed; none of it was written.`
        : t`The transaction failed at ${rowLabel(keysOfEdit(culprit))}; none of it was written.`;
    }
  }
}
