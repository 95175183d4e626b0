// What a SAS grants on a table stays enabled, and the rest is disabled before an attempt.
import { expect, it } from 'vitest';
import type { SasScope } from '@shared/model/connection';
import { type TableDisabledReasons, tableDisabledReasons } from './table-disabled-reasons';

const signed = (...rights: SasScope['rights']): SasScope => ({ level: 'table', resource: 'Movies', rights });
const ofAccount = (resourceTypes: NonNullable<SasScope['resourceTypes']>, ...rights: SasScope['rights']): SasScope => ({
  level: 'account',
  resourceTypes,
  rights,
});
const everything = ['insert', 'edit', 'rekey', 'remove', 'rename'] as const;
const rows = ['insert', 'edit', 'rekey', 'remove'] as const;

const rejectedOf = (disabledReasons: TableDisabledReasons): readonly string[] =>
  everything.filter((act) => disabledReasons[act] !== null);

it.each<readonly [string, SasScope | undefined, readonly string[]]>([
  ['no SAS', undefined, []],
  ['the right to query', signed('query'), everything],
  ['the right to add', signed('query', 'add'), ['edit', 'rekey', 'remove', 'rename']],
  ['the right to update', signed('query', 'update'), ['insert', 'rekey', 'remove', 'rename']],
  ['the right to delete', signed('query', 'delete'), ['insert', 'edit', 'rekey', 'rename']],
  // Other keys are an insertion and a deletion.
  ['the rights to add and delete', signed('query', 'add', 'delete'), ['edit', 'rename']],
  ['all rights of a table', signed('query', 'add', 'update', 'delete'), ['rename']],
  ['a stored policy', { ...signed(), policy: 'crew' }, ['rename']],
  ['an account SAS that reads', ofAccount(['service', 'container', 'object'], 'read', 'list'), everything],
  ['an account SAS without entities', ofAccount(['container'], 'create', 'delete', 'add', 'update'), rows],
  ['an account SAS with all', ofAccount(['container', 'object'], 'add', 'update', 'delete', 'create'), []],
])('%s', (_what, sas, disabledActions) => {
  const disabledReasons = tableDisabledReasons({ name: 'Quay', locked: false, ...(sas === undefined ? {} : { sas }) });
  expect(rejectedOf(disabledReasons)).toEqual(disabledActions);
  const writesNothing = rows.every((act) => disabledActions.includes(act));
  expect(disabledReasons.all === null).toBe(!writesNothing);
  expect(disabledReasons.wayOut).toBe('none');
});

it('permits unlocking, whatever the SAS', () => {
  const disabledReasons = tableDisabledReasons({ name: 'Quay', locked: true, sas: signed('query', 'add') });
  expect(rejectedOf(disabledReasons)).toEqual(everything);
  expect(disabledReasons).toMatchObject({ all: 'Quay is read-only until it is unlocked', wayOut: 'unlock' });
});
