// The texts for error codes of the service that need more than the text of their class: what each one means and what
// helps. Sources: "Common REST API error codes", "Blob service error codes", "Table service error codes".
import type { ErrorContext } from '../errors';
import { t } from '../strings/t';
import {
  account,
  because,
  capital,
  colon,
  container,
  host,
  object,
  ofAccount,
  table,
  text,
  what,
  whatWhere,
} from './phrases';
import { s3Wording } from './s3-codes';
import type { ErrorMessage, Wording } from './wording';

/** The texts for the service's code, or for its status; the given ones if neither needs a specific text. */
export function orByServiceCode(c: ErrorContext, otherwise: ErrorMessage): ErrorMessage {
  const code = text(c, 'serviceCode', '');
  const byCode = Object.hasOwn(codes, code) ? codes[code] : undefined;
  const byStatus = code === '' ? statuses[text(c, 'status', '')] : undefined;
  return (s3Wording(c) ?? byCode ?? byStatus ?? unexplainedStatus(c))?.(c) ?? otherwise;
}

/**
 * The service's code if it has a specific text, so that failures which differ in it are worded differently; otherwise
 * null.
 */
export function codeWithText(c: ErrorContext): string | null {
  const { serviceCode } = c;
  const hasText = (code: string): boolean => s3Wording(c) !== undefined || Object.hasOwn(codes, code);
  return typeof serviceCode === 'string' && hasText(serviceCode) ? serviceCode : null;
}

/** Whatever code comes with them. */
function unexplainedStatus({ status }: ErrorContext): Wording | undefined {
  return typeof status === 'number' && unexplainedStatuses.has(status) ? unexplained : undefined;
}

const unexplainedStatuses: ReadonlySet<number> = new Set([402, 406, 410, 417, 418, 421, 423, 424, 425, 426, 428, 451]);

const subject = (c: ErrorContext): string => capital(object(c, account(c)));

/** Whether the service reads a source for the operation; the context then names the target. */
export const isCopy = (c: ErrorContext): boolean => /^CopyBlob$|FromURL$/.test(text(c, 'operation', ''));

const credentialsMissing: Wording = (c) => ({
  title: t`Credentials not received`,
  explanation: t`${account(c)} received no credentials with ${what(c)}, although Stowage sent them.`,
  action: t`Check whether a proxy removes headers or parts of the URL. If not, enter the key or SAS of the connection again.`,
});

const credentialsUnreadable: Wording = (c) => ({
  title: t`Invalid credentials`,
  explanation: t`${account(c)} could not read the credentials sent with ${what(c)}.`,
  action: t`Enter the complete key or SAS of the connection again.`,
});

const signatureNotAccepted: Wording = (c) => ({
  title: t`SAS rejected`,
  explanation: t`${account(c)} does not accept the signature of the SAS for ${what(c)}. The SAS may be incomplete, its key may have been rotated, or its stored access policy removed.`,
  action: t`Enter the complete SAS again, or a new one.`,
});

const rightMissing: Wording = (c) => ({
  title: t`Permission missing`,
  explanation: t`${account(c)} does not allow ${what(c)} with the credentials of this connection${because(c, 'serviceCode')}.`,
  action: t`Ask the owner of the account for this permission, or use another connection.`,
});

const accountForbids: Wording = (c) => ({
  title: t`The account does not allow this`,
  explanation: t`${account(c)} denied ${what(c)}: reading or writing is disabled for everyone, or the endpoint is the read-only secondary.`,
  action: t`Use the primary endpoint of the account, or ask its owner to enable it.`,
});

const overwritingForbidden: Wording = (c) => ({
  title: t`Overwriting is not allowed`,
  explanation: t`${subject(c)} already exists, and the credentials allow creating blobs but not overwriting them.`,
  action: t`Use a SAS with write permission, or another name.`,
});

const accountBeingCreated: Wording = (c) => ({
  title: t`The account is still being created`,
  explanation: t`${account(c)} cannot be used yet.`,
  action: t`Try again in a few minutes.`,
});

const legalHold: Wording = (c) => ({
  title: t`Legal hold`,
  explanation: t`${subject(c)} is under a legal hold and cannot be changed or deleted.`,
  action: t`Ask the person who set the hold to clear it, or choose another name.`,
});

