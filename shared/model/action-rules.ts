// What every action on containers, blobs, tables and rows needs, in one table: of a SAS, of a role, of the kind of the
// account. Says why something is not possible before it is tried; where nothing is known against it, the service decides.
// Pure. See "Create an account SAS", "Create a service SAS" and "Permissions for calling data operations".
import { t } from '../strings/t';
import type { BlobAccountFacts, BlobDetails } from './blob-details';
import type { ConnectionSummary, SasRight, SasScope } from './connection';
import { type DataRight, type LearnedRight, type RightsTarget, learnedIn, roleFor, scopeText } from './rights';

/** The cause: the kind of SAS, the resource types of an account SAS, or its permissions. */
export type SasLack = 'level' | 'type' | 'right';

/** A container or table itself, or its contents. */
type SasSubject = 'container' | 'object';

/** How a missing permission of a SAS is named. */
type SasPermission = 'read' | 'write' | 'add' | 'update' | 'delete' | 'tag';

interface Need {
  readonly subject: SasSubject;
  /** Any of them is enough. */
  readonly sas: readonly SasRight[];
  readonly named: SasPermission;
  /** Of a role or an access list. */
  readonly right: DataRight;
}

const object = (sas: readonly SasRight[], named: SasPermission, right: DataRight): Need => ({
  subject: 'object',
  sas,
  named,
  right,
});
const container = (sas: readonly SasRight[], named: SasPermission, right: DataRight): Need => ({
  subject: 'container',
  sas,
  named,
  right,
});

const read = object(['read'], 'read', 'read');
const create = object(['create', 'write'], 'write', 'write');
/** The right to create alone does not allow overwriting or restoring. */
const overwrite = object(['write'], 'write', 'write');
const remove = object(['delete'], 'delete', 'delete');

/** The needs of each action on blobs, the one that is named first first. */
export const blobActions = {
  upload: [create],
  /** A blob made of another one, pasted. */
  copy: [create],
  snapshot: [create],
  /** A copy of an earlier state over the blob that is there. */
  restore: [overwrite, read],
  /** The way back from a deletion. */
  undelete: [overwrite],
  /** Headers, metadata and tier of a blob that is there. */
  edit: [overwrite],
  /** They have rights of their own. */
  tags: [object(['other'], 'tag', 'tags')],
  /** Acquiring it or breaking it. */
  lease: [object(['write', 'delete'], 'write', 'write')],
  /** Also its properties and its preview, and a copy that is pasted elsewhere. */
  download: [read],
  duplicate: [create, read],
  remove: [remove],
  /** The right to delete versions is among the others. */
  removeVersion: [object(['delete', 'other'], 'delete', 'delete')],
  /** Blobs that are pasted elsewhere are read and deleted here. */
  cut: [remove, read],
  /** A copy, and a deletion of its source. */
  rename: [create, remove, read],
  editContainer: [container(['write'], 'write', 'write')],
  leaseContainer: [container(['write', 'delete'], 'write', 'write')],
} as const satisfies Record<string, readonly Need[]>;
export type BlobAction = keyof typeof blobActions;

const insert = object(['add'], 'add', 'write');
const removeRow = object(['delete'], 'delete', 'delete');

/** The same on tables and their rows. */
export const tableActions = {
  insert: [insert],
  /** Of properties of an entity that is there. */
  edit: [object(['update'], 'update', 'write')],
  remove: [removeRow],
  /** An insertion under the new keys, and a deletion under the old. */
  rekey: [insert, removeRow],
} as const satisfies Record<string, readonly Need[]>;

/** The same on containers and tables as a whole, in their account. */
export const resourceActions = {
  create: [container(['create', 'write'], 'write', 'write')],
  delete: [container(['delete'], 'delete', 'delete')],
} as const satisfies Record<string, readonly Need[]>;

/** Who acts where, as far as it is known. */
export interface ActionTarget extends RightsTarget {
  readonly connection: Pick<ConnectionSummary, 'name' | 'sas'> &
    Partial<Pick<ConnectionSummary, 'rights' | 'accountName' | 'tableService'>>;
}

/** Why an action is not possible there: the first of its needs that is known to be missing; null if none is. */
export function missingNeed(needs: readonly Need[], target: ActionTarget): string | null {
  const { connection } = target;
  for (const need of needs) {
    const lack = sasLack(connection.sas, need.subject, need.sas);
    if (lack !== null) return sasLackText(connection.name, lack, need.named);
    const denied = deniedText(target, need.right);
    if (denied !== null) return denied;
  }
  return null;
}

/** Null if nothing of a SAS prevents it. */
export function sasLack(sas: SasScope | undefined, subject: SasSubject, rights: readonly SasRight[]): SasLack | null {
  if (sas === undefined) return null;
  // Only an account SAS covers containers and tables themselves, whatever permissions it names.
  if (subject === 'container' && sas.level !== 'account') return 'level';
  if (sas.resourceTypes !== undefined && !sas.resourceTypes.includes(subject)) return 'type';
  // A stored access policy may grant what the SAS does not name.
  if (sas.policy !== undefined) return null;
  return rights.some((right) => sas.rights.includes(right)) ? null : 'right';
}

/**
 * Every built-in role includes this right: where it was denied for lack of a role, there is none. A SAS or an access list
 * can allow writing alone.
 */
const minRight = { blob: 'list', table: 'read' } as const;

