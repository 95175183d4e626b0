// The texts for error codes of S3 that need another text than those of Azure, or have none there. Source: "Error
// responses" of the Amazon S3 API reference, and what common servers of S3 add.
import type { ErrorContext } from '../errors';
import { t } from '../strings/t';
import { account, because, capital, colon, container, object, ofAccount, what } from './phrases';
import type { Wording } from './wording';

const accessDenied: Wording = (c) => ({
  title: t`Access denied`,
  explanation: t`${account(c)} denied ${what(c)}${because(c, 'serviceCode')}.`,
  action: t`Check the name, and the policies of the user and of the bucket. S3 also denies access to a name that does not exist where listing is not allowed.`,
});

const accountUnusable: Wording = (c) => ({
  title: t`The account cannot be used`,
  explanation: t`${account(c)} is suspended, or is not signed up for S3${because(c, 'serviceCode')}.`,
  action: t`Ask its owner to check its state with the provider.`,
});

const tokenExpired: Wording = (c) => ({
  title: t`The session token has expired`,
  explanation: t`${account(c)} does not accept the session token of this connection.`,
  action: t`Get new temporary keys and enter them in the connection or the profile. Interrupted work can then continue.`,
});

const tooLarge: Wording = (c) => ({
  title: t`The object is too large`,
  explanation: t`${capital(object(c, ofAccount(c)))} is larger than the service accepts in one request or one object.`,
  action: t`Use smaller blocks, or split the file.`,
});

const partsTooSmall: Wording = (c) => ({
  title: t`The parts are too small`,
  explanation: t`The service accepts no parts below 5 MiB for ${object(c, ofAccount(c))}, except for the last one.`,
  action: t`Choose blocks of at least 5 MiB.`,
});

const bucketNotEmpty: Wording = (c) => ({
  title: t`The bucket is not empty`,
  explanation: t`${capital(container(c))} still contains objects or versions of them, so it was not deleted.`,
  action: t`Delete its contents first, and versions with a tool for S3.`,
});

const noSuchClass: Wording = (c) => ({
  title: t`Storage class not available`,
  explanation: t`The service does not have the selected storage class for ${object(c, ofAccount(c))}.`,
  action: t`Choose another one, such as STANDARD.`,
});

const tooManyBuckets: Wording = (c) => ({
  title: t`Too many buckets`,
  explanation: t`${account(c)} has as many buckets as it may have.`,
  action: t`Delete a bucket that is not needed, or ask the provider for more.`,
});

const encryptionKey: Wording = (c) => ({
  title: t`The encryption key is not available`,
  explanation: t`${capital(what(c))} needs a key of the key service that is disabled, deleted or not accessible${colon(c, 'serviceMessage')}.`,
  action: t`Ask the owner of the account to check the key and who may use it.`,
});

const otherRegion: Wording = (c) => ({
  title: t`Wrong region`,
  explanation: t`${capital(what(c))} was sent to another region than that of the bucket${colon(c, 'serviceMessage')}.`,
  action: t`Set the region of the bucket in the connection.`,
});

const storeFull: Wording = (c) => ({
  title: t`The store is full`,
  explanation: t`${account(c)} could not complete ${what(c)}: its space or quota is used up${because(c, 'serviceCode')}.`,
  action: t`Free up space, or ask its owner for more.`,
});

const notThere: Wording = (c) => ({
  title: t`Not supported by this service`,
  explanation: t`${account(c)} does not support ${what(c)}${colon(c, 'serviceMessage')}.`,
  action: t`Do it with another tool, or use a service that has it.`,
});

const bucketName: Wording = (c) => ({
  title: t`Invalid name`,
  explanation: t`The service does not accept the name of ${object(c, ofAccount(c))}${colon(c, 'serviceMessage')}.`,
  action: t`Bucket names have 3 to 63 lowercase letters, digits, dots and hyphens; names of objects have up to 1,024 bytes.`,
});

const metadataTooLarge: Wording = (c) => ({
  title: t`Too much metadata`,
  explanation: t`The metadata of ${object(c, ofAccount(c))} is larger than 2 KiB.`,
  action: t`Shorten or remove some of it.`,
});

const codes: Readonly<Record<string, Wording>> = {
  AccessDenied: accessDenied,
  AccountProblem: accountUnusable,
  AllAccessDisabled: accountUnusable,
  NotSignedUp: accountUnusable,
  ExpiredToken: tokenExpired,
  EntityTooLarge: tooLarge,
  EntityTooSmall: partsTooSmall,
  BucketNotEmpty: bucketNotEmpty,
  InvalidStorageClass: noSuchClass,
  TooManyBuckets: tooManyBuckets,
  KmsKeyNotAvailable: encryptionKey,
  AuthorizationHeaderMalformed: otherRegion,
  IllegalLocationConstraintException: otherRegion,
  InvalidLocationConstraint: otherRegion,
  PermanentRedirect: otherRegion,
  QuotaExceeded: storeFull,
  XMinioStorageFull: storeFull,
  NotImplemented: notThere,
  MethodNotAllowed: notThere,
  InvalidContainerName: bucketName,
  InvalidResourceName: bucketName,
  MetadataTooLarge: metadataTooLarge,
};

/** A HEAD is answered without a code. */
const statuses: Readonly<Record<string, Wording>> = {
  403: accessDenied,
  405: notThere,
  501: notThere,
  507: storeFull,
};

/** The text for a failure of S3; undefined where those of Azure fit. */
export function s3Wording({ store, serviceCode, status }: ErrorContext): Wording | undefined {
  if (store !== 's3') return undefined;
  if (typeof serviceCode === 'string' && serviceCode !== '') {
    if (Object.hasOwn(codes, serviceCode)) return codes[serviceCode];
    return status === 403 ? accessDenied : undefined;
  }
  return statuses[String(status)];
}
