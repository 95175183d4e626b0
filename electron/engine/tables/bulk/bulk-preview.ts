// The preview of a bulk change: reads all affected rows into a plan file and counts what the change would do. Sends no
// change. The job that is started takes over the file; otherwise it is removed.
import type { PartTarget } from '@shared/edit/review';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DistinctSketch } from '@shared/analysis/distinct-sketch';
import { StowageError } from '@shared/errors';
import { minTimeMs } from '@shared/import/import-pace';
import type { EditViolation } from '@shared/model/edit-review';
import type { Entity, Property } from '@shared/model/entity';
import type { BulkPreview, BulkProblem, BulkRequest, BulkSampleRow } from '@shared/model/table-bulk';
import { t } from '@shared/strings/t';
import { type Account, partTargetOf } from '../../azure/account';
import type { Clock } from '../../ports';
import type { PlannedOperation } from '../batch';
import { type PlanExtent, PlanWriter } from './plan-file';
import { neededColumns, rowPages } from './preview-rows';
import { type RowRules, nameOf, planRow } from './row-action';
import { RowBatches, requestBytes } from './row-batches';
import { TypeChangeCounts } from './type-change-counts';
import { renameSynced } from '../../../disk/sync-folder';

export interface BulkPreviewOptions {
  readonly account: Account;
  readonly request: BulkRequest;
  /** Path of the plan file. */
  readonly path: string;
  readonly fileBytesAllowed: number;
  readonly clock: Clock;
}

const sampleRows = 20;
const sampleProperties = 8;
const sampleText = 200;
const problemsShown = 50;
const examplesShown = 5;
const partitionsFollowed = 10_000;
/** The size at which one connection is cheapest and the service still answers at once. */
const defaultConcurrency = 20;

export class RunningPreview {
  readonly request: BulkRequest;
  readonly #options: BulkPreviewOptions;
  readonly #rules: RowRules;
  readonly #partTarget: PartTarget;
  readonly #batches: RowBatches<PlannedOperation>;
  readonly #partitions = new Map<string, number>();
  readonly #sketch = new DistinctSketch();
  readonly #problems = new Map<string, BulkProblem & { examples: string[] }>();
  readonly #sample: BulkSampleRow[] = [];
  readonly #typeChanges: TypeChangeCounts;
  readonly #startedMs: number;
  #counts = { rows: 0, affected: 0, unchanged: 0, batches: 0, requestBytes: 0, readRequests: 0 };
  #extent: PlanExtent = { rows: 0, bytes: 0 };
  #ended: BulkPreview['ended'] = 'no';
  #endedMs: number | null = null;
  #isTaken = false;

