// Which right an operation needs, which role includes it, and the text that requests the role.
import { expect, it } from 'vitest';
import { blobActions, missingNeed, tableAccessDisabledReasons, tableActions } from './action-rules';
import { connectionOf } from './fixtures/connections';
import { accessRequestText, assignmentCommand } from '../commands/access-request';
import { type LearnedRight, rightOf, roleForOperation, scopeOf } from './rights';

it.each([
  ['blob', 'ListBlobs', 'list', 'Storage Blob Data Reader'],
  ['blob', 'GetBlob', 'read', 'Storage Blob Data Reader'],
  ['blob', 'PutBlock', 'write', 'Storage Blob Data Contributor'],
  ['blob', 'RenamePath', 'write', 'Storage Blob Data Contributor'],
  ['blob', 'DeletePath', 'delete', 'Storage Blob Data Contributor'],
  ['blob', 'SetBlobTags', 'tags', 'Storage Blob Data Owner'],
  ['blob', 'FindBlobsByTags', 'tags', 'Storage Blob Data Owner'],
  ['blob', 'SetPathAccessControlRecursive', 'access', 'Storage Blob Data Owner'],
  ['blob', 'GetUserDelegationKey', null, 'Storage Blob Delegator'],
  ['blob', 'GetAccountInformation', null, 'Storage Blob Data Reader'],
  ['table', 'QueryTables', 'list', 'Storage Table Data Reader'],
  ['table', 'QueryEntities', 'read', 'Storage Table Data Reader'],
  ['table', 'EntityGroupTransaction', 'write', 'Storage Table Data Contributor'],
] as const)('rights: %s %s needs %s, which %s includes', (service, operation, right, role) => {
  expect(rightOf(service, operation)).toBe(right);
  expect(roleForOperation(service, operation)).toBe(role);
});

it('rights: belong to the account for what is created in it', () => {
  expect([scopeOf('CreateContainer', 'cargo'), scopeOf('DeleteContainer', 'cargo')]).toEqual(['', 'cargo']);
});

it('access request: names user, role and scope, and quotes names in the command', () => {
  const request = {
    service: 'blob',
    resource: '$web',
    account: 'quay',
    role: 'Storage Blob Data Reader',
    identity: 'ada@contoso.example',
    tenant: 'contoso.example',
  } as const;
  const text = accessRequestText(request);
  for (const part of [request.role, request.identity, 'container $web of storage account quay']) {
    expect(text).toContain(part);
  }
  expect(assignmentCommand(request)).toBe(
    "az role assignment create --assignee ada@contoso.example --role 'Storage Blob Data Reader' " +
      '--scope "$(az storage account show --name quay --query id --output tsv)"\'/blobServices/default/containers/$web\'',
  );
  expect(assignmentCommand({ ...request, identity: 'build server' })).toContain('--assignee OBJECT-ID');
});

const denied = (over: Partial<LearnedRight>): { connection: ReturnType<typeof connectionOf> } => ({
  connection: {
    ...connectionOf({ id: 'quay', kind: 'sign-in' }),
    rights: [{ service: 'blob', resource: 'cargo', right: 'write', state: 'denied', cause: 'role', ...over }],
  },
});
const cargo = { service: 'blob', resource: 'cargo' } as const;

it.each([
  ['a denial there', {}, true],
  ['a denial in another container', { resource: 'other' }, false],
  ['a denial of another right', { right: 'delete' }, false],
  ['a denial of some blobs', { state: 'varies' }, false],
  ['a denial without a reason', { cause: 'unclear' }, false],
] as const)('actions: are disabled by %s: %o, %s', (_what, over, isDisabled) => {
  expect(missingNeed(blobActions.upload, { ...denied(over), ...cargo }) !== null).toBe(isDisabled);
  expect(missingNeed(blobActions.download, { ...denied(over), ...cargo })).toBeNull();
});

it.each([
  ['blob', 'cargo', 'list', blobActions.upload, 'Storage Blob Data Contributor'],
  ['blob', 'cargo', 'list', blobActions.remove, 'Storage Blob Data Contributor'],
  ['table', 'Ships', 'read', tableActions.insert, 'Storage Table Data Contributor'],
] as const)('actions: in a %s %s, without the right to %s no role is there, so none allows changes', (...given) => {
  const [service, resource, right, needs, role] = given;
  const target = { service, resource } as const;
  const because = (over: Partial<LearnedRight>) =>
    missingNeed(needs, { ...denied({ ...target, right, ...over }), ...target });
  expect(because({})).toContain(role);
  expect(because({ cause: 'sas' }), 'a SAS can allow writing alone').toBeNull();
  expect(because({ cause: 'unclear' })).toBeNull();
  expect(because({ state: 'varies' })).toBeNull();
  const { connection } = denied({ ...target, right });
  const changed = { ...target, right: 'write', state: 'allowed' } as const;
  const rights = [...(connection.rights ?? []), changed, { ...changed, right: 'delete' as const }];
  expect(missingNeed(needs, { connection: { ...connection, rights }, ...target }), 'was done before').toBeNull();
});

it('actions: name the role of Cosmos DB where it is the service, and what does not exist there', () => {
  const { connection } = denied({ service: 'table', resource: 'Ships' });
  const target = {
    connection: { ...connection, tableService: 'cosmos' },
    service: 'table',
    resource: 'Ships',
  } as const;
  expect(missingNeed(tableActions.insert, target)).toContain('Cosmos DB Built-in Data Contributor');
  const { sign, policies } = tableAccessDisabledReasons({ ...connection, kind: 'account-key', tableService: 'cosmos' });
  expect([sign, policies]).toEqual([expect.stringContaining('Cosmos DB'), expect.stringContaining('Cosmos DB')]);
});
