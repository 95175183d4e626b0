// Applies staged edits: checks all of them, reads what undo needs, sends exactly the requests that the review shows,
// and reports the outcome of each edit.
import { partTargetOf } from '../../azure/account';
import { randomUUID } from 'node:crypto';
import type { IndexDefinition } from '@shared/model/table-index';
import { t } from '@shared/strings/t';
import { type KnownIndexes, indexedFailure } from '../indexes/index-definitions';
import { describeConflict } from '@shared/edit/conflict';
import { withChanges } from '@shared/edit/changes';
import { resultOf } from '@shared/edit/plan-edit';
import { reviewEdits } from '@shared/edit/review';
import { StowageError, cancelled } from '@shared/errors';
import { mapConcurrent } from '@shared/map-concurrent';
import type { EditGrouping, StagedEdit } from '@shared/model/edit';
import type { ApplyResult, EditOutcome } from '@shared/model/edit-outcome';
import type { PlannedRequest, PlannedStep } from '@shared/model/edit-review';
import type { Entity } from '@shared/model/entity';
import { isAfterLostReply, judgeRows, mayHaveHappened, readEntity } from '../ambiguous-writes';
import { type IndexedEdits, withIndexes } from './indexed-edits';
import { runMove } from './move';
import type { MoveJournal } from './move-journal';
import type { UndoChange, UndoFiles, UndoOutcome } from './undo-file';
import { type EditTarget, type Written, writeRequest, writtenBefore } from './write-request';
import { writeTransaction } from './write-transaction';

export interface ApplyPorts {
  readonly undo: UndoFiles;
  readonly moves: MoveJournal;
  readonly indexes: KnownIndexes;
}

export interface ApplyInput {
  readonly edits: readonly StagedEdit[];
  readonly grouping: EditGrouping;
  /** Groups the undo records; a new id when absent. */
  readonly applyId?: string | undefined;
  /** Edits over any version are sent without reading what they overwrite, so they cannot be undone. */
  readonly before?: 'unread' | undefined;
}

const parallelSteps = 8;

/** Outcomes are in the order of the edits. Errors of the service and of the disk are part of them. */
export async function applyEdits(
  target: EditTarget,
  { edits: staged, grouping, applyId = randomUUID(), before }: ApplyInput,
  ports: ApplyPorts,
): Promise<ApplyResult> {
  const { account, table } = target;
  const about = { ...partTargetOf(account.descriptor), table, grouping };
  const plain = reviewEdits({ ...about, edits: staged });
  if (plain.violations.length > 0) return { violations: plain.violations, outcomes: [] };
  let definitions: readonly IndexDefinition[];
  let indexed: IndexedEdits;
  try {
    definitions = await ports.indexes.maintained(target);
    indexed = await withIndexes(target, staged, definitions);
  } catch (thrown) {
    const error = StowageError.from(thrown).toShape();
    return { violations: [], outcomes: staged.map(({ id }) => ({ kind: 'failed', editId: id, error })) };
  }
  const { edits, indexes } = indexed;
  const { steps, violations } = indexes === undefined ? plain : reviewEdits({ ...about, edits, indexes });
  if (violations.length > 0) return { violations, outcomes: [] };
  const run = new Apply(target, new Map(edits.map((edit) => [edit.id, edit])), ports, {
    applyId,
    before,
    definitions,
  });
  await mapConcurrent(steps, parallelSteps, (step) => run.step(step));
  return { violations: [], outcomes: edits.flatMap(({ id }) => run.outcomes.get(id) ?? []) };
}

/** An edit with the previous state of its entity, and the id of its undo record. */
interface Prepared {
  readonly edit: StagedEdit;
  readonly before: Entity | null | 'unknown';
  readonly undoId: string;
}

class Apply {
  readonly outcomes = new Map<string, EditOutcome>();
  readonly #target: EditTarget;
  readonly #edits: ReadonlyMap<string, StagedEdit>;
  readonly #ports: ApplyPorts;
  readonly #applyId: string;
  readonly #readsBefore: boolean;
  readonly #definitions: readonly IndexDefinition[];

  constructor(
    target: EditTarget,
    edits: ReadonlyMap<string, StagedEdit>,
    ports: ApplyPorts,
    {
      applyId,
      before,
      definitions,
    }: {
      readonly applyId: string;
      readonly before: ApplyInput['before'];
      readonly definitions: readonly IndexDefinition[];
    },
  ) {
    this.#definitions = definitions;
    this.#applyId = applyId;
    this.#readsBefore = before !== 'unread';
    this.#target = target;
    this.#edits = edits;
    this.#ports = ports;
  }