const beingRehydrated: Wording = (c) => ({
  title: t`Still being rehydrated`,
  explanation: t`${subject(c)} is being rehydrated from the archive tier, which takes up to 15 hours.`,
  action: t`Wait until its access tier has changed.`,
});

const restoredFirst: Wording = (c) => ({
  title: t`Archived`,
  explanation: t`${subject(c)} is in a storage class that cannot be read, such as GLACIER or DEEP_ARCHIVE.`,
  action: t`Restore it first, which takes minutes to days: aws s3api restore-object --bucket BUCKET --key KEY --restore-request Days=7`,
});

const notArchived: Wording = (c) => ({
  title: t`Not archived`,
  explanation: t`${subject(c)} is not in the archive tier, so it cannot be rehydrated.`,
  action: t`Refresh to see its current tier.`,
});

const copyPending: Wording = (c) => ({
  title: t`A copy is in progress`,
  explanation: t`The service is still copying to ${object(c, ofAccount(c))}.`,
  action: t`Wait until the copy is complete, or abort it.`,
});

const copyEnded: Wording = (c) => ({
  title: t`No copy in progress`,
  explanation: t`The copy to ${object(c, ofAccount(c))} has ended, or another copy is in progress.`,
  action: t`Refresh to see its result.`,
});

const copySource: Wording = (c) => {
  const target = object(c, ofAccount(c));
  const status = Number(c.status);
  if (status === 404) {
    return {
      title: t`Copy source not found`,
      explanation: t`The service did not find the source of the copy to ${target}.`,
      action: t`Refresh the source folder and check whether the source still exists.`,
    };
  }
  if (status === 429 || status >= 500) {
    const explanation = t`The service could not read the source of the copy to ${target} in time.`;
    const action = t`Try again in a moment, or download it and upload it from this computer.`;
    return status === 500
      ? { title: t`Copy source timed out`, explanation, action }
      : { title: t`Copy source busy`, explanation, action };
  }
  if (status === 401 || status === 403) {
    return {
      title: t`Copy source cannot be read`,
      explanation: t`The service has no permission to read the source of the copy to ${target}${because(c, 'status')}.`,
      action: t`Check that the credentials of the source allow reading, or download it and upload it from this computer.`,
    };
  }
  if (status === 412) return sourceChanged(c);
  return {
    title: t`Copy source cannot be read`,
    explanation: t`The service could not read the source of the copy to ${target}${because(c, 'status')}${colon(c, 'serviceMessage')}.`,
    action: t`Check the name, access tier and state of the source, or download it and upload it from this computer.`,
  };
};

/** The context names the target. */
export const sourceChanged: Wording = (c) => ({
  title: t`The source has changed`,
  explanation: t`The source of ${whatWhere(c)} was changed in the meantime. Nothing was written.`,
  action: t`Refresh the source folder, then start again.`,
});

const sourceAddress: Wording = (c) =>
  isCopy(c)
    ? {
        title: t`Invalid address of the source`,
        explanation: t`The service does not accept the address of the source of ${whatWhere(c)}${because(c, 'serviceCode')}.`,
        action: t`Check the name of the source for unusual characters, or download it and upload it from this computer.`,
      }
    : targetPath(c);

const otherBlobType: Wording = (c) => ({
  title: t`Not possible for this blob type`,
  explanation: t`${capital(whatWhere(c))} is not possible for this blob type (block, append or page blob)${because(c, 'serviceCode')}.`,
  action: t`Check the blob type in the properties. To change the type, delete the blob and upload it again.`,
});

const otherInterface: Wording = (c) => ({
  title: t`Not possible in this account`,
  explanation: t`${account(c)} does not support ${what(c)}${because(c, 'serviceCode')}. This is the case with a hierarchical namespace, and for files written through it.`,
  action: t`Delete the file and upload it again, or use another account.`,
});

const flatNamespace: Wording = (c) => ({
  title: t`Not possible in this account`,
  explanation: t`${account(c)} has no hierarchical namespace. Folders are only parts of names there, and access lists do not exist.`,
  action: t`Copy and delete the blobs instead, or use an account of Data Lake Storage.`,
});

