// The texts for error codes of the service that need more than the text of their class: what each one means and what
// helps. Sources: "Common REST API error codes", "Blob service error codes", "Table service error codes".
import type { ErrorContext } from '../errors';
import { t } from '../strings/t';
import { account, because, capital, colon, container, host, object, ofAccount, table, text, what } from './phrases';
import type { ErrorMessage, Wording } from './wording';

/** The texts for the service's code, or for its status; the given ones if neither needs a specific text. */
export function orByServiceCode(c: ErrorContext, otherwise: ErrorMessage): ErrorMessage {
  const code = text(c, 'serviceCode', '');
  const byCode = Object.hasOwn(codes, code) ? codes[code] : undefined;
  const byStatus = code === '' ? statuses[text(c, 'status', '')] : undefined;
  return (byCode ?? byStatus)?.(c) ?? otherwise;
}

/**
 * The service's code if it has a specific text, so that failures which differ in it are worded differently; otherwise
 * null.
 */
export function codeWithText({ serviceCode }: ErrorContext): string | null {
  return typeof serviceCode === 'string' && Object.hasOwn(codes, serviceCode) ? serviceCode : null;
}

const subject = (c: ErrorContext): string => capital(object(c, account(c)));

const credentialsMissing: Wording = (c) => ({
  title: t`The credentials did not arrive`,
  explanation: t`${account(c)} found no credentials in ${what(c)}, though they were sent.`,
  action: t`Check whether a proxy removes headers or parts of the address. If none does, enter the key or SAS of the connection again.`,
});

const credentialsUnreadable: Wording = (c) => ({
  title: t`The credentials cannot be read`,
  explanation: t`${account(c)} could not read the credentials that came with ${what(c)}.`,
  action: t`Enter the key or SAS of the connection again, all of it.`,
});

const signatureNotAccepted: Wording = (c) => ({
  title: t`The SAS is not accepted`,
  explanation: t`${account(c)} does not accept the signature of the SAS for ${what(c)}. It may be incomplete, or its key was rotated, or its stored policy was removed.`,
  action: t`Enter the whole SAS again, or a new one.`,
});

const rightMissing: Wording = (c) => ({
  title: t`The credentials lack this right`,
  explanation: t`${account(c)} does not allow ${what(c)} with the credentials of this connection${because(c, 'serviceCode')}.`,
  action: t`Ask the owner of the account for this right, or use another connection.`,
});

const accountForbids: Wording = (c) => ({
  title: t`The account does not allow this`,
  explanation: t`${account(c)} refused ${what(c)}: reading or writing is switched off there for everybody, or the address is that of its read-only copy.`,
  action: t`Use the primary endpoint of the account, or ask its owner to allow it.`,
});

const overwritingForbidden: Wording = (c) => ({
  title: t`Overwriting is not allowed`,
  explanation: t`${subject(c)} exists already, and the credentials allow creating blobs, but not overwriting them.`,
  action: t`Use a SAS with the right to write, or another name.`,
});

const accountBeingCreated: Wording = (c) => ({
  title: t`The account is still being created`,
  explanation: t`${account(c)} cannot be used yet.`,
  action: t`Try again in a few minutes.`,
});

const legalHold: Wording = (c) => ({
  title: t`Under a legal hold`,
  explanation: t`${subject(c)} is under a legal hold, so it can be neither changed nor deleted.`,
  action: t`Ask whoever set the hold to clear it, or choose another name.`,
});

const beingRehydrated: Wording = (c) => ({
  title: t`Still being rehydrated`,
  explanation: t`${subject(c)} is leaving the archive tier, which takes up to 15 hours.`,
  action: t`Wait until its tier has changed.`,
});

const notArchived: Wording = (c) => ({
  title: t`Not archived`,
  explanation: t`${subject(c)} is not in the archive tier, so there is nothing to rehydrate.`,
  action: t`Refresh to see its present tier.`,
});

const copyPending: Wording = (c) => ({
  title: t`A copy is still running`,
  explanation: t`The service is still copying to ${object(c, ofAccount(c))}.`,
  action: t`Wait until the copy has ended, or stop it.`,
});