  constructor(options: BulkPreviewOptions) {
    this.#options = options;
    this.request = options.request;
    const { action, condition } = options.request;
    const readColumns = neededColumns(options.request).length === 0 ? 'all' : 'some';
    this.#partTarget = partTargetOf(options.account.descriptor);
    this.#batches = new RowBatches<PlannedOperation>(this.#partTarget.service);
    this.#rules = {
      table: tableOf(options.request),
      action,
      condition,
      readColumns,
      service: this.#partTarget.service,
    };
    this.#typeChanges = new TypeChangeCounts(action);
    this.#startedMs = options.clock.monotonic();
  }

  get rules(): RowRules {
    return this.#rules;
  }

  /** @throws StowageError from the query, the transport or the disk */
  async read(signal: AbortSignal, onPage: () => void): Promise<void> {
    const { account, request, path, clock } = this.#options;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const writer = await PlanWriter.open(path);
    try {
      for await (const { rows, requests } of rowPages(account, request, { clock, signal })) {
        this.#counts.readRequests += requests;
        for (const row of rows) this.#appearance(row);
        await writer.add(rows);
        this.#extent = writer.extent;
        onPage();
      }
    } finally {
      await writer.close();
    }
    this.#counts.batches += this.#batches.flush().length;
    const limit = request.scope.kind === 'query' ? request.scope.query.limit : undefined;
    this.#ended = limit !== undefined && this.#counts.rows >= limit ? 'limit' : 'end';
    this.#endedMs = clock.monotonic();
  }

  view(): BulkPreview {
    const { scope } = this.request;
    const largestPartitionRows = Math.max(0, ...this.#partitions.values());
    const { affected, batches } = this.#counts;
    const load = { rows: affected, largestPartitionRows, batchesBySize: new Map([[100, batches]]) };
    return {
      ...this.#counts,
      missing: scope.kind === 'keys' && this.#ended !== 'no' ? scope.keys.length - this.#counts.rows : 0,
      partitions:
        this.#partitions.size < partitionsFollowed
          ? this.#partitions.size
          : Math.max(partitionsFollowed, this.#sketch.estimate()),
      largestPartitionRows,
      fileBytes: this.#extent.bytes,
      fileBytesAllowed: this.#options.fileBytesAllowed,
      elapsedMs: (this.#endedMs ?? this.#options.clock.monotonic()) - this.#startedMs,
      minMs: minTimeMs(load, 100, defaultConcurrency),
      sample: [...this.#sample],
      typeChanges: [...this.#typeChanges.all],
      problems: [...this.#problems.values()].map((problem) => ({ ...problem, examples: [...problem.examples] })),
      ended: this.#ended,
    };
  }

  /**
   * Hands the plan to a job by moving its file to `path`.
   * @throws StowageError `conflict.other` before the end or a second time, `invalid.input` if undo would take too much
   */
  async take(path: string): Promise<PlanExtent> {
    if (this.#ended === 'no' || this.#isTaken) {
      const problem = this.#isTaken ? t`These rows are already being changed.` : t`The preview is not complete yet.`;
      throw new StowageError('conflict.other', problem);
    }
    const { fileBytesAllowed } = this.#options;
    if (this.request.undo === 'keep' && this.#extent.bytes > fileBytesAllowed) {
      const problem = t`it would need ${this.#extent.bytes} bytes; the limit is ${fileBytesAllowed}.`;
      const fix = t`Narrow the query, or continue without undo.`;
      throw new StowageError('invalid.input', `undo: ${problem} ${fix}`, { context: { field: 'undo', problem, fix } });
    }
    this.#isTaken = true;
    await renameSynced(this.#options.path, path);
    return this.#extent;
  }

  async dispose(): Promise<void> {
    if (!this.#isTaken) await rm(this.#options.path, { force: true });
  }

  #appearance(row: Entity): void {
    const counts = this.#counts;
    counts.rows += 1;
    const plan = planRow(this.#rules, row);
    if (plan.kind === 'unchanged') {
      counts.unchanged += 1;
      return;
    }
    if (plan.kind === 'refused') {
      this.#rejected(row, plan.violation);
      return;
    }
    counts.affected += 1;
    this.#count(row.partitionKey);
    const { partitionKey, rowKey } = row;
    const bytes = requestBytes(this.#partTarget, plan.request);
    counts.requestBytes += bytes;
    counts.batches += this.#batches.add({ partitionKey, rowKey, bytes }).length;
    this.#typeChanges.add(row.properties, plan.after);
    if (this.#sample.length < sampleRows) this.#sample.push(this.#shown(row, plan.after));
  }

  #count(partitionKey: string): void {
    const known = this.#partitions.get(partitionKey);
    if (known !== undefined) this.#partitions.set(partitionKey, known + 1);
    else {
      this.#sketch.add(partitionKey);
      if (this.#partitions.size < partitionsFollowed) this.#partitions.set(partitionKey, 1);
    }
  }

  #rejected(row: Entity, { field, problem, fix }: EditViolation): void {
    const cause = `${field} ${problem}`;
    const known = this.#problems.get(cause);
    if (known === undefined) {
      if (this.#problems.size < problemsShown) {
        this.#problems.set(cause, { field, problem, fix, count: 1, examples: [nameOf(row)] });
      }
      return;
    }
    known.count += 1;
    if (known.examples.length < examplesShown) known.examples.push(nameOf(row));
  }

  #shown({ partitionKey, rowKey, properties }: Entity, after: readonly Property[] | null): BulkSampleRow {
    if (after === null) {
      return { partitionKey, rowKey, before: properties.slice(0, sampleProperties).map(cut), after: null };
    }
    const { action } = this.request;
    const changes = action.kind === 'update' ? action.changes : [];
    const touched = new Set(
      changes.flatMap((change) => (change.kind === 'rename' ? [change.name, change.to] : [change.name])),
    );
    const only = (list: readonly Property[]): Property[] => list.filter(({ name }) => touched.has(name)).map(cut);
    return { partitionKey, rowKey, before: only(properties), after: only(after) };
  }
}

export function tableOf({ scope }: Pick<BulkRequest, 'scope'>): string {
  return scope.kind === 'query' ? scope.query.table : scope.table;
}

function cut({ name, value }: Property): Property {
  if (value.type === 'Edm.Boolean' || value.value.length <= sampleText) return { name, value };
  return { name, value: { ...value, value: `${value.value.slice(0, sampleText)}…` } };
}
