// Why something cannot be done in a container, given its connection and known in advance; worded once for all actions.
// Pure.
import type { StowageError } from '@shared/errors';
import type { SasRight, SasScope } from '@shared/model/connection';
import { type SasSubject, sasLack } from '@shared/sas/sas-grants';
import { t } from '@shared/strings/t';
import { type SasPermission, missingSasRightText } from '@renderer/pane/table-disabled-reasons';

/** Each is null if the action is possible, or if that is not known. */
export interface ContainerDisabledReasons {
  /** Of files, from this machine. */
  readonly upload: string | null;
  /** A blob made of another one: pasted, or a snapshot. */
  readonly copy: string | null;
  /** A copy of an earlier state over the blob that is there. */
  readonly restore: string | null;
  /** The way back from a deletion. */
  readonly undelete: string | null;
  /** Headers, metadata and tier of a blob that is there. */
  readonly edit: string | null;
  readonly tags: string | null;
  /** Acquiring it or breaking it. */
  readonly lease: string | null;
  /** Also its properties and its preview, and a copy that is pasted elsewhere. */
  readonly download: string | null;
  readonly duplicate: string | null;
  readonly remove: string | null;
  readonly removeVersion: string | null;
  /** Blobs that are pasted elsewhere are read and deleted here. */
  readonly cut: string | null;
  /** A copy, and a deletion of its source. */
  readonly rename: string | null;
  /** Of the container itself. */
  readonly editContainer: string | null;
  readonly leaseContainer: string | null;
  /** Who may use the container: public access and stored policies. */
  readonly shareContainer: string | null;
  /** A shared access signature, which sends nothing. */
  readonly sign: string | null;
}

/** Why a connection without an account key cannot sign. */
export const keySigns = t`This connection uses a shared access signature. Only the account key can sign another one: connect with the account key to create a SAS.`;
/** Why a connection that signs in cannot sign for a table, nor read or change its stored policies. */
export const keySignsTables = t`A table’s SAS and stored access policies require the account key. This connection uses a sign-in.`;
/** Why there are no stored policies of a table. */
export const cosmosHasNoPolicies = t`Cosmos DB has no stored policies of tables.`;
/** Why it cannot read or change who has access. */
export const keyShares = t`Viewing and changing access requires the account key. This connection uses a SAS.`;

export interface ContainerAccess {
  readonly container: string;
  readonly connectionName: string;
  readonly access: 'writable' | 'read-only';
  /** The credential of the connection, if it is a SAS. */
  readonly sas: SasScope | undefined;
  /** What its listing failed with last; null where it did not. */
  readonly failure: StowageError | null;
  /** Default: blobs of Azure. */
  readonly service?: 's3';
}

export function disabledReasonsOf(place: ContainerAccess): ContainerDisabledReasons {
  return place.service === 's3' ? { ...reasonsOf(place), ...ofS3 } : reasonsOf(place);
}

const s3HasNoSuchThing = t`S3 has no leases, snapshots, soft deletion or stored access policies.`;
const s3ByOtherTools = t`Stowage does not change settings of S3 buckets and their versions.`;
/** Whatever else is disabled, these are disabled for this reason. */
const ofS3: Partial<ContainerDisabledReasons> = {
  lease: s3HasNoSuchThing,
  leaseContainer: s3HasNoSuchThing,
  restore: s3ByOtherTools,
  undelete: s3HasNoSuchThing,
  removeVersion: s3ByOtherTools,
  editContainer: s3ByOtherTools,
  shareContainer: s3ByOtherTools,
  sign: t`Presigned URLs are created by command line: stowage sas create.`,
};

function reasonsOf({ container, connectionName, access, sas, failure }: ContainerAccess): ContainerDisabledReasons {
  const sign = sas === undefined ? null : keySigns;
  const share = (why: string | null): string | null => (sas === undefined ? why : keyShares);
  if (access === 'read-only') {
    const why = t`${connectionName} is read-only. Unlock it to make changes.`;
    return {
      ...forAll(why),
      shareContainer: share(why),
      sign,
      download: null,
      upload: t`${connectionName} is read-only. Unlock it to upload.`,
      remove: t`${connectionName} is read-only. Unlock it to delete.`,
    };
  }
  if (isGone(failure)) return forAll(t`The container ${container} does not exist.`);
  const lacks = (subject: SasSubject, permission: SasPermission, rights: readonly SasRight[]): string | null => {
    const lack = sasLack(sas, subject, rights);
    return lack === null ? null : missingSasRightText(connectionName, lack, permission);
  };
  const copy = lacks('object', 'write', ['create', 'write']);
  const download = lacks('object', 'read', ['read']);
  const remove = lacks('object', 'delete', ['delete']);
  // Blobs with other names than this one are outside its scope.
  const second = sas?.level === 'blob' ? oneBlobOnly(connectionName) : null;
  // The right to create alone does not allow overwriting or restoring.
  const edit = lacks('object', 'write', ['write']);
  return {
    upload: copy,
    copy,
    edit,
    restore: edit ?? download,
    undelete: edit,
    // The right to tags, and that to delete versions, are among the others.
    tags: lacks('object', 'tag', ['other']),
    lease: lacks('object', 'write', ['write', 'delete']),
    download,
    duplicate: copy ?? download ?? second,
    remove,
    removeVersion: lacks('object', 'delete', ['delete', 'other']),
    cut: remove ?? download,
    rename: copy ?? remove ?? download ?? second,
    editContainer: lacks('container', 'write', ['write']),
    shareContainer: share(null),
    sign,
    leaseContainer: lacks('container', 'write', ['write', 'delete']),
  };
}

function oneBlobOnly(connectionName: string): string {
  return t`The SAS of ${connectionName} is for a single blob. Use a SAS for its container, or another connection.`;
}

function forAll(why: string): ContainerDisabledReasons {
  return {
    upload: why,
    copy: why,
    edit: why,
    tags: why,
    lease: why,
    remove: why,
    removeVersion: why,
    rename: why,
    download: why,
    duplicate: why,
    cut: why,
    restore: why,
    undelete: why,
    editContainer: why,
    leaseContainer: why,
    shareContainer: why,
    sign: why,
  };
}

/** Deleted, possibly by another client: its listed entries are gone too. */
export function isGone(failure: StowageError | null): boolean {
  return failure?.code === 'not-found.container';
}
