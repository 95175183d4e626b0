// A bulk change under construction, as a value: its request to the engine or what is missing, and the texts about its
// effect, duration and undo. Pure.
import { convertValue } from '@shared/edit/convert-value';
import { nameProblems, propertyProblems } from '@shared/edit/entity-rules';
import type { EntityKeys, PropertyChange } from '@shared/model/edit';
import type { EdmType } from '@shared/model/entity';
import { type BulkRequest, type BulkPreview, type BulkTypeChange, bulkDurationMs } from '@shared/model/table-bulk';
import type { TableQuery } from '@shared/model/table-query';
import { t } from '@shared/strings/t';
import { counted } from '@shared/strings/counted';
import { formatBytes, formatCount, formatTimeLeft } from '@shared/units';
import type { TableJob, TableJobKind } from '@shared/model/table-job';
import { typeName } from '../result/value-format';

export interface ChangeDraft {
  readonly id: number;
  readonly kind: PropertyChange['kind'];
  readonly name: string;
  /** The value to set; for `set` only. */
  readonly type: EdmType;
  /** The type follows the property until the user chooses one. */
  readonly typeBy: 'property' | 'user';
  readonly text: string;
  /** The new name; for `rename` only. */
  readonly to: string;
}

export interface BulkDraft {
  readonly rows: 'matching' | 'selected';
  readonly action: 'update' | 'delete';
  readonly changes: readonly ChangeDraft[];
  readonly mode: 'merge' | 'replace';
  readonly condition: 'as-read' | 'any';
  readonly undo: 'keep' | 'none';
}

export interface BulkSubject {
  readonly table: string;
  readonly query: TableQuery;
  readonly selected: readonly EntityKeys[];
}

export interface ChangeProblem {
  readonly changeId: number;
  readonly field: 'name' | 'value' | 'to';
  readonly sentence: string;
}

export function newChange(id: number): ChangeDraft {
  return { id, kind: 'set', name: '', type: 'Edm.String', typeBy: 'property', text: '', to: '' };
}

/** @param known the property of that name in the loaded rows; undefined if no row has it */
export function withName(change: ChangeDraft, name: string, known: EdmType | undefined): ChangeDraft {
  return withTypeOf({ ...change, name }, change.typeBy === 'user' ? change.type : (known ?? 'Edm.String'));
}

export function withType(change: ChangeDraft, type: EdmType): ChangeDraft {
  return withTypeOf({ ...change, typeBy: 'user' }, type);
}

/** A Boolean is selected from a list, so it always has a value, which is invalid for other types. */
function withTypeOf(change: ChangeDraft, type: EdmType): ChangeDraft {
  if (type === change.type) return change;
  const text = type === 'Edm.Boolean' ? 'true' : change.type === 'Edm.Boolean' ? '' : change.text;
  return { ...change, type, text };
}

export function newBulkDraft(selectedRows: number): BulkDraft {
  return {
    rows: selectedRows > 1 ? 'selected' : 'matching',
    action: 'update',
    changes: [newChange(1)],
    mode: 'merge',
    condition: 'as-read',
    undo: 'keep',
  };
}

export function draftProblems({ action, changes }: BulkDraft): readonly ChangeProblem[] {
  return action === 'delete' ? [] : changes.flatMap(problemsOf);
}

/** Null while something is missing. */
export function requestOf(draft: BulkDraft, { table, query, selected }: BulkSubject): BulkRequest | null {
  if (draftProblems(draft).length > 0) return null;
  const { rows, condition, undo, mode } = draft;
  const changes = draft.changes.flatMap((change) => changeOf(change) ?? []);
  const scope: BulkRequest['scope'] =
    rows === 'matching' ? { kind: 'query', query } : { kind: 'keys', table, keys: [...selected] };
  if (rows === 'selected' && selected.length === 0) return null;
  return {
    scope,
    action: draft.action === 'delete' ? { kind: 'delete' } : { kind: 'update', changes, mode },
    condition,
    undo,
  };
}

function problemsOf(change: ChangeDraft): readonly ChangeProblem[] {
  const { id, kind, name, to } = change;
  const problem = (field: ChangeProblem['field'], sentence: string): ChangeProblem => ({
    changeId: id,
    field,
    sentence,
  });
  if (name === '') return [problem('name', t`Enter the property name.`)];
  if (kind === 'rename') {
    if (to === '') return [problem('to', t`Enter the new name.`)];
    if (to === name) return [problem('to', t`The new name is the same as the old one.`)];
    return nameProblems(to).map((one) => problem('to', `${capital(one.problem)} ${one.fix}`));
  }
  if (kind === 'remove') return [];
  const names = nameProblems(name).map((one) => problem('name', `${capital(one.problem)} ${one.fix}`));
  const converted = convertValue({ type: 'Edm.String', value: change.text }, change.type);
  if (converted.kind !== 'exact') return [...names, problem('value', converted.reason)];
  const values = propertyProblems({ name, value: converted.value }, 'known');
  return [...names, ...values.map((one) => problem('value', `${capital(one.problem)} ${one.fix}`))];
}

function changeOf({ kind, name, type, text, to }: ChangeDraft): PropertyChange | null {
  if (kind === 'remove') return { kind, name };
  if (kind === 'rename') return { kind, name, to };
  const converted = convertValue({ type: 'Edm.String', value: text }, type);
  return converted.kind === 'impossible' ? null : { kind, name, value: converted.value };
}