const copyEnded: Wording = (c) => ({
  title: t`No such copy is running`,
  explanation: t`The copy to ${object(c, ofAccount(c))} has ended, or another one runs.`,
  action: t`Refresh to see its result.`,
});

const copySource: Wording = (c) => {
  const target = object(c, ofAccount(c));
  switch (c.status) {
    case 404:
      return {
        title: t`The source of the copy is missing`,
        explanation: t`The service did not find the source of the copy to ${target}.`,
        action: t`Refresh the folder of the source and look whether it is still there.`,
      };
    case 500:
      return {
        title: t`The source of the copy did not answer`,
        explanation: t`The service could not read the source of the copy to ${target} in time.`,
        action: t`Try again in a moment, or download it and upload it from here.`,
      };
    default:
      return {
        title: t`The source of the copy cannot be read`,
        explanation: t`The service may not read the source of the copy to ${target}${because(c, 'status')}.`,
        action: t`Check that the credentials of the source allow reading, or download it and upload it from here.`,
      };
  }
};

const otherBlobType: Wording = (c) => ({
  title: t`Not possible for this type of blob`,
  explanation: t`${capital(what(c))} does not fit its type, which is block, append or page blob${because(c, 'serviceCode')}.`,
  action: t`Look at its type in its properties. To change the type, delete the blob and upload it again.`,
});

const otherInterface: Wording = (c) => ({
  title: t`Not possible in this account`,
  explanation: t`${account(c)} does not offer ${what(c)}${because(c, 'serviceCode')}. This happens with a hierarchical namespace, and with files that were written through it.`,
  action: t`Delete the file and upload it again, or use another account.`,
});

const flatNamespace: Wording = (c) => ({
  title: t`Not possible in this account`,
  explanation: t`${account(c)} has no hierarchical namespace. Folders are only parts of names there, and access lists do not exist.`,
  action: t`Copy and delete the blobs instead, or use an account of Data Lake Storage.`,
});

const newerVersion: Wording = (c) => ({
  title: t`Needs a newer Stowage`,
  explanation: t`${subject(c)} uses a feature that is unknown to the service version which Stowage sends.`,
  action: t`Update Stowage, or use a newer tool for it.`,
});

const tooLargeForTier: Wording = (c) => ({
  title: t`Too large for this tier`,
  explanation: t`${subject(c)} is larger than its tier allows.`,
  action: t`Choose a tier for larger blobs.`,
});

const lowerTier: Wording = (c) => ({
  title: t`A higher tier is set`,
  explanation: t`${subject(c)} already has a higher tier than the one that was chosen.`,
  action: t`Choose the same tier or a higher one.`,
});

const tierUnknown: Wording = (c) => ({
  title: t`This tier is not possible`,
  explanation: t`The chosen tier does not exist for ${object(c, ofAccount(c))}${colon(c, 'serviceMessage')}.`,
  action: t`Choose another tier: not every kind of account and blob has all of them.`,
});

const customerKey: Wording = (c) => ({
  title: t`Encrypted with a key of the customer`,
  explanation: t`${subject(c)} is encrypted with a key that has to come with each request, and Stowage sends none.`,
  action: t`Use the program that wrote it.`,
});

const tooManyBlocks: Wording = (c) => ({
  title: t`Too many blocks`,
  explanation: t`${subject(c)} has reached the limit of 50,000 blocks, or of 100,000 that are not committed.`,
  action: t`Use larger blocks, or another name.`,
});

const otherBlocks: Wording = (c) => ({
  title: t`The blocks do not fit`,
  explanation: t`The service refused blocks of ${object(c, ofAccount(c))}. Blocks that another program left there, uncommitted, may be in the way.`,
  action: t`Upload under another name, or delete the blob of this name first. Such blocks expire after a week.`,
});

const containerDisabled: Wording = (c) => ({
  title: t`The container is disabled`,
  explanation: t`${capital(container(c))} was disabled by an administrator.`,
  action: t`Ask the owner of the account to enable it.`,
});

