// Which tabs accept dropped files.
import { expect, it } from 'vitest';
import { connectionWith } from '@renderer/testing/connection-with';
import type { ConnectionSummary } from '@shared/model/connection';
import { filesOnTab } from './files-on-places';

const quay = connectionWith({ id: 'quay', kind: 'sas' });

it.each<readonly [string, Partial<ConnectionSummary>, string]>([
  ['a key', {}, 'takes'],
  ['a locked one', { locked: true }, 'refuses'],
  ['a SAS that reads', { sas: { level: 'table', resource: 'Ships', rights: ['query'] } }, 'refuses'],
  ['a SAS that adds', { sas: { level: 'table', resource: 'Ships', rights: ['add'] } }, 'takes'],
])('the tab of a table over %s', (_what, more, expected) => {
  const files = filesOnTab({ kind: 'table', connectionId: 'quay', table: 'Ships' }, [{ ...quay, ...more }]);
  expect(files === null ? 'refuses' : 'takes').toBe(expected);
});

it.each<readonly [string, Partial<ConnectionSummary>, string]>([
  ['a key', {}, 'takes'],
  ['a locked one', { locked: true }, 'refuses'],
  ['a SAS that reads', { sas: { level: 'container', resource: 'photos', rights: ['read', 'list'] } }, 'refuses'],
  ['a SAS that makes blobs', { sas: { level: 'container', resource: 'photos', rights: ['create'] } }, 'takes'],
])('the tab of a container over %s', (_what, more, expected) => {
  const files = filesOnTab({ kind: 'container', connectionId: 'quay', container: 'photos' }, [{ ...quay, ...more }]);
  expect(files === null ? 'refuses' : 'takes').toBe(expected);
});
