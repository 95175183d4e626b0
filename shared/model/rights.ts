// What a credential may do with an account, a container or a table: the right that each operation needs, the built-in
// role that includes it, and what requests have shown so far. Without a schema library, because worker threads load this.
import { t } from '../strings/t';
import type { TableService } from './table-service';

/** Of a SAS. */
export const sasRightNames = [
  ...(['read', 'write', 'delete', 'list', 'add', 'create', 'update', 'process', 'query', 'other'] as const),
] as const;
type SasRight = (typeof sasRightNames)[number];

/** `access`: who has access, as access lists and stored policies say. */
export const dataRights = ['list', 'read', 'write', 'delete', 'tags', 'access'] as const;
export type DataRight = (typeof dataRights)[number];
export const rightStates = ['allowed', 'denied', 'varies'] as const;
export const denialCauses = ['role', 'sas', 'unclear'] as const;

export interface RightsTarget {
  readonly service: 'blob' | 'table';
  /** Container or table; empty for the account itself. */
  readonly resource: string;
}

/** One right as the latest requests have shown it. */
export interface LearnedRight extends RightsTarget {
  readonly right: DataRight;
  /** `varies`: allowed for some objects and denied for others, as by conditions of a role. */
  readonly state: (typeof rightStates)[number];
  /** Of a denial. `unclear`: the service gave no reason, so the rules of its network can be one. */
  readonly cause?: (typeof denialCauses)[number] | undefined;
}

interface OperationNeeds {
  readonly service: 'blob' | 'table';
  readonly operations: RegExp;
  readonly right: DataRight;
  /** As a SAS names the right. */
  readonly sas: SasRight;
}

/** The first that matches. Source: Permissions for calling data operations; Create a service SAS. */
const needs: readonly OperationNeeds[] = [
  { service: 'blob', operations: /^FindBlobs/u, right: 'tags', sas: 'list' },
  { service: 'blob', operations: /^List/u, right: 'list', sas: 'list' },
  { service: 'blob', operations: /^Delete/u, right: 'delete', sas: 'delete' },
  { service: 'blob', operations: /PathAccessControl/u, right: 'access', sas: 'other' },
  { service: 'blob', operations: /^GetContainerACL/u, right: 'access', sas: 'read' },
  { service: 'blob', operations: /^SetContainerACL/u, right: 'access', sas: 'write' },
  { service: 'blob', operations: /^GetBlobTags/u, right: 'tags', sas: 'read' },
  { service: 'blob', operations: /^SetBlobTags/u, right: 'tags', sas: 'write' },
  { service: 'blob', operations: /^Get/u, right: 'read', sas: 'read' },
  { service: 'blob', operations: /^Append/u, right: 'write', sas: 'add' },
  { service: 'blob', operations: /^Create/u, right: 'write', sas: 'create' },
  { service: 'blob', operations: /^/u, right: 'write', sas: 'write' },
  { service: 'table', operations: /^(?:List|QueryTables)/u, right: 'list', sas: 'list' },
  { service: 'table', operations: /^Delete/u, right: 'delete', sas: 'delete' },
  { service: 'table', operations: /^GetTableA/u, right: 'access', sas: 'query' },
  { service: 'table', operations: /^SetTableA/u, right: 'access', sas: 'update' },
  { service: 'table', operations: /^(?:Get|Query)/u, right: 'read', sas: 'query' },
  { service: 'table', operations: /^(?:Insert|Create)/u, right: 'write', sas: 'add' },
  { service: 'table', operations: /^/u, right: 'write', sas: 'update' },
];

function needsOf(service: 'blob' | 'table', operation: string): OperationNeeds | undefined {
  return needs.find((need) => need.service === service && need.operations.test(operation));
}

/** Where the right has to be: what is created is not there yet. */
export function scopeOf(operation: string, resource: string): string {
  return /^Create(?:Container|Table)$/u.test(operation) ? '' : resource;
}

/** Operations that need no right to data, or several at once. */
const unrelated = /^(?:GetAccountInformation|GetService|SetService|GetUserDelegationKey|BlobBatch)/u;

const learnedFrom = new Map<string, DataRight | null>();

/** The right that an answer to the operation says something about; null for none. */
export function rightOf(service: 'blob' | 'table', operation: string): DataRight | null {
  const key = `${service} ${operation}`;
  let right = learnedFrom.get(key);
  if (right === undefined) {
    right = unrelated.test(operation) ? null : (needsOf(service, operation)?.right ?? null);
    learnedFrom.set(key, right);
  }
  return right;
}

/** The right that the operation needs, as a SAS names it. */
export function sasRightOf(service: 'blob' | 'table', operation: string): SasRight {
  return needsOf(service, operation)?.sas ?? 'write';
}

const roles = {
  blob: ['Storage Blob Data Reader', 'Storage Blob Data Contributor', 'Storage Blob Data Owner'],
  storage: ['Storage Table Data Reader', 'Storage Table Data Contributor'],
  cosmos: ['Cosmos DB Built-in Data Reader', 'Cosmos DB Built-in Data Contributor'],
} as const;

/**
 * The built-in role with the fewest rights that includes this one; null where only the account key grants it. Source:
 * Azure built-in roles for storage.
 */
export function roleFor(service: 'blob' | 'table', right: DataRight, tables: TableService = 'storage'): string | null {
  const reads = right === 'list' || right === 'read';
  if (service === 'blob') {
    if (right === 'tags' || right === 'access') return roles.blob[2];
    return reads ? roles.blob[0] : roles.blob[1];
  }
  if (right === 'tags' || right === 'access') return null;
  return roles[tables][reads ? 0 : 1];
}

/** As `roleFor`, of an operation. */
export function roleForOperation(service: 'blob' | 'table', operation: string): string {
  if (operation === 'GetUserDelegationKey') return 'Storage Blob Delegator';
  const right = needsOf(service, operation)?.right ?? 'write';
  const reads = /^Get(?:Account|Service)/u.test(operation);
  return roleFor(service, reads ? 'read' : right) ?? roles.storage[1];
}

/** Undefined where no request has shown it. */
export function learnedIn(
  learned: readonly LearnedRight[] | undefined,
  { service, resource }: RightsTarget,
  right: DataRight,
): LearnedRight | undefined {
  return learned?.find((each) => each.service === service && each.resource === resource && each.right === right);
}

/** The scope in which a role is assigned, as text. */
export function scopeText({ service, resource, account }: RightsTarget & { readonly account: string }): string {
  if (resource === '') return t`storage account ${account}`;
  return service === 'blob'
    ? t`container ${resource} of storage account ${account}`
    : t`table ${resource} of storage account ${account}`;
}
