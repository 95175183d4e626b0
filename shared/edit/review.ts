// Turns staged edits into the exact requests, in the order in which they are sent. Both the preview and the apply path
// call this, so they cannot differ.
import type { EditGrouping, StagedEdit } from '../model/edit';
import type { EditReview, EditViolation, PlannedRequest, PlannedStep } from '../model/edit-review';
import { t } from '../strings/t';
import { type TableService, tableLimits } from '../model/table-service';
import { utf8Bytes } from '../utf8-bytes';
import { editProblems, repeatedIds, repeatedRows } from './edit-problems';
import { type EditedIndexes, indexProblems, planIndexedEdit } from './index-requests';
import { renderPart, renderTransaction, sampleBoundaries } from './multipart';
import { type EditPlan, planEdit } from './plan-edit';

const maximumOperations = 100;

export interface ReviewInput {
  /** Of the table service, without trailing slash, because a part of a transaction contains its full URL. */
  readonly endpoint: string;
  readonly table: string;
  readonly edits: readonly StagedEdit[];
  readonly grouping: EditGrouping;
  readonly service: TableService;
  /** Absent for a table without indexes. */
  readonly indexes?: EditedIndexes | undefined;
}

/** All requests and all violations at once. Pure; never throws. */
export function reviewEdits({ table, edits, grouping, indexes, ...target }: ReviewInput): EditReview {
  const violations: EditViolation[] = [
    ...repeatedIds(edits),
    ...edits.flatMap((edit) => problemsOf(edit, target.service, indexes)),
    ...repeatedRows(edits),
  ];
  const faulty = new Set(violations.map(({ editId }) => editId));
  const plans = edits
    .filter(({ id }) => !faulty.has(id))
    .map((edit) => (indexes === undefined ? planEdit(table, edit) : planIndexedEdit(table, edit, indexes)));
  const steps = stepsOf(plans, target, grouping);
  if (grouping === 'transaction') violations.push(...transactionProblems(plans, steps, target.service));
  const requests = steps.reduce((sum, step) => sum + (step.kind === 'move' ? 3 : 1), 0);
  return { steps, violations, requests, bytes: steps.reduce((sum, step) => sum + bytesOf(step), 0) };
}

/** Index rows of an edit that is invalid by itself are not looked at. */
function problemsOf(
  edit: StagedEdit,
  service: TableService,
  indexes: EditedIndexes | undefined,
): readonly EditViolation[] {
  const problems = editProblems(edit, service);
  if (indexes === undefined || problems.length > 0) return problems;
  return indexProblems(edit, indexes.definitions).map((problem) => ({ editId: edit.id, ...problem }));
}

/**
 * Whether several operations on one partition fit a single transaction, each row once, with room for an endpoint of any
 * length. Edits with violations are identified by their keys.
 */
export function fitsOneTransaction(
  table: string,
  edits: readonly StagedEdit[],
  service: TableService = 'storage',
): boolean {
  if (edits.length < 2 || edits.length > maximumOperations) return false;
  const partitions = new Set(
    edits.flatMap((edit) => {
      if (edit.kind === 'insert') return [edit.entity.partitionKey];
      return edit.kind === 'change-keys' ? [edit.read.partitionKey, edit.to.partitionKey] : [edit.read.partitionKey];
    }),
  );
  if (partitions.size > 1 || repeatedRows(edits).length > 0) return false;
  const { violations } = reviewEdits({ endpoint: longestEndpoint, table, edits, grouping: 'transaction', service });
  return violations.every(({ editId }) => editId !== null);
}

/** A name of the maximum DNS length is used if the endpoint is unknown. */
const longestEndpoint = `https://${'x'.repeat(253)}`;

/** The address of a table service, and which one it is. */
export type PartTarget = Pick<ReviewInput, 'endpoint' | 'service'>;

/** The text of one operation as a part of a transaction. */
export function partText({ endpoint, service }: PartTarget, { method, path, ifMatch, body }: PlannedRequest): string {
  return renderPart({ method, target: `${endpoint}${path}`, ifMatch, body, service });
}

function stepsOf(plans: readonly EditPlan[], target: PartTarget, grouping: EditGrouping): PlannedStep[] {
  if (grouping === 'each') return plans.map((plan) => stepOf(plan, target));
  const open = new Map<string, Pack>();
  const steps: (PlannedStep | Pack)[] = [];
  for (const plan of plans) {
    if (plan.kind === 'move') {
      steps.push(stepOf(plan, target));
      continue;
    }
    const { partitionKey } = plan.requests[0];
    const bytes = plan.requests.reduce((sum, request) => sum + partBytes(target, request), 0);
    let pack = open.get(partitionKey);
    if (pack === undefined || (grouping === 'batches' && !fits(pack, plan, bytes, target.service))) {
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
    return transactionOf(step.partitionKey, step.requests, target);
  });
}

/** A transaction that may still grow; its position is that of its first operation. */
interface Pack {
  readonly kind: 'pack';
  readonly partitionKey: string;
  readonly requests: PlannedRequest[];
  bytes: number;
}

function fits(pack: Pack, plan: EditPlan, bytes: number, service: TableService): boolean {
  return (
    pack.requests.length + plan.requests.length <= maximumOperations &&
    pack.bytes + bytes <= tableLimits[service].batchBytes
  );
}

function stepOf(plan: EditPlan, target: PartTarget): PlannedStep {
  switch (plan.kind) {
    case 'one':
      return { kind: 'single', request: plan.requests[0] };
    case 'together':
      return transactionOf(plan.requests[0].partitionKey, plan.requests, target);
    case 'move':
      return { kind: 'move', insert: plan.requests[0], remove: plan.requests[1] };
  }
}

function transactionOf(partitionKey: string, requests: readonly PlannedRequest[], target: PartTarget): PlannedStep {
  const parts = requests.map((request) => partText(target, request));
  return {
    kind: 'transaction',
    partitionKey,
    requests: requests.map((request, index) => ({ ...request, bytes: utf8Bytes(parts[index] ?? '') })),
    bytes: utf8Bytes(renderTransaction(parts, sampleBoundaries)),
  };
}

const envelopeBytes = utf8Bytes(renderTransaction([], sampleBoundaries));

function partBytes(target: PartTarget, request: PlannedRequest): number {
  return utf8Bytes(renderTransaction([partText(target, request)], sampleBoundaries)) - envelopeBytes;
}

function bytesOf(step: PlannedStep): number {
  if (step.kind === 'transaction') return step.bytes;
  return step.kind === 'single' ? step.request.bytes : step.insert.bytes;
}

function transactionProblems(
  plans: readonly EditPlan[],
  steps: readonly PlannedStep[],
  service: TableService,
): EditViolation[] {
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
  if (operations > maximumOperations) {
    const problem = t`there are ${operations} operations.`;
    const fix = t`A transaction can contain at most ${maximumOperations}. Apply in batches.`;
    violations.push(about('operations', String(operations), problem, fix));
  }
  const bytes = Math.max(0, ...steps.map(bytesOf));
  const { batchBytes } = tableLimits[service];
  if (bytes > batchBytes) {
    const fix = t`A transaction can have at most ${batchBytes}. Apply in batches.`;
    violations.push(about('bytes', String(bytes), t`the request has ${bytes} bytes.`, fix));
  }
  return violations;
}