const tooManySnapshots: Wording = (c) => ({
  title: t`Too many snapshots`,
  explanation: t`${subject(c)} has as many snapshots as the service allows, or they are taken too fast.`,
  action: t`Delete snapshots that nobody needs, or wait a minute.`,
});

const otherKind: Wording = (c) => ({
  title: t`Something else is there`,
  explanation: t`${subject(c)} is of another kind than ${text(c, 'operation', t`the request`)} expects, such as a folder in place of a blob.`,
  action: t`Refresh the list and look at what it is.`,
});

const folderNotEmpty: Wording = (c) => ({
  title: t`The folder is not empty`,
  explanation: t`${subject(c)} is a folder with files in it, so it was not deleted.`,
  action: t`Delete what is in it first.`,
});

const needsHttps: Wording = (c) => ({
  title: t`The account takes https only`,
  explanation: t`${account(c)} refused ${what(c)} because it came over plain http.`,
  action: t`Change the addresses of the connection from http: to https:. In a connection string, that is DefaultEndpointsProtocol.`,
});

const conditionNotMet: Wording = (c) => ({
  title: t`A condition was not met`,
  explanation: t`${subject(c)} is not in the state that ${text(c, 'operation', t`the request`)} expects${because(c, 'serviceCode')}. Nothing was changed.`,
  action: t`Refresh and look at its present state.`,
});

const metadataRejected: Wording = (c) => ({
  title: t`The metadata is not accepted`,
  explanation: t`The service refused the metadata of ${object(c, ofAccount(c))}${colon(c, 'serviceMessage')}.`,
  action: t`Correct it: names are identifiers, no value is empty or has line breaks.`,
});

const metadataTooLarge: Wording = (c) => ({
  title: t`Too much metadata`,
  explanation: t`The metadata of ${object(c, ofAccount(c))} is larger than 8 KiB.`,
  action: t`Shorten or remove some of it.`,
});

const requestTooLarge: Wording = (c) => ({
  title: t`The request is too large`,
  explanation: t`${capital(what(c))} sent more than the service takes in one request.`,
  action: t`Use smaller blocks, fewer rows at once or shorter values.`,
});

const addressTooLong: Wording = (c) => ({
  title: t`The request is too long`,
  explanation: t`The address or the headers of ${what(c)} are longer than ${host(c)} takes.`,
  action: t`Use a shorter filter, fewer columns or a shorter name.`,
});

const beyondTheEnd: Wording = (c) => ({
  title: t`Beyond the end`,
  explanation: t`${subject(c)} is shorter than the part that was requested${because(c, 'serviceCode')}. It may have changed meanwhile.`,
  action: t`Refresh to see its present size, then start again.`,
});

const notSupported: Wording = (c) => ({
  title: t`Not supported by this service`,
  explanation: t`${account(c)} does not know ${what(c)} in this form${because(c, c.serviceCode === undefined ? 'status' : 'serviceCode')}${colon(c, 'serviceMessage')}.`,
  action: t`If this is an emulator, update it. If requests pass a proxy, check whether it changes them. Otherwise please report it.`,
});

const valueRejected: Wording = (c) =>
  c.operation === 'QueryEntities'
    ? {
        title: t`The service cannot run this query`,
        explanation: t`${account(c)} refused the query of ${table(c)}${because(c, 'serviceCode')}${colon(c, 'serviceMessage')}.`,
        action: t`Correct the filter: names, types of values, at most 15 comparisons.`,
      }
    : {
        title: t`The service refused the request`,
        explanation: t`${capital(what(c))} was refused${because(c, 'serviceCode')}${colon(c, 'serviceMessage')}.`,
        action: t`Check its name and values for what the service does not allow.`,
      };

const addressUnreadable: Wording = (c) => ({
  title: t`The address is not accepted`,
  explanation: t`${account(c)} cannot read the address of ${what(c)}.`,
  action: t`Check the name for unusual characters, and the endpoint of the connection.`,
});