  async step(step: PlannedStep): Promise<void> {
    const edits = this.#editsOf(step);
    const prepared: Prepared[] = [];
    try {
      if (this.#target.signal?.aborted === true) throw cancelled();
      await this.#ports.indexes.confirm(this.#target, this.#definitions);
      for (const edit of edits) {
        const before = await this.#before(edit);
        if (isStale(edit, before)) {
          this.#conflict(edits, edit, before);
          return;
        }
        prepared.push({ edit, before, undoId: randomUUID() });
      }
      await this.#announce(prepared);
    } catch (thrown) {
      const error = StowageError.from(thrown).toShape();
      for (const edit of edits) this.outcomes.set(edit.id, { kind: 'failed', editId: edit.id, error });
      return;
    }
    if (step.kind === 'move') await this.#move(step, prepared);
    else await this.#send(step, prepared);
  }

  async #send(step: Exclude<PlannedStep, { kind: 'move' }>, prepared: readonly Prepared[]): Promise<void> {
    const requests = step.kind === 'single' ? [step.request] : step.requests;
    try {
      const written =
        step.kind === 'single'
          ? [await writeRequest(this.#target, step.request)]
          : await writeTransaction(this.#target, requests);
      await this.#applied(prepared, lastWritten(requests, written));
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      if (isAfterLostReply(failure)) await this.#judged(requests, prepared);
      else await this.#failed(requests, prepared, failure);
    }
  }

  /**
   * Another client changed rows of a transaction that may have been carried out: reports the current row for each edit.
   */
  async #judged(requests: readonly PlannedRequest[], prepared: readonly Prepared[]): Promise<void> {
    try {
      const written = await this.#writtenNow(requests);
      const isDone = ({ edit: { id } }: Prepared): boolean =>
        requests.every((request, index) => request.editId !== id || written[index] !== null);
      const done = prepared.filter(isDone);
      const others = prepared.filter((one) => !isDone(one));
      await this.#applied(done, lastWritten(requests, written));
      for (const { edit } of others) this.outcomes.set(edit.id, await this.#outcomeOf(edit));
      await this.#settleFailed(others);
    } catch (thrown) {
      // Where the rows cannot be read either, the records of undo stay uncertain.
      const error = StowageError.from(thrown).toShape();
      for (const { edit } of prepared) this.outcomes.set(edit.id, { kind: 'failed', editId: edit.id, error });
    }
  }

  /** For an edit that was not written, or that another client has changed since. */
  async #outcomeOf(edit: StagedEdit): Promise<EditOutcome> {
    const theirs = await readEntity(this.#target, edit.kind === 'insert' ? edit.entity : edit.read);
    const isUntouched = edit.kind === 'insert' ? theirs === null : theirs?.etag === edit.read.etag;
    if (isUntouched) return { kind: 'not-written', editId: edit.id, culprit: null };
    return { kind: 'conflict', editId: edit.id, conflict: describeConflict(edit, theirs) };
  }

  async #writtenNow(requests: readonly PlannedRequest[]): Promise<readonly (Written | null)[]> {
    const { written } = await judgeRows(requests, (request) => writtenBefore(this.#target, request));
    const byRequest = new Map(written.map(({ row, written: found }) => [row, found]));
    return requests.map((request) => byRequest.get(request) ?? null);
  }

  async #move(step: Extract<PlannedStep, { kind: 'move' }>, prepared: readonly Prepared[]): Promise<void> {
    const [only] = prepared;
    if (only?.edit.kind !== 'change-keys') return;
    const { edit, undoId, before } = only;
    const properties = withChanges(edit.read.properties, edit.changes);
    const old = before === null || before === 'unknown' ? edit.read : before;
    // The delete is bound to the version that was copied, even if any version may be overwritten.
    const remove = { ...step.remove, ifMatch: old.etag };
    const plan = { undoId, before: old, to: edit.to, properties };
    const result = await runMove(this.#target, { insert: step.insert, remove }, plan, this.#ports.moves);
    if (result.kind === 'done') await this.#applied(prepared, new Map([[edit.id, result.written]]));
    else if (result.kind === 'undone') await this.#failed([step.insert], prepared, result.failure);
    else {
      const { failure, moveId } = result;
      this.outcomes.set(edit.id, { kind: 'failed', editId: edit.id, error: failure.toShape(), moveId });
    }
  }

  #editsOf(step: PlannedStep): StagedEdit[] {
    const requests = step.kind === 'single' ? [step.request] : step.kind === 'move' ? [step.insert] : step.requests;
    const ids = new Set(requests.map(({ editId }) => editId));
    return [...ids].flatMap((id) => this.#edits.get(id) ?? []);
  }

  /** Read only if the edit itself does not contain it. A connection that may not read can still write. */
  async #before(edit: StagedEdit): Promise<Prepared['before']> {
    if (edit.kind === 'insert' && edit.mode === 'insert') return null;
    if (edit.kind !== 'insert' && edit.readColumns === 'all' && edit.condition === 'as-read') return edit.read;
    if (!this.#readsBefore && edit.kind !== 'insert' && edit.condition === 'any') return 'unknown';
    try {
      return await readEntity(this.#target, edit.kind === 'insert' ? edit.entity : edit.read);
    } catch (thrown) {
      const failure = StowageError.from(thrown);
      if (failure.kind === 'auth') return 'unknown';
      throw failure;
    }
  }

  #announce(prepared: readonly Prepared[]): Promise<void> {
    const atMs = this.#target.clock.now();
    const changes = prepared.map(({ edit, before, undoId }): UndoChange => ({
      id: undoId,
      applyId: this.#applyId,
      atMs,
      table: this.#target.table,
      before,
      after: afterOf(edit, before),
    }));
    return this.#ports.undo.announce(this.#connectionId, changes);
  }

  get #connectionId(): string {
    return this.#target.account.descriptor.connectionId;
  }

  async #applied(prepared: readonly Prepared[], written: ReadonlyMap<string, Written>): Promise<void> {
    const settled: UndoOutcome[] = [];
    for (const { edit, undoId } of prepared) {
      const { etag, readBack } = written.get(edit.id) ?? { etag: null, readBack: false };
      this.outcomes.set(edit.id, { kind: 'applied', editId: edit.id, etag, undoId, readBack });
      settled.push({ id: undoId, state: 'applied', etag });
    }
    await this.#ports.undo.settle(this.#connectionId, settled);
  }

  /** Nothing was written, or it is unknown: then the undo records stay uncertain. */
  async #failed(
    requests: readonly PlannedRequest[],
    prepared: readonly Prepared[],
    failure: StowageError,
  ): Promise<void> {
    const { index } = failure.context;
    const culprit = requests.length === 1 ? requests[0] : requests[typeof index === 'number' ? index : -1];
    const culpritId = culprit?.editId;
    const explained = culprit?.index === undefined ? failure : this.#indexRowChanged(culprit.index, failure);
    for (const { edit } of prepared) {
      const isCulprit = culpritId === undefined || edit.id === culpritId;
      this.outcomes.set(
        edit.id,
        isCulprit
          ? await this.#explained(edit, explained)
          : { kind: 'not-written', editId: edit.id, culprit: culpritId },
      );
    }
    if (mayHaveHappened(failure) || failure.kind === 'cancelled') return;
    await this.#settleFailed(prepared);
  }

  /** The row was there when the edit was planned. Other failures of an index row speak for themselves. */
  #indexRowChanged(index: string, failure: StowageError): StowageError {
    if (failure.code !== 'not-found.entity') return failure;
    const { table } = this.#target;
    const problem = t`A row of the index ${index} of ${table} was deleted in the meantime. Nothing was written.`;
    return indexedFailure({ table, index, problem, fix: t`Apply again, and verify the index.` }, failure);
  }