function deniedEverything(target: ActionTarget): LearnedRight | undefined {
  const denied = learnedIn(target.connection.rights, target, minRight[target.service]);
  return denied?.cause === 'role' ? denied : undefined;
}

/** What the service has denied without having allowed it before. An unclear denial prevents nothing. */
function deniedText(target: ActionTarget, right: DataRight): string | null {
  const { connection, service, resource } = target;
  const learned = learnedIn(connection.rights, target, right) ?? deniedEverything(target);
  if (learned?.state !== 'denied' || learned.cause === 'unclear') return null;
  if (learned.cause === 'sas') {
    return t`The service denied this to the SAS of ${connection.name}. Refresh to try it again.`;
  }
  const role = roleFor(service, right, connection.tableService);
  const scope = scopeText({ service, resource, account: connection.accountName ?? connection.name });
  return role === null
    ? t`The service denied this to your sign-in. Refresh to try it again.`
    : t`None of your roles allows this. Ask for “${role}” on ${scope}, then refresh.`;
}

export function sasLackText(connectionName: string, lack: SasLack, permission: SasPermission): string {
  switch (lack) {
    case 'level':
      return t`The SAS of ${connectionName} is not an account SAS, so it cannot create, change or delete containers and tables. Use an account SAS or the account key.`;
    case 'type':
      return t`The SAS of ${connectionName} lacks the required resource type. Use a SAS that includes it, or another connection.`;
    case 'right':
      return sasPermissionTexts[permission](connectionName);
  }
}

const sasPermissionTexts = {
  read: (name: string) => t`The SAS of ${name} has no read permission. Use one that has it, or another connection.`,
  write: (name: string) => t`The SAS of ${name} has no write permission. Use one that has it, or another connection.`,
  add: (name: string) =>
    t`The SAS of ${name} has no permission to add entities. Use one that has it, or another connection.`,
  update: (name: string) =>
    t`The SAS of ${name} has no permission to update entities. Use one that has it, or another connection.`,
  delete: (name: string) => t`The SAS of ${name} has no delete permission. Use one that has it, or another connection.`,
  tag: (name: string) =>
    t`The SAS of ${name} has no permission for blob index tags. Use one that has it, or another connection.`,
} as const;

// What only the account key can do.

/** Why a connection without an account key cannot sign. */
export const keySigns = t`This connection uses a shared access signature. Only the account key can sign another one: connect with the account key to create a SAS.`;
/** Why a connection that signs in cannot sign for a table, nor read or change its stored policies. */
export const keySignsTables = t`A table’s SAS and stored access policies require the account key. This connection uses a sign-in.`;
/** Why it cannot read or change who has access. */
export const keyShares = t`Viewing and changing access requires the account key. This connection uses a SAS.`;

/** Why nothing can be signed for a table, and why its stored policies cannot be shown. */
export function tableAccessDisabledReasons({
  kind,
  sas,
  tableService,
}: Pick<ConnectionSummary, 'kind' | 'sas' | 'tableService'>): {
  readonly sign: string | null;
  readonly policies: string | null;
} {
  const policies = tableService === 'cosmos' ? t`Cosmos DB has no stored policies of tables.` : null;
  const sign = tableService === 'cosmos' ? t`Cosmos DB has no shared access signatures for tables.` : null;
  if (kind === 'sign-in') return { sign: sign ?? keySignsTables, policies: policies ?? keySignsTables };
  return sas === undefined ? { sign, policies } : { sign: sign ?? keySigns, policies: policies ?? keyShares };
}

// What a kind of account or blob does not have.

type Blob = Pick<BlobDetails, 'blobType' | 'tierFacts'>;

/** A sentence; null if nothing is known that prevents it. */
export function tierDisabledReason(account: BlobAccountFacts, blob: Blob): string | null {
  const byKind = kindTierDisabledReason(blob);
  if (byKind !== null) return byKind;
  if (account.kind === 'Storage') return t`This account is general-purpose v1. It has no access tiers.`;
  if (account.kind === 'BlockBlobStorage') return t`This is a premium account. It has only one tier.`;
  if (blob.tierFacts.archiveStatus !== '') return t`The blob is being rehydrated. Wait until rehydration is complete.`;
  return null;
}

/** The reasons for disabling that follow from the kind of the blob alone. */
export function kindTierDisabledReason({ blobType }: Pick<Blob, 'blobType'>): string | null {
  if (blobType === 'AppendBlob') return t`Append blobs have no access tier; only block blobs do.`;
  if (blobType === 'PageBlob') return t`The tier of a page blob belongs to its premium disk, not to the blob.`;
  return null;
}

export function tagsDisabledReason(account: BlobAccountFacts): string | null {
  if (account.isHierarchical) return t`Accounts with a hierarchical namespace have no blob index tags.`;
  if (account.kind === 'Storage') return t`This account is general-purpose v1. It has no blob index tags.`;
  if (account.kind === 'BlockBlobStorage') return t`This is a premium account. It has no blob index tags.`;
  return null;
}

export function versionsDisabledReason(account: BlobAccountFacts): string | null {
  if (account.isEmulator) return t`The emulator does not support versions.`;
  if (account.isHierarchical) return t`Accounts with a hierarchical namespace do not support versions.`;
  if (account.kind === 'Storage') return t`This account is general-purpose v1. It does not support versions.`;
  return null;
}