const newerVersion: Wording = (c) => ({
  title: t`Newer version of Stowage required`,
  explanation: t`${subject(c)} uses a feature that the service version used by Stowage does not support.`,
  action: t`Update Stowage, or use a newer tool.`,
});

const tooLargeForTier: Wording = (c) => ({
  title: t`Too large for this tier`,
  explanation: t`${subject(c)} is larger than its tier allows.`,
  action: t`Choose a tier for larger blobs.`,
});

const lowerTier: Wording = (c) => ({
  title: t`The blob already has a higher tier`,
  explanation: t`${subject(c)} already has a higher tier than the selected one.`,
  action: t`Choose the same tier or a higher one.`,
});

const tierUnknown: Wording = (c) => ({
  title: t`Tier not available`,
  explanation: t`The selected tier is not available for ${object(c, ofAccount(c))}${colon(c, 'serviceMessage')}.`,
  action: t`Choose another tier: not all account and blob types support every tier.`,
});

const customerKey: Wording = (c) => ({
  title: t`Encrypted with a customer-provided key`,
  explanation: t`${subject(c)} is encrypted with a customer-provided key, which each request has to include; Stowage cannot send one.`,
  action: t`Use the program that wrote it.`,
});

const tooManyBlocks: Wording = (c) => ({
  title: t`Too many blocks`,
  explanation: t`${subject(c)} has reached the limit of 50,000 committed or 100,000 uncommitted blocks.`,
  action: t`Use larger blocks, or another name.`,
});

const otherBlocks: Wording = (c) => ({
  title: t`Invalid blocks`,
  explanation: t`The service rejected blocks of ${object(c, ofAccount(c))}. Uncommitted blocks of another program may be in the way.`,
  action: t`Upload under another name, or delete the blob with this name first. Uncommitted blocks expire after a week.`,
});

const containerDisabled: Wording = (c) => ({
  title: t`The container is disabled`,
  explanation: t`${capital(container(c))} was disabled by an administrator.`,
  action: t`Ask the owner of the account to enable it.`,
});

const tooManySnapshots: Wording = (c) => ({
  title: t`Too many snapshots`,
  explanation: t`${subject(c)} has reached the maximum number of snapshots, or they are created too fast.`,
  action: t`Delete snapshots that are not needed, or wait a minute.`,
});

const otherKind: Wording = (c) => ({
  title: t`Different kind of item`,
  explanation: t`${subject(c)} is a different kind of item than ${text(c, 'operation', t`the request`)} expects, such as a folder instead of a blob.`,
  action: t`Refresh the list and check what it is.`,
});

const folderNotEmpty: Wording = (c) => ({
  title: t`The folder is not empty`,
  explanation: t`${subject(c)} is a folder that contains files, so it was not deleted.`,
  action: t`Delete its contents first.`,
});

const needsHttps: Wording = (c) => ({
  title: t`The account takes https only`,
  explanation: t`${account(c)} refused ${what(c)} because it came over plain http.`,
  action: t`Change the addresses of the connection from http: to https:. In a connection string, that is DefaultEndpointsProtocol.`,
});

const conditionNotMet: Wording = (c) => ({
  title: t`Condition not met`,
  explanation: t`${subject(c)} is not in the state that ${text(c, 'operation', t`the request`)} expects${because(c, 'serviceCode')}. Nothing was changed.`,
  action: t`Refresh and check its current state.`,
});

const metadataRejected: Wording = (c) => ({
  title: t`Invalid metadata`,
  explanation: t`The service rejected the metadata of ${object(c, ofAccount(c))}${colon(c, 'serviceMessage')}.`,
  action: t`Correct it: names must be valid identifiers, and values cannot be empty or contain line breaks.`,
});

const metadataTooLarge: Wording = (c) => ({
  title: t`Too much metadata`,
  explanation: t`The metadata of ${object(c, ofAccount(c))} is larger than 8 KiB.`,
  action: t`Shorten or remove some of it.`,
});

const requestTooLarge: Wording = (c) => ({
  title: t`The request is too large`,
  explanation: t`${capital(whatWhere(c))} exceeds the request size limit of the service.`,
  action: t`Use smaller blocks, fewer rows per request, or shorter values.`,
});