function capital(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

export function rowsOf(count: number): string {
  return counted(count, 'row');
}

/** `25,000 rows found in 31 partitions, 200 as wanted already`. */
export function foundText({ rows, affected, unchanged, missing, partitions, problems, ended }: BulkPreview): string {
  const rejected = problems.reduce((sum, { count }) => sum + count, 0);
  const parts = [
    t`${ended === 'no' ? t`Reading: ` : ''}${rowsOf(rows)} found`,
    affected === 0 ? '' : t`in ${counted(partitions, 'partition')}`,
  ];
  const notes = [
    unchanged === 0 ? '' : t`${formatCount(unchanged)} already up to date`,
    rejected === 0 ? '' : t`${formatCount(rejected)} cannot be sent`,
    missing === 0 ? '' : t`${formatCount(missing)} no longer exist`,
    ended === 'limit' ? t`up to the row limit; there may be more` : '',
  ];
  return [parts.filter(Boolean).join(' '), ...notes.filter(Boolean)].join(', ');
}

/**
 * Transactions, bytes and time, each an estimate until the reading has ended. The time follows from the last such change
 * on this connection, or is the minimum at best speed.
 */
export function costText(preview: BulkPreview, rowsPerSecond: number | null, measured: MeasuredBulk | null): string {
  const { batches, requestBytes } = preview;
  const { ms, measuredAt } = plannedBulk(preview, rowsPerSecond, measured);
  const time = formatTimeLeft(ms);
  const rate = rowsPerSecond === null ? t`without a rate limit` : t`at ${formatCount(rowsPerSecond)} rows/s`;
  const transactions = counted(batches, 'transaction');
  const bytes = formatBytes(requestBytes);
  if (measuredAt === null) return t`${transactions}, ${bytes} to send, at least ${time} ${rate}.`;
  const before = formatCount(Math.round(measuredAt));
  return t`${transactions}, ${bytes} to send, about ${time} ${rate}: the last change here wrote ${before} rows/s.`;
}

/** Whether an undo file is written, and its limit. */
export function undoText({ fileBytes, fileBytesAllowed }: BulkPreview, undo: 'keep' | 'none'): string {
  if (undo === 'none') return t`No undo file is saved. The change cannot be undone.`;
  if (fileBytes > fileBytesAllowed) {
    return t`The undo file would take ${formatBytes(fileBytes)}; the limit is ${formatBytes(fileBytesAllowed)}. Narrow the query, or continue without undo.`;
  }
  return t`The undo file takes ${formatBytes(fileBytes)} on this computer until you remove the job from the list.`;
}

/** `Delete 25,000 rows`. */
export function actionText(action: 'update' | 'delete', affected: number): string {
  const rows = rowsOf(affected);
  return action === 'delete' ? t`Delete ${rows}` : t`Edit ${rows}`;
}

/** The rate of the last change without a rate limit. */
export interface MeasuredBulk {
  readonly rowsPerSecond: number;
  readonly rowsPerBatch: number;
}

interface PlannedBulk {
  readonly ms: number;
  /** The rate of the last one; null if only a minimum is known. */
  readonly measuredAt: number | null;
}

/** Older measurements do not reflect today's network and service. */
const lastsMs = 24 * 3_600_000;
/** Fewer rows mostly measure the start-up. */
const minRows = 1_000;
const kindsOf: Readonly<Record<'update' | 'delete', readonly TableJobKind[]>> = {
  update: ['update'],
  delete: ['delete', 'clear'],
};

/** The rate of the newest job on the connection; null if none was measured. @param jobs newest first */
export function measuredBulk(
  jobs: readonly TableJob[],
  { connectionId, action }: { readonly connectionId: string; readonly action: 'update' | 'delete' },
  nowMs = Date.now(),
): MeasuredBulk | null {
  for (const job of jobs) {
    const { kind, meanRowsPerSecond, rowsDone, rowsRejected, batches, bulk, endedAtMs } = job;
    if (!kindsOf[action].includes(kind) || job.connectionId !== connectionId) continue;
    if (meanRowsPerSecond === undefined || endedAtMs === null || nowMs - endedAtMs > lastsMs) continue;
    // Unchanged rows were not sent, and a limited job might have been faster.
    const written = rowsDone - (bulk?.rowsUnchanged ?? 0);
    if (bulk === undefined || bulk.rowsPerSecondAllowed !== null || rowsRejected > rowsDone) continue;
    if (written < minRows || written < rowsDone / 2 || batches === 0) continue;
    return { rowsPerSecond: meanRowsPerSecond, rowsPerBatch: written / batches };
  }
  return null;
}

/** Smaller transactions are never faster than the measurement; it does not predict larger ones. */
function plannedBulk(preview: BulkPreview, rowsPerSecond: number | null, measured: MeasuredBulk | null): PlannedBulk {
  const { affected, batches } = preview;
  const minMs = bulkDurationMs(preview, rowsPerSecond);
  if (measured === null || batches === 0) return { ms: minMs, measuredAt: null };
  const timesTheSize = affected / batches / measured.rowsPerBatch;
  if (timesTheSize < 0.5 || timesTheSize > 2) return { ms: minMs, measuredAt: null };
  const measuredMs = (affected / measured.rowsPerSecond) * 1000;
  return { ms: Math.max(minMs, measuredMs), measuredAt: measured.rowsPerSecond };
}

/** A sentence for each change of a type, with its number of rows. */
export function typeChanges(changes: readonly BulkTypeChange[]): readonly string[] {
  return changes.map(
    ({ name, from, to, count }) =>
      t`The type of ${name} changes in ${rowsOf(count)}: ${typeName(from)} becomes ${typeName(to)}.`,
  );
}
