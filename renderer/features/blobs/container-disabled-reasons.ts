// Why something cannot be done in a container, given its connection and known in advance. What each action needs is in
// shared/model/action-rules.ts. Pure.
import type { StowageError } from '@shared/errors';
import {
  type ActionTarget,
  type BlobAction,
  blobActions,
  keyShares,
  keySigns,
  missingNeed,
} from '@shared/model/action-rules';
import { t } from '@shared/strings/t';

/** Each is null if the action is possible, or if that is not known. See `blobActions` for what the names mean. */
export interface ContainerDisabledReasons extends Readonly<Record<BlobAction, string | null>> {
  /** Who may use the container: public access and stored policies. */
  readonly shareContainer: string | null;
  /** A shared access signature, which sends nothing. */
  readonly sign: string | null;
}

export interface ContainerAccess {
  readonly container: string;
  readonly connection: ActionTarget['connection'];
  readonly access: 'writable' | 'read-only';
  /**
   * `hierarchical`: access lists decide folder by folder, so that what was denied in one says nothing about others.
   * Default `flat`.
   */
  readonly namespace?: 'hierarchical' | 'flat';
  /** What its listing failed with last; null where it did not. */
  readonly failure: StowageError | null;
  /** Default: blobs of Azure. */
  readonly service?: 's3';
}

export function disabledReasonsOf(target: ContainerAccess): ContainerDisabledReasons {
  return target.service === 's3' ? { ...reasonsOf(target), ...ofS3 } : reasonsOf(target);
}

const s3HasNoSuchThing = t`S3 has no leases, snapshots, soft deletion or stored access policies.`;
const s3ByOtherTools = t`Stowage does not change settings of S3 buckets.`;
/** Whatever else is disabled, these are disabled for this reason. */
const ofS3: Partial<ContainerDisabledReasons> = {
  lease: s3HasNoSuchThing,
  leaseContainer: s3HasNoSuchThing,
  snapshot: s3HasNoSuchThing,
  editContainer: s3ByOtherTools,
  shareContainer: s3ByOtherTools,
  sign: t`Create presigned URLs on the command line: stowage sas create.`,
};

function reasonsOf(given: ContainerAccess): ContainerDisabledReasons {
  const { container, connection, access, namespace, failure } = given;
  const { name, sas } = connection;
  const sign = sas === undefined ? null : keySigns;
  const share = (why: string | null): string | null => (sas === undefined ? why : keyShares);
  if (access === 'read-only') {
    const why = t`${name} is read-only. Unlock it to make changes.`;
    return {
      ...forAll(why),
      shareContainer: share(why),
      sign,
      download: null,
      upload: t`${name} is read-only. Unlock it to upload.`,
      remove: t`${name} is read-only. Unlock it to delete.`,
    };
  }
  if (isGone(failure)) return forAll(t`The container ${container} does not exist.`);
  const known = namespace === 'hierarchical' ? { ...connection, rights: undefined } : connection;
  const target: ActionTarget = { connection: known, service: 'blob', resource: container };
  const reasons = eachAction((action) => missingNeed(blobActions[action], target));
  // Blobs with other names than this one are outside its scope.
  const second = sas?.level === 'blob' ? oneBlobOnly(name) : null;
  return {
    ...reasons,
    duplicate: reasons.duplicate ?? second,
    rename: reasons.rename ?? second,
    shareContainer: share(null),
    sign,
  };
}

function oneBlobOnly(connectionName: string): string {
  return t`The SAS of ${connectionName} is for a single blob. Use a SAS for its container, or another connection.`;
}

function forAll(why: string): ContainerDisabledReasons {
  return { ...eachAction(() => why), shareContainer: why, sign: why };
}

function eachAction(reasonOf: (action: BlobAction) => string | null): Record<BlobAction, string | null> {
  const actions = Object.keys(blobActions) as BlobAction[];
  return Object.fromEntries(actions.map((action) => [action, reasonOf(action)])) as Record<BlobAction, string | null>;
}

/** Deleted, possibly by another client: its listed entries are gone too. */
export function isGone(failure: StowageError | null): boolean {
  return failure?.code === 'not-found.container';
}