const addressTooLong: Wording = (c) => ({
  title: t`The request is too long`,
  explanation: t`The URL or headers of ${what(c)} are longer than ${host(c)} accepts.`,
  action: t`Use a shorter filter, fewer columns, or a shorter name.`,
});

const beyondTheEnd: Wording = (c) => ({
  title: t`Range beyond the end`,
  explanation: t`${subject(c)} is shorter than the requested range${because(c, 'serviceCode')}. It may have changed.`,
  action: t`Refresh to see its current size, then start again.`,
});

const notSupported: Wording = (c) => ({
  title: t`Not supported by this service`,
  explanation: t`${account(c)} does not support ${what(c)} in this form${because(c, c.serviceCode === undefined ? 'status' : 'serviceCode')}${colon(c, 'serviceMessage')}.`,
  action: t`If this is an emulator, update it. If requests pass through a proxy, check whether it changes them. Otherwise, report this.`,
});

const valueRejected: Wording = (c) =>
  c.operation === 'QueryEntities'
    ? {
        title: t`The service cannot run this query`,
        explanation: t`${account(c)} rejected the query of ${table(c)}${because(c, 'serviceCode')}${colon(c, 'serviceMessage')}.`,
        action: t`Correct the filter: check names and value types, and use at most 15 comparisons.`,
      }
    : {
        title: t`The service rejected the request`,
        explanation: t`${capital(whatWhere(c))} was rejected${because(c, 'serviceCode')}${colon(c, 'serviceMessage')}.`,
        action: t`Check its name and values for anything the service does not allow.`,
      };

/** Statuses that say nothing about names or values. */
const unexplained: Wording = (c) => ({
  title: t`Unexpected status`,
  explanation: t`${account(c)} responded to ${what(c)} with status ${text(c, 'status', '')}${because(c, 'serviceCode')}, which the storage service does not use for it${colon(c, 'serviceMessage')}.`,
  action: t`Check the endpoint, and whether a proxy or gateway responds in its place. If not, ask the operator of the service what this status means.`,
});

const addressUnreadable: Wording = (c) => ({
  title: t`Invalid URL`,
  explanation: t`${account(c)} cannot read the URL of ${what(c)}.`,
  action: t`Check the name for unusual characters, and check the endpoint of the connection.`,
});

const sameEntityTwice: Wording = (c) => ({
  title: t`Duplicate entity in a transaction`,
  explanation: t`Two changes in one transaction affect the same entity of ${table(c)}. Nothing was written.`,
  action: t`Save one change first, then the other.`,
});

const severalPartitions: Wording = (c) => ({
  title: t`Several partitions in one transaction`,
  explanation: t`A transaction in ${table(c)} contains entities of more than one partition. Nothing was written.`,
  action: t`Save the entities of each partition separately.`,
});

const noCopyAcross: Wording = (c) => ({
  title: t`Copying between accounts is not supported`,
  explanation: t`${account(c)} does not copy from another account to ${object(c, t`this one`)}.`,
  action: t`Download it and upload it from this computer.`,
});

const timedOut: Wording = (c) => ({
  title: t`The service timed out`,
  explanation: t`${account(c)} did not complete ${what(c)} within its time limit.`,
  action:
    c.operation === 'QueryEntities'
      ? t`Narrow the query to a partition or a range of keys, then try again.`
      : t`Try again in a moment, with smaller requests or fewer concurrent ones.`,
});

/** Of Cosmos DB. */
const concurrentChanges: Wording = (c) => ({
  title: t`Concurrent changes`,
  explanation: t`${account(c)} could not complete ${what(c)} because other requests were changing the same data${because(c, 'serviceCode')}.`,
  action: t`Try again in a moment, or with fewer concurrent requests.`,
});

const noResources: Wording = (c) => ({
  title: t`The service is out of capacity`,
  explanation: t`${account(c)} could not complete ${what(c)}: its capacity or disk space is used up${because(c, c.serviceCode === undefined ? 'status' : 'serviceCode')}.`,
  action: t`Check the capacity of the account or the disk of the emulator, and free up space.`,
});