const sameEntityTwice: Wording = (c) => ({
  title: t`One entity twice in a transaction`,
  explanation: t`Two changes in one transaction concern the same entity of ${table(c)}. Nothing was written.`,
  action: t`Save one of them first, then the other.`,
});

const severalPartitions: Wording = (c) => ({
  title: t`Several partitions in a transaction`,
  explanation: t`A transaction in ${table(c)} names entities of more than one partition. Nothing was written.`,
  action: t`Save the entities of each partition by themselves.`,
});

const noCopyAcross: Wording = (c) => ({
  title: t`No copies between accounts`,
  explanation: t`${account(c)} does not copy from another account to ${object(c, t`this one`)}.`,
  action: t`Download it and upload it from here.`,
});

const timedOut: Wording = (c) => ({
  title: t`The service ran out of time`,
  explanation: t`${account(c)} did not complete ${what(c)} within its own time limit.`,
  action:
    c.operation === 'QueryEntities'
      ? t`Narrow the query to a partition or a range of keys, then try again.`
      : t`Try again in a moment, with smaller requests or fewer at once.`,
});

const noResources: Wording = (c) => ({
  title: t`The service lacks room or resources`,
  explanation: t`${account(c)} could not complete ${what(c)}: its capacity, or the disk behind it, is used up${because(c, c.serviceCode === undefined ? 'status' : 'serviceCode')}.`,
  action: t`Look at the capacity of the account, or the disk of the emulator, and make room.`,
});

const entityRejected =
  (reason: () => string, action: () => string): Wording =>
  (c) => ({
    title: t`The entity cannot be saved`,
    explanation: t`The service refused ${object(c, ofAccount(c))}${colon({ reason: text(c, 'serviceMessage', reason()) }, 'reason')}.`,
    action: action(),
  });

const entityTooLarge = entityRejected(
  () => t`it is larger than 1 MiB or has more than 252 properties`,
  () => t`Shorten or remove values, or spread them over several entities.`,
);
const propertyName = entityRejected(
  () => t`the name of a property is not possible, too long or used twice`,
  () => t`Rename the property.`,
);
const valueTooLarge = entityRejected(
  () => t`a value is larger than 64 KiB`,
  () => t`Shorten the value, or store it in a blob.`,
);
const valueOfOtherType = entityRejected(
  () => t`a value is missing or does not fit its type`,
  () => t`Correct the value, or choose another type for it.`,
);

const keyTooLarge: Wording = (c) => ({
  title: t`That key is not possible`,
  explanation: t`The service refused ${object(c, ofAccount(c))}${colon({ reason: text(c, 'serviceMessage', t`a key is longer than 1 KiB`) }, 'reason')}.`,
  action: t`Use a shorter PartitionKey or RowKey.`,
});

const nameRejected: Wording = (c) => ({
  title: t`That name is not possible`,
  explanation: t`The service does not accept the name of ${object(c, ofAccount(c))}${colon(c, 'serviceMessage')}.`,
  action:
    c.table === undefined
      ? t`Containers have 3 to 63 lower-case letters, digits and single hyphens; blobs up to 1,024 characters.`
      : t`Tables have 3 to 63 letters and digits, and begin with a letter.`,
});

const codes: Readonly<Record<string, Wording>> = {
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
  BlobNotArchived: notArchived,
  PendingCopyOperation: copyPending,
  NoPendingCopyOperation: copyEnded,
  CopyIdMismatch: copyEnded,
  CannotVerifyCopySource: copySource,
  InvalidBlobType: otherBlobType,
  InvalidSourceBlobType: otherBlobType,
  InvalidSourceBlobUrl: copySource,
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
  InvalidHeaderValue: valueRejected,
  InvalidQueryParameterValue: valueRejected,
  InvalidOperation: valueRejected,
  OutOfRangeInput: valueRejected,
  OutOfRangeQueryParameterValue: valueRejected,

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
  501: notSupported,
  505: notSupported,
  507: noResources,
  510: notSupported,
};
