// Everything that prevents staged edits from being sent, found before anything is.
import type { StagedEdit } from '../model/edit';
import type { EditViolation } from '../model/edit-review';
import type { Entity } from '../model/entity';
import type { TableService } from '../model/table-service';
import { t } from '../strings/t';
import { withChanges } from './changes';
import { type EntityProblem, entityProblems, keyProblems, nameProblems } from './entity-rules';
import { updateOperation } from './plan-edit';

/** All reasons against one edit alone. */
export function editProblems(edit: StagedEdit, service: TableService): EditViolation[] {
  return problemsOf(edit, service).map((problem) => ({ editId: edit.id, ...problem }));
}

/** Ids used by several edits, whose outcomes could not be distinguished. */
export function repeatedIds(edits: readonly StagedEdit[]): EditViolation[] {
  const seen = new Set<string>();
  return edits.flatMap(({ id }) => {
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    const problem = t`another change in this request has the same ID.`;
    return [{ editId: id, field: 'id', value: id.slice(0, 80), problem, fix: t`Give each change its own ID.` }];
  });
}

/** Rows touched by several edits: the second would always meet a changed row. */
export function repeatedRows(edits: readonly StagedEdit[]): EditViolation[] {
  const seen = new Set<string>();
  const violations: EditViolation[] = [];
  for (const edit of edits) {
    const rows = new Map(rowsOf(edit).map((keys) => [JSON.stringify([keys.partitionKey, keys.rowKey]), keys.rowKey]));
    for (const [row, rowKey] of rows) {
      if (seen.has(row)) {
        const problem = t`another staged change affects the same entity.`;
        const fix = t`Combine them, or apply them one after the other.`;
        violations.push({ editId: edit.id, field: 'RowKey', value: rowKey.slice(0, 80), problem, fix });
      }
      seen.add(row);
    }
  }
  return violations;
}

function problemsOf(edit: StagedEdit, service: TableService): EntityProblem[] {
  switch (edit.kind) {
    case 'insert':
      return entityProblems(edit.entity, { service });
    case 'delete':
      return [...keyProblems(edit.read, service), ...etagProblems(edit)];
    case 'update':
      return [
        ...etagProblems(edit),
        ...(updateOperation(edit) === 'replace' ? wholeProblems(edit) : []),
        ...changeProblems(edit, service),
        ...resultProblems(edit.read, edit, service),
        ...emptyProblems(edit),
      ];
    case 'change-keys':
      return [
        ...etagProblems(edit),
        ...wholeProblems(edit),
        ...changeProblems(edit, service),
        ...resultProblems(edit.to, edit, service),
        ...sameKeyProblems(edit),
      ];
  }
}

type Conditional = Exclude<StagedEdit, { kind: 'insert' }>;

function etagProblems({ read, condition }: Conditional): EntityProblem[] {
  if (condition === 'any' || (read.etag !== '' && /^[\x20-\x7e]*$/.test(read.etag) && read.etag !== '*')) return [];
  const problem = t`the entity was read without a usable ETag.`;
  return [
    { field: 'ETag', value: read.etag.slice(0, 80), problem, fix: t`Read it again, or write without a condition.` },
  ];
}

/** Properties that were not read cannot be sent, and a replacement would lose them. */
function wholeProblems({ readColumns }: Conditional): EntityProblem[] {
  if (readColumns === 'all') return [];
  const problem = t`only some columns of the entity were read, and this change sends all of them.`;
  return [{ field: 'properties', value: '', problem, fix: t`Read the whole entity first.` }];
}

type Changing = Extract<StagedEdit, { readonly changes: unknown }>;

function changeProblems({ changes, read, readColumns }: Changing, service: TableService): EntityProblem[] {
  const problems: EntityProblem[] = [];
  let names = new Set(read.properties.map(({ name }) => name));
  for (const change of changes) {
    const { name } = change;
    if (change.kind !== 'set' && readColumns === 'all' && !names.has(name)) {
      const fix = t`Discard the change, or read the entity again.`;
      problems.push({ field: name, value: '', problem: t`the entity has no such property.`, fix });
    }
    if (change.kind === 'rename') {
      problems.push(...nameProblems(change.to, service));
      if (names.has(change.to)) {
        const problem = t`the entity already has a property ${change.to}.`;
        problems.push({ field: name, value: change.to, problem, fix: t`Choose another name.` });
      }
    }
    names = new Set(withChanges([...names].map(plain), [change]).map((property) => property.name));
  }
  return problems;
}

/** The new name of a rename was checked already; names that the service sent are not checked. */
function resultProblems(
  { partitionKey, rowKey }: Pick<Entity, 'partitionKey' | 'rowKey'>,
  { read, changes }: Changing,
  service: TableService,
): EntityProblem[] {
  const renamed = changes.flatMap((change) => (change.kind === 'rename' ? [change.to] : []));
  const known = new Set([...read.properties.map(({ name }) => name), ...renamed]);
  const properties = withChanges(read.properties, changes);
  const clashes = new Set(renamed.filter((name) => read.properties.some((property) => property.name === name)));
  return entityProblems({ partitionKey, rowKey, properties }, { known, service }).filter(
    ({ field, problem }) => !(clashes.has(field) && problem === t`the name is used twice.`),
  );
}

function emptyProblems({ changes, mode }: Extract<StagedEdit, { kind: 'update' }>): EntityProblem[] {
  if (changes.length > 0 || mode === 'replace') return [];
  return [{ field: 'properties', value: '', problem: t`nothing is changed.`, fix: t`Change a property first.` }];
}

function sameKeyProblems({ read, to }: Extract<StagedEdit, { kind: 'change-keys' }>): EntityProblem[] {
  if (read.partitionKey !== to.partitionKey || read.rowKey !== to.rowKey) return [];
  return [
    {
      field: 'RowKey',
      value: to.rowKey,
      problem: t`the keys are the same as before.`,
      fix: t`Change one of the keys.`,
    },
  ];
}

function rowsOf(edit: StagedEdit): readonly Pick<Entity, 'partitionKey' | 'rowKey'>[] {
  if (edit.kind === 'insert') return [edit.entity];
  return edit.kind === 'change-keys' ? [edit.read, edit.to] : [edit.read];
}

const plain = (name: string) => ({ name, value: { type: 'Edm.String', value: '' } }) as const;