/** A query writes no entity: what is too large or has another type is in its filter. */
const ofQuery =
  (wording: Wording): Wording =>
  (c) =>
    c.operation === 'QueryEntities' ? valueRejected(c) : wording(c);

const entityRejected = (reason: () => string, action: () => string): Wording =>
  ofQuery((c) => ({
    title: t`The entity cannot be saved`,
    explanation: t`The service rejected ${object(c, ofAccount(c))}${colon({ reason: text(c, 'serviceMessage', reason()) }, 'reason')}.`,
    action: action(),
  }));

const entityTooLarge = entityRejected(
  () => t`it is larger than 1 MiB or has more than 252 properties`,
  () => t`Shorten or remove values, or split them over several entities.`,
);
const propertyName = entityRejected(
  () => t`a property name is invalid, too long or used twice`,
  () => t`Rename the property.`,
);
const valueTooLarge = entityRejected(
  () => t`a value is larger than 64 KiB`,
  () => t`Shorten the value, or store it in a blob.`,
);
const valueOfOtherType = entityRejected(
  () => t`a value is missing or does not fit its type`,
  () => t`Correct the value, or choose another type.`,
);

const keyTooLarge: Wording = ofQuery((c) => ({
  title: t`Invalid key`,
  explanation: t`The service rejected ${object(c, ofAccount(c))}${colon({ reason: text(c, 'serviceMessage', t`a key is longer than 1 KiB`) }, 'reason')}.`,
  action: t`Use a shorter PartitionKey or RowKey.`,
}));

const nameRejected: Wording = (c) => ({
  title: t`Invalid name`,
  explanation: t`The service does not accept the name of ${object(c, ofAccount(c))}${colon(c, 'serviceMessage')}.`,
  action:
    c.table === undefined
      ? t`Container names have 3 to 63 lowercase letters, digits and single hyphens; blob names have up to 1,024 characters.`
      : t`Table names have 3 to 63 letters and digits and start with a letter.`,
});

// Codes of "Azure Data Lake Storage REST API errors", and others that depend on the state of the account.

const targetPath: Wording = (c) => ({
  title: t`Not possible under this path`,
  explanation: t`${capital(whatWhere(c))} was rejected: the target is inside the source, or is a file where a folder is needed, or the other way round${because(c, 'serviceCode')}.`,
  action: t`Choose another target, outside of what is moved and of the same kind.`,
});

const pathBeingDeleted: Wording = (c) => ({
  title: t`Still being deleted`,
  explanation: t`The service is still deleting the folder or file that ${whatWhere(c)} concerns.`,
  action: t`Wait until that has finished, then try again.`,
});

const pathTaken: Wording = (c) => ({
  title: t`The name is taken`,
  explanation: t`${subject(c)} conflicts with a file or folder that already exists, possibly further up in its path.`,
  action: t`Choose another name, or move what has this name out of the way.`,
});

const notDeletable: Wording = (c) => ({
  title: t`Deletion failed`,
  explanation: t`${subject(c)} cannot be deleted: a program has it open, or something in it is protected.`,
  action: t`Close what uses it, and check leases, legal holds and retention policies in its properties.`,
});

const leaseOfOther: Wording = (c) => ({
  title: t`The lease has changed`,
  explanation: t`${subject(c)} has no such lease any more: it ended, was broken or belongs to another program.`,
  action: t`Refresh to see the current lease, and acquire a new one if you need it.`,
});

const outOfRange: Wording = (c) => ({
  title: t`A value is out of range`,
  explanation: t`The service rejected ${whatWhere(c)} because of a name, number or time that it does not accept${colon(c, 'serviceMessage')}.`,
  action: t`Shorten names, and use numbers and times within the limits of the service.`,
});

const headerRejected: Wording = (c) => ({
  title: t`A property is invalid`,
  explanation: t`The service rejected a header of ${whatWhere(c)}${colon(c, 'serviceMessage')}.`,
  action: t`Check the content type, the metadata and the other properties that you set. If you set none, check whether a proxy changes requests.`,
});

