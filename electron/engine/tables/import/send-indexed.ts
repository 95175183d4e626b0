// Sends rows of a prepared batch to a table with indexes: each with its index rows in one transaction, over the version
// that was read for them. Rows that another client changes in between are read and sent again.
import { reviewEdits } from '@shared/edit/review';
import { StowageError } from '@shared/errors';
import { definitionPartition } from '@shared/indexes/index-rows';
import type { StagedEdit } from '@shared/model/edit';
import type { PlannedRequest, PlannedStep } from '@shared/model/edit-review';
import type { IndexDefinition } from '@shared/model/table-index';
import { t } from '@shared/strings/t';
import { partTargetOf } from '../../azure/account';
import { isAfterLostReply, judgeRows } from '../ambiguous-writes';
import type { WriteMode } from '../batch';
import { isAboutOneRow } from '../batch-write';
import { withIndexes } from '../edit/indexed-edits';
import { type EditTarget, writeRequest, writtenBefore } from '../edit/write-request';
import { writeTransaction } from '../edit/write-transaction';
import type { PreparedRows } from './prepared-batch';
import type { SentRows } from './send-prepared';

const insertModes = {
  insert: 'insert',
  'upsert-merge': 'insert-or-merge',
  'upsert-replace': 'insert-or-replace',
} as const satisfies Record<WriteMode, string>;

const maxRounds = 5;

/** @throws StowageError for failures that concern more than one row */
export async function sendIndexed(
  target: EditTarget,
  mode: WriteMode,
  { batch, positions }: PreparedRows,
  definitions: readonly IndexDefinition[],
): Promise<SentRows> {
  const sending = new IndexedSending(target, mode);
  for (let round = 1, rest = positions; rest.length > 0; round += 1) {
    const edits = rest.map((position): StagedEdit => {
      const { partitionKey, rowKey, properties } = batch.entityAt(position);
      const entity = { partitionKey, rowKey, properties };
      return { kind: 'insert', id: String(position), mode: insertModes[mode], entity };
    });
    rest = await sending.round(edits, definitions, round === maxRounds ? 'last' : 'more follow');
  }
  return sending;
}

/** Definitions are not imported: without its rows, an index would hide entities. Null for all other rows. */
export function definitionsAmong({ batch, positions }: PreparedRows): SentRows | null {
  const [first] = positions;
  // Of one partition, as every transaction.
  if (first === undefined || batch.entityAt(first).partitionKey !== definitionPartition) return null;
  const problem = t`this row defines an index of another table.`;
  const fix = t`Create the index in this table instead.`;
  const context = { field: 'PartitionKey', problem, fix };
  const failure = new StowageError('invalid.entity', `PartitionKey: ${problem} ${fix}`, { context });
  return { written: [], rejected: new Map(positions.map((at) => [at, failure])), batches: 0, requests: 0, retries: 0 };
}

class IndexedSending implements SentRows {
  readonly written: number[] = [];
  readonly rejected = new Map<number, StowageError>();
  batches = 0;
  requests = 0;
  readonly retries = 0;
  readonly #target: EditTarget;
  readonly #mode: WriteMode;

  constructor(target: EditTarget, mode: WriteMode) {
    this.#target = target;
    this.#mode = mode;
  }

  /** @returns positions that have to be sent again */
  async round(
    edits: readonly StagedEdit[],
    definitions: readonly IndexDefinition[],
    order: 'last' | 'more follow',
  ): Promise<readonly number[]> {
    const { account, table } = this.#target;
    const indexed = await withIndexes(this.#target, edits, definitions);
    const { steps, violations } = reviewEdits({
      ...partTargetOf(account.descriptor),
      ...indexed,
      table,
      grouping: 'batches',
    });
    for (const { editId, field, problem, fix } of violations) {
      const context = { field, problem, fix };
      this.rejected.set(Number(editId), new StowageError('invalid.entity', `${field}: ${problem} ${fix}`, { context }));
    }
    const again: number[] = [];
    for (const step of steps) again.push(...(await this.#send(requestsOf(step), order)));
    return again;
  }

  async #send(requests: readonly PlannedRequest[], order: 'last' | 'more follow'): Promise<readonly number[]> {
    const positions = positionsOf(requests);
    this.requests += 1;
    try {
      const [only] = requests;
      if (only !== undefined && requests.length === 1) await writeRequest(this.#target, only);
      else await writeTransaction(this.#target, requests);
      this.batches += 1;
      this.written.push(...positions);
      return [];
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      if (isAfterLostReply(failure)) return this.#withoutWritten(requests);
      const { index } = failure.context;
      const culprit = requests.length === 1 ? requests[0] : requests[typeof index === 'number' ? index : -1];
      const isMissing = failure.code === 'not-found.entity';
      if (culprit === undefined || !(isMissing || isAboutOneRow(failure))) throw failure;
      const isOutdated = isMissing || (this.#mode !== 'insert' && failure.kind === 'conflict');
      if (isOutdated && order === 'more follow') return positions;
      const rejected = Number(culprit.editId);
      this.rejected.set(rejected, failure);
      return positions.filter((position) => position !== rejected);
    }
  }

  async #withoutWritten(requests: readonly PlannedRequest[]): Promise<readonly number[]> {
    const ofEntities = requests.filter(({ index }) => index === undefined);
    const { written, rest } = await judgeRows(ofEntities, (request) => writtenBefore(this.#target, request));
    this.written.push(...written.map(({ row }) => Number(row.editId)));
    return positionsOf(rest);
  }
}

/** The edits insert or update, so no step is a move. */
function requestsOf(step: PlannedStep): readonly PlannedRequest[] {
  if (step.kind === 'move') return [];
  return step.kind === 'single' ? [step.request] : step.requests;
}

function positionsOf(requests: readonly PlannedRequest[]): readonly number[] {
  return [...new Set(requests.map(({ editId }) => Number(editId)))];
}
