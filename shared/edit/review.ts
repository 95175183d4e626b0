// Turns staged edits into the exact requests, in the order in which they are sent. Both the preview and the apply path
// call this, so they cannot differ.
import type { EditGrouping, StagedEdit } from '../model/edit';
import type { EditReview, EditViolation, PlannedRequest, PlannedStep } from '../model/edit-review';
import { t } from '../strings/t';
import { MiB } from '../units';
import { editProblems, repeatedIds, repeatedRows } from './edit-problems';
import { renderPart, renderTransaction, sampleBoundaries, utf8Bytes } from './multipart';
import { type EditPlan, planEdit } from './plan-edit';

const transactionLimits = { operations: 100, bytes: 4 * MiB } as const;

export interface ReviewInput {
  /** Of the table service, without trailing slash, because a part of a transaction contains its full URL. */
  readonly endpoint: string;
  readonly table: string;
  readonly edits: readonly StagedEdit[];
  readonly grouping: EditGrouping;
}

/** All requests and all violations at once. Pure; never throws. */
export function reviewEdits({ endpoint, table, edits, grouping }: ReviewInput): EditReview {
  const violations: EditViolation[] = [...repeatedIds(edits), ...edits.flatMap(editProblems), ...repeatedRows(edits)];
  const faulty = new Set(violations.map(({ editId }) => editId));
  const plans = edits.filter(({ id }) => !faulty.has(id)).map((edit) => planEdit(table, edit));
  const steps = stepsOf(plans, endpoint, grouping);
  if (grouping === 'transaction') violations.push(...transactionProblems(plans, steps));
  const requests = steps.reduce((sum, step) => sum + (step.kind === 'move' ? 3 : 1), 0);
  return { steps, violations, requests, bytes: steps.reduce((sum, step) => sum + bytesOf(step), 0) };
}

/**
 * Whether several operations on one partition fit a single transaction, each row once, with room for an endpoint of any
 * length. Edits with violations are identified by their keys.
 */
export function fitsOneTransaction(table: string, edits: readonly StagedEdit[]): boolean {
  if (edits.length < 2 || edits.length > transactionLimits.operations) return false;
  const partitions = new Set(
    edits.flatMap((edit) => {
      if (edit.kind === 'insert') return [edit.entity.partitionKey];
      return edit.kind === 'change-keys' ? [edit.read.partitionKey, edit.to.partitionKey] : [edit.read.partitionKey];
    }),
  );
  if (partitions.size > 1 || repeatedRows(edits).length > 0) return false;
  const { violations } = reviewEdits({ endpoint: longestEndpoint, table, edits, grouping: 'transaction' });
  return violations.every(({ editId }) => editId !== null);
}

/** A name of the maximum DNS length is used if the endpoint is unknown. */
const longestEndpoint = `https://${'x'.repeat(253)}`;

/** The text of one operation as a part of a transaction. */
export function partText(endpoint: string, { method, path, ifMatch, body }: PlannedRequest): string {
  return renderPart({ method, target: `${endpoint}${path}`, ifMatch, body });
}

function stepsOf(plans: readonly EditPlan[], endpoint: string, grouping: EditGrouping): PlannedStep[] {
  if (grouping === 'each') return plans.map((plan) => stepOf(plan, endpoint));
  const open = new Map<string, Pack>();
  const steps: (PlannedStep | Pack)[] = [];
  for (const plan of plans) {
    if (plan.kind === 'move') {
      steps.push(stepOf(plan, endpoint));
      continue;
    }
    const { partitionKey } = plan.requests[0];
    const bytes = plan.requests.reduce((sum, request) => sum + partBytes(endpoint, request), 0);
    let pack = open.get(partitionKey);
    if (pack === undefined || (grouping === 'batches' && !fits(pack, plan, bytes))) {
      pack = { kind: 'pack', partitionKey, requests: [], bytes: envelopeBytes };
      open.set(partitionKey, pack);
      steps.push(pack);
    }
    pack.requests.push(...plan.requests);
    pack.bytes += bytes;
  }
  return steps.map((step) => {
    if (step.kind !== 'pack') return step;
    const [only] = step.requests;
    // A transaction with a single operation becomes an ordinary request.
    if (grouping === 'batches' && only !== undefined && step.requests.length === 1) {
      return { kind: 'single', request: only };
    }
    return transactionOf(step.partitionKey, step.requests, endpoint);
  });
}

/** A transaction that may still grow; its position is that of its first operation. */
interface Pack {
  readonly kind: 'pack';
  readonly partitionKey: string;
  readonly requests: PlannedRequest[];
  bytes: number;
}

function fits(pack: Pack, plan: EditPlan, bytes: number): boolean {
  return (
    pack.requests.length + plan.requests.length <= transactionLimits.operations &&
    pack.bytes + bytes <= transactionLimits.bytes
  );
}

function stepOf({ kind, requests }: EditPlan, endpoint: string): PlannedStep {
  const [first, second] = requests;
  if (second === undefined) return { kind: 'single', request: first };
  if (kind === 'move') return { kind: 'move', insert: first, remove: second };
  return transactionOf(first.partitionKey, requests, endpoint);
}

function transactionOf(partitionKey: string, requests: readonly PlannedRequest[], endpoint: string): PlannedStep {
  const parts = requests.map((request) => partText(endpoint, request));
  return {
    kind: 'transaction',
    partitionKey,
    requests: requests.map((request, index) => ({ ...request, bytes: utf8Bytes(parts[index] ?? '') })),
    bytes: utf8Bytes(renderTransaction(parts, sampleBoundaries)),
  };
}

const envelopeBytes = utf8Bytes(renderTransaction([], sampleBoundaries));

function partBytes(endpoint: string, request: PlannedRequest): number {
  return utf8Bytes(renderTransaction([partText(endpoint, request)], sampleBoundaries)) - envelopeBytes;
}

function bytesOf(step: PlannedStep): number {
  if (step.kind === 'transaction') return step.bytes;
  return step.kind === 'single' ? step.request.bytes : step.insert.bytes;
}

function transactionProblems(plans: readonly EditPlan[], steps: readonly PlannedStep[]): EditViolation[] {
  const about = (field: string, value: string, problem: string, fix: string): EditViolation => ({
    editId: null,
    field,
    value,
    problem,
    fix,
  });
  const violations: EditViolation[] = [];
  const partitions = new Set(plans.flatMap(({ requests }) => requests.map(({ partitionKey }) => partitionKey)));
  if (partitions.size > 1) {
    const problem = t`the changes affect ${partitions.size} partitions.`;
    violations.push(
      about(
        'PartitionKey',
        String(partitions.size),
        problem,
        t`A transaction can only change one partition. Apply in batches.`,
      ),
    );
  }
  const operations = plans.reduce((sum, { requests }) => sum + requests.length, 0);
  if (operations > transactionLimits.operations) {
    const problem = t`there are ${operations} operations.`;
    const fix = t`A transaction can contain at most ${transactionLimits.operations}. Apply in batches.`;
    violations.push(about('operations', String(operations), problem, fix));
  }
  const bytes = Math.max(0, ...steps.map(bytesOf));
  if (bytes > transactionLimits.bytes) {
    const fix = t`A transaction can have at most ${transactionLimits.bytes}. Apply in batches.`;
    violations.push(about('bytes', String(bytes), t`the request has ${bytes} bytes.`, fix));
  }
  return violations;
}