const parameterRejected: Wording = (c) => ({
  title: t`A part of the request is invalid`,
  explanation: t`The service rejected a parameter of ${whatWhere(c)}${colon(c, 'serviceMessage')}.`,
  action: t`Check the filter, page size, prefix or time that you entered. If this is an emulator, update it.`,
});

const notNow: Wording = (c) => ({
  title: t`Not possible for this item`,
  explanation: t`The service cannot perform ${whatWhere(c)} in its current state or for an account of this kind${colon(c, 'serviceMessage')}.`,
  action: t`Compare its properties with the requirements of the operation: type, tier, lease, and features of the account.`,
});

const accountMoving: Wording = (c) => ({
  title: t`The account is being migrated`,
  explanation: t`${account(c)} cannot be changed while the service migrates it.`,
  action: t`Try again when the migration has finished. Its owner sees the progress in the Azure portal.`,
});

const keyVault: Wording = (c) => ({
  title: t`The encryption key is not available`,
  explanation: t`${account(c)} cannot use its encryption key in Key Vault at the moment${because(c, 'serviceCode')}. The data is intact.`,
  action: t`Ask the owner of the account to check the key vault: the key may be disabled, expired or deleted, or its access revoked.`,
});

const codes: Readonly<Record<string, Wording>> = {
  InvalidDestinationPath: targetPath,
  InvalidRenameSourcePath: targetPath,
  InvalidSourceOrDestinationResourceType: targetPath,
  InvalidSourceUri: sourceAddress,
  DestinationPathIsBeingDeleted: pathBeingDeleted,
  SourcePathIsBeingDeleted: pathBeingDeleted,
  PathConflict: pathTaken,
  CannotDeleteFileOrDirectory: notDeletable,
  DirectoryNotEmpty: folderNotEmpty,
  LeaseIsAlreadyBroken: leaseOfOther,
  LeaseNameMismatch: leaseOfOther,
  LeaseNotPresent: leaseOfOther,
  OutOfRangeInput: outOfRange,
  OutOfRangeQueryParameterValue: parameterRejected,
  InvalidQueryParameterValue: parameterRejected,
  InvalidHeaderValue: headerRejected,
  InvalidOperation: notNow,
  AccountBeingMigrated: accountMoving,
  EncryptionKeyNotAvailable: keyVault,
  KeyVaultAccessTokenCannotBeAcquired: keyVault,
  KeyVaultEncryptionKeyNotFound: keyVault,
  NoAuthenticationInformation: credentialsMissing,
  InvalidAuthenticationInfo: credentialsUnreadable,
  AuthenticationFailed: signatureNotAccepted,
  AuthorizationPermissionMismatch: rightMissing,
  AuthorizationResourceTypeMismatch: rightMissing,
  AuthorizationServiceMismatch: rightMissing,
  InsufficientAccountPermissions: accountForbids,
  UnauthorizedBlobOverwrite: overwritingForbidden,
  AccountBeingCreated: accountBeingCreated,

  BlobImmutableDueToLegalHold: legalHold,
  BlobBeingRehydrated: beingRehydrated,
  InvalidObjectState: restoredFirst,
  BlobNotArchived: notArchived,
  PendingCopyOperation: copyPending,
  NoPendingCopyOperation: copyEnded,
  CopyIdMismatch: copyEnded,
  CannotVerifyCopySource: copySource,
  InvalidBlobType: otherBlobType,
  InvalidSourceBlobType: otherBlobType,
  InvalidSourceBlobUrl: sourceAddress,
  InvalidVersionForPageBlobOperation: otherBlobType,
  OperationNotAllowedOnIncrementalCopyBlob: otherBlobType,
  BlobOperationNotSupported: otherInterface,
  EndpointUnsupportedAccountFeatures: otherInterface,
  HierarchicalNamespaceNotEnabled: flatNamespace,
  FeatureVersionMismatch: newerVersion,
  BlobTierInadequateForContentLength: tooLargeForTier,
  ContentLengthLargerThanTierLimit: tooLargeForTier,
  CannotChangeToLowerTier: lowerTier,
  InvalidBlobTier: tierUnknown,
  BlobAccessTierNotSupportedForAccountType: tierUnknown,
  BlobUsesCustomerSpecifiedEncryption: customerKey,
  BlobCustomerSpecifiedEncryptionMismatch: customerKey,
  BlobDoesNotUseCustomerSpecifiedEncryption: customerKey,
  BlockCountExceedsLimit: tooManyBlocks,
  BlockListTooLong: tooManyBlocks,
  InvalidBlobOrBlock: otherBlocks,
  InvalidBlockId: otherBlocks,
  ContainerDisabled: containerDisabled,
  SnapshotCountExceeded: tooManySnapshots,
  SnapshotOperationRateExceeded: tooManySnapshots,
  // Spelled so by the service.
  SnaphotOperationRateExceeded: tooManySnapshots,
  ResourceTypeMismatch: otherKind,
  DirectoryIsNotEmpty: folderNotEmpty,
  AccountRequiresHttps: needsHttps,
  AppendPositionConditionNotMet: conditionNotMet,
  BlobOverwritten: conditionNotMet,
  InfiniteLeaseDurationRequired: conditionNotMet,
  MaxBlobSizeConditionNotMet: conditionNotMet,
  SequenceNumberConditionNotMet: conditionNotMet,
  SystemInUse: conditionNotMet,

  EmptyMetadataKey: metadataRejected,
  InvalidMetadata: metadataRejected,
  MetadataTooLarge: metadataTooLarge,
  RequestBodyTooLarge: requestTooLarge,
  InvalidRange: beyondTheEnd,
  InvalidPageRange: beyondTheEnd,
  InvalidUri: addressUnreadable,
  RequestUrlFailedToParse: addressUnreadable,
  CopyAcrossAccountsNotSupported: noCopyAcross,
  InvalidInput: valueRejected,

  AtomFormatNotSupported: notSupported,
  ConditionHeadersNotSupported: notSupported,
  HostInformationNotPresent: notSupported,
  InvalidHttpVerb: notSupported,
  InvalidMd5: notSupported,
  InvalidXmlDocument: notSupported,
  InvalidXmlNodeValue: notSupported,
  JsonFormatNotSupported: notSupported,
  JsonVerboseFormatNotSupported: notSupported,
  MediaTypeNotSupported: notSupported,
  MethodNotAllowed: notSupported,
  MissingContentLengthHeader: notSupported,
  MissingRequiredHeader: notSupported,
  MissingRequiredQueryParameter: notSupported,
  MissingRequiredXmlNode: notSupported,
  MultipleConditionHeadersNotSupported: notSupported,
  // The answer to functions and operators of a filter that the service does not have.
  NotImplemented: (c) => (c.operation === 'QueryEntities' ? valueRejected(c) : notSupported(c)),
  UnsupportedHeader: notSupported,
  UnsupportedHttpVerb: notSupported,
  UnsupportedQueryParameter: notSupported,
  UnsupportedXmlNode: notSupported,
  XMethodIncorrectCount: notSupported,
  XMethodIncorrectValue: notSupported,
  XMethodNotUsingPost: notSupported,

  CommandsInBatchActOnDifferentPartitions: severalPartitions,
  InvalidDuplicateRow: sameEntityTwice,
  EntityTooLarge: entityTooLarge,
  TooManyProperties: entityTooLarge,
  DuplicatePropertiesSpecified: propertyName,
  PropertyNameInvalid: propertyName,
  PropertyNameTooLong: propertyName,
  PropertyValueTooLarge: valueTooLarge,
  InvalidValueType: valueOfOtherType,
  PropertiesNeedValue: valueOfOtherType,
  KeyValueTooLarge: keyTooLarge,
  InvalidResourceName: nameRejected,
  InvalidContainerName: nameRejected,
  InvalidTableName: nameRejected,

  OperationTimedOut: timedOut,
  RetryWith: concurrentChanges,
  InsufficientResources: noResources,
};

/** For answers that come without a code, such as those of a gateway. */
const statuses: Readonly<Record<string, Wording>> = {
  405: notSupported,
  411: notSupported,
  413: requestTooLarge,
  414: addressTooLong,
  415: notSupported,
  416: beyondTheEnd,
  431: addressTooLong,
  449: concurrentChanges,
  501: notSupported,
  505: notSupported,
  507: noResources,
  510: notSupported,
};
