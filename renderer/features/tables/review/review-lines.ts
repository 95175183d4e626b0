// A review as lines of a list: a heading for each group, below it the requests, each with its edit. Also the review as
// plain text.
import type { EntityKeys, StagedEdit } from '@shared/model/edit';
import type { EditOperation, EditReview, EditViolation, PlannedRequest, PlannedStep } from '@shared/model/edit-review';
import { counted } from '@shared/strings/counted';
import { t } from '@shared/strings/t';
import { formatBytes } from '@shared/units';
import { diffOfEdit } from '../result/value-diff';
import { exactText, rowLabel } from '../result/value-format';

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

/** Writes over what it has not seen. */
export function isUnconditional({ ifMatch, operation }: PlannedRequest): boolean {
  return ifMatch === '*' || operation === 'insert-or-merge' || operation === 'insert-or-replace';
}

/** What makes edits dangerous, counted. */
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

/** What goes together, in one line. */
export function stepText(step: Exclude<PlannedStep, { kind: 'single' }>): string {
  if (step.kind === 'move') return t`Move to another partition: insert, read back and compare, then delete`;
  const count = step.requests.length;
  return t`Transaction, all or nothing: ${counted(count, 'operation')}, ${formatBytes(step.bytes)}`;
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

/** Method, address, condition and body as they are sent; the headers that every request has are left out. */
export function requestText({ method, path, ifMatch, body }: PlannedRequest): string {
  const head = [`${method} ${path}`, ...(ifMatch === null ? [] : [`If-Match: ${ifMatch}`])].join('\n');
  return body === null ? head : `${head}\n\n${body}`;
}

/** Everything the panel shows, to be kept or sent to somebody. */
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
