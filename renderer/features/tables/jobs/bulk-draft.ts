// A bulk change under construction, as a value: its request to the engine, or what is still missing. Pure.
import { convertValue } from '@shared/edit/convert-value';
import { nameProblems, propertyProblems } from '@shared/edit/entity-rules';
import type { EntityKeys, PropertyChange } from '@shared/model/edit';
import type { EdmType } from '@shared/model/entity';
import type { BulkRequest } from '@shared/model/table-bulk';
import type { TableQuery } from '@shared/model/table-query';
import { t } from '@shared/strings/t';

export interface ChangeDraft {
  readonly id: number;
  readonly kind: PropertyChange['kind'];
  readonly name: string;
  /** The value to set; for `set` only. */
  readonly type: EdmType;
  /** The type is that of the property until a person chooses another. */
  readonly typeBy: 'property' | 'person';
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

/** @param known what the loaded rows have under the name; undefined where none has it, as if nothing were named yet */
export function withName(change: ChangeDraft, name: string, known: EdmType | undefined): ChangeDraft {
  return withTypeOf({ ...change, name }, change.typeBy === 'person' ? change.type : (known ?? 'Edm.String'));
}

export function withType(change: ChangeDraft, type: EdmType): ChangeDraft {
  return withTypeOf({ ...change, typeBy: 'person' }, type);
}

/** A Boolean is chosen, so it always has a value, which is none of another type. */
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
  if (name === '') return [problem('name', t`Name the property.`)];
  if (kind === 'rename') {
    if (to === '') return [problem('to', t`Give the new name.`)];
    if (to === name) return [problem('to', t`The name is the same as before.`)];
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