  async #settleFailed(prepared: readonly Prepared[]): Promise<void> {
    const settled = prepared.map(({ undoId }): UndoOutcome => ({ id: undoId, state: 'failed', etag: null }));
    await this.#ports.undo.settle(this.#connectionId, settled);
  }

  async #explained(edit: StagedEdit, failure: StowageError): Promise<EditOutcome> {
    const failed: EditOutcome = { kind: 'failed', editId: edit.id, error: failure.toShape() };
    if (!isConflict(edit, failure)) return failed;
    try {
      const theirs = await readEntity(this.#target, edit.kind === 'insert' ? edit.entity : edit.read);
      return { kind: 'conflict', editId: edit.id, conflict: describeConflict(edit, theirs) };
    } catch {
      // If the entity cannot be read, there is nothing to compare; the rejection itself is reported.
      return failed;
    }
  }

  #conflict(edits: readonly StagedEdit[], stale: StagedEdit, theirs: Prepared['before']): void {
    for (const { id } of edits) this.outcomes.set(id, { kind: 'not-written', editId: id, culprit: stale.id });
    const conflict = describeConflict(stale, theirs === 'unknown' ? null : theirs);
    this.outcomes.set(stale.id, { kind: 'conflict', editId: stale.id, conflict });
  }
}

/** The current state differs from the one that the edit was made from. */
function isStale(edit: StagedEdit, before: Prepared['before']): boolean {
  if (edit.kind === 'insert' || edit.condition === 'any' || before === 'unknown') return false;
  return before?.etag !== edit.read.etag;
}

function isConflict(edit: StagedEdit, failure: StowageError): boolean {
  if (failure.code === 'conflict.exists') return edit.kind === 'insert';
  if (failure.code === 'not-found.entity') return edit.kind !== 'insert' && edit.condition === 'as-read';
  return failure.code === 'conflict.etag-changed';
}

/** If known; the ETag follows after the write. */
function afterOf(edit: StagedEdit, before: Prepared['before']): Entity | null {
  const known = before === null || before === 'unknown' ? [] : before.properties;
  const after =
    edit.kind === 'update' && before !== 'unknown' && before !== null
      ? resultOf({ ...edit, read: before })
      : edit.kind === 'insert' && edit.mode === 'insert-or-merge'
        ? {
            ...edit.entity,
            properties: withChanges(
              known,
              edit.entity.properties.map(({ name, value }) => ({ kind: 'set', name, value })),
            ),
          }
        : resultOf(edit);
  return after === null ? null : { ...after, timestamp: '', etag: '' };
}

/** For an edit of two requests, the result of the one that wrote. */
function lastWritten(requests: readonly PlannedRequest[], written: readonly (Written | null)[]): Map<string, Written> {
  const byEdit = new Map<string, Written>();
  requests.forEach(({ editId, operation }, index) => {
    const result = written[index];
    if (result != null && (operation !== 'delete' || !byEdit.has(editId))) byEdit.set(editId, result);
  });
  return byEdit;
}
