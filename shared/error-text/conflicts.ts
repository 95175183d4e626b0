// The texts for operations that the current state does not allow.
import type { ErrorContext } from '../errors';
import { t } from '../strings/t';
import { formatBytes } from '../units';
import { differenceMessage } from './hub-findings';
import { leaseMessage } from './leases';
import {
  account,
  because,
  capital,
  closed,
  colon,
  container,
  isOfEntities,
  object,
  quoted,
  table,
  text,
  whatWhere,
} from './phrases';
import { isCopy, orByServiceCode, sourceChanged } from './service-codes';
import type { ErrorMessage, MessagesOf } from './wording';

export const conflictMessages: MessagesOf<'conflict'> = {
  'conflict.exists': (c) => ({
    title: t`Already exists`,
    explanation: t`${capital(object(c, t`The new item`))} already exists.`,
    action: isOfEntities(c)
      ? t`Choose other keys, or overwrite the existing entity.`
      : t`Choose another name, or open the existing item.`,
  }),
  'conflict.being-deleted': (c) => ({
    title: t`Still being deleted`,
    explanation: t`The service is still deleting ${beingDeleted(c)}. This can take a few minutes.`,
    action: t`Try again in a moment, or use another name.`,
  }),
  'conflict.etag-changed': (c) => {
    const operation = text(c, 'operation', '');
    if (/^(?:List|Query|Find|Lease|InsertEntity$|Create(?:Container|Table)|Get(?!Blob|Page|Path))/.test(operation))
      return conditionUnsent(c);
    if (operation.startsWith('Get')) {
      return {
        title: t`Changed while it was read`,
        explanation: t`${capital(object(c, t`The item`))} was changed while it was being read.`,
        action: t`Read it again to see its current state.`,
      };
    }
    if (operation.startsWith('Delete')) {
      return {
        title: t`Changed by another client`,
        explanation: t`${capital(object(c, t`The item`))} was changed after you read it, so it was not deleted.`,
        action: t`Check its current state, then delete it again if it is no longer needed.`,
      };
    }
    return {
      title: t`Changed by another client`,
      explanation: t`${capital(object(c, t`The item`))} was changed after you read it. Nothing was overwritten.`,
      action: t`Compare both versions and decide which one to keep.`,
    };
  },
  'conflict.blob-changed': (c) => {
    if (c.serviceCode === 'SourceConditionNotMet') return sourceChanged(c);
    const blob = quoted(c, 'blob', t`The blob`);
    if (c.moved === 'copied') {
      return {
        title: t`The source has changed`,
        explanation: t`${blob} was changed in the meantime, so it was not deleted.`,
        action: t`Compare both, then move it again or delete one of them.`,
      };
    }
    const explanation = t`${blob} was overwritten while it was being read. Stowage never mixes parts of two versions.`;
    return c.during === 'copy'
      ? { title: t`The source has changed`, explanation, action: t`Start the copy again.` }
      : { title: t`The blob changed during the download`, explanation, action: t`Start the download again.` };
  },
  'conflict.source-changed': (c) =>
    typeof c.problem === 'string'
      ? {
          title: t`The source has changed`,
          explanation: capital(c.problem),
          action: t`Try again when no other program is writing to it.`,
        }
      : {
          title: t`The file changed during the upload`,
          explanation: t`${quoted(c, 'source', t`The file`)} was changed while it was being read${sizes(c)}. Nothing was committed.`,
          action: t`Upload it again when no other program is writing to it.`,
        },
  'conflict.target-exists': (c) => {
    if (c.what === 'special' && c.file === 'needed') {
      return {
        title: t`The path is in use`,
        explanation: t`${quoted(c, 'path', t`The target`)} is a pipe or a device; a file is required. Nothing was written.`,
        action: t`Choose another file.`,
      };
    }
    const inTheWay = whatIsInTheWay(c);
    if (inTheWay !== null) {
      const action = t`Move it away, or choose another target.`;
      return { title: t`The path is in use`, explanation: inTheWay, action };
    }
    const neverReplaced = neverReplacedMessage(c);
    if (neverReplaced !== null) return neverReplaced;
    return {
      title: t`The target already exists`,
      explanation: t`${quoted(c, 'path', t`A file or blob with that name`)} already exists and was not replaced.`,
      action:
        c.option === undefined
          ? t`Replace it, or choose another target.`
          : t`Choose another target, or add ${text(c, 'option', '')} to replace it.`,
    };
  },
  'conflict.leased': leaseMessage,
  'conflict.public-access-off': (c) => ({
    title: t`Public access is disabled`,
    explanation: t`${account(c)} does not allow public access to any of its containers. Nothing was changed.`,
    action: t`Enable it in the configuration of the account first, or share a SAS instead.`,
  }),
  'conflict.archived': (c) =>
    orByServiceCode(c, {
      title: t`Archived`,
      ...(writesProperties.has(text(c, 'operation', ''))
        ? {
            explanation: t`${quoted(c, 'blob', t`The blob`)} is in the archive tier, so it cannot be changed.`,
            action: t`Rehydrate it to the hot or cool tier first. This can take hours.`,
          }
        : writesBytes.has(text(c, 'operation', ''))
          ? {
              explanation: t`${quoted(c, 'blob', t`The blob`)} is in the archive tier, so it cannot be replaced or changed. It was skipped.`,
              action: t`Rehydrate it to the hot or cool tier first (this can take hours), delete it, or choose another name.`,
            }
          : {
              explanation: isCopy(c)
                ? t`${capital(object(c, t`The blob`))} or the source of its copy is in the archive tier.`
                : t`${quoted(c, 'blob', t`The blob`)} is in the archive tier and cannot be read.`,
              action: t`Rehydrate it to the hot or cool tier first. This can take hours.`,
            }),
    }),
  'conflict.immutable': (c) =>
    orByServiceCode(c, {
      title: t`Protected from changes`,
      explanation:
        c.blob === undefined && c.container !== undefined
          ? t`${capital(container(c))} or a blob in it is protected by a retention policy or a legal hold.`
          : t`${quoted(c, 'blob', t`The blob`)} is protected by a retention policy or a legal hold of its container.`,
      action: t`Wait until the policy or the hold ends, or choose another name.`,
    }),
  'conflict.blocks-lost': (c) => ({
    title: t`Uploaded blocks were discarded`,
    explanation: t`The service no longer has all blocks of ${quoted(c, 'blob', t`the blob`)}. Uncommitted blocks expire after a week, and another upload to the same name discards them.`,
    action: t`Start the upload again.`,
  }),
  'conflict.other-blocks': (c) => ({
    title: t`Blocks of another upload are in the way`,
    explanation: t`Another program has started to upload ${quoted(c, 'blob', t`the blob`)} in blocks; the service does not accept blocks of both.`,
    action: t`Delete the blob and upload it again, or wait a week until the service discards those blocks.`,
  }),
  'conflict.blob-type': (c) => ({
    title: t`Different blob type`,
    explanation: t`${quoted(c, 'blob', t`The blob`)} is ${blobTypeName(c)}, which a block blob would replace. It was skipped.`,
    action: t`Choose another name, or allow the upload to change the blob type (--change-blob-type).`,
  }),
  'conflict.read-only': (c) => ({
    title: t`This connection is read-only`,
    explanation: t`${quoted(c, 'connection', t`The connection`)} is marked as production and locked.`,
    action: t`Unlock it in the navigator before you write, then lock it again.`,
  }),
  'conflict.indexed': (c) => ({
    title: t`The table has an index`,
    explanation: capital(
      text(c, 'problem', t`${table(c)} has an index that this would not maintain. Nothing was changed.`),
    ),
    action: closed(capital(text(c, 'fix', t`Drop the index first, and create it again afterwards.`))),
  }),
  'conflict.other': (c) => (c.serviceCode === 'SnapshotsPresent' ? snapshotsMessage(c) : otherMessage(c)),
};

/** Operations that the service rejects for an archived blob because they would write to it. */
const writesBytes: ReadonlySet<string> = new Set(['PutBlob', 'PutBlock', 'PutBlockList']);

const writesProperties: ReadonlySet<string> = new Set(['SetBlobMetadata', 'SetBlobProperties']);

function blobTypeName(c: ErrorContext): string {
  if (c.blobType === 'PageBlob') return t`a page blob, such as a disk`;
  return c.blobType === 'AppendBlob' ? t`an append blob, such as a log` : t`a blob of another type`;
}

function snapshotsMessage(c: ErrorContext): ErrorMessage {
  return {
    title: t`The blob has snapshots`,
    explanation: t`${capital(object(c, t`The blob`))} has snapshots that would be deleted as well, so it was not deleted.`,
    action: t`Delete it together with its snapshots if they are not needed.`,
  };
}

/** These requests set no condition. */
function conditionUnsent(c: ErrorContext): ErrorMessage {
  return {
    title: t`Unexpected response`,
    explanation: t`The response to ${whatWhere(c)} says that a condition was not met${because(c, 'status')}, but the request set none.`,
    action: t`Check the endpoint, and whether a proxy or cache changes requests or responses.`,
  };
}

function otherMessage(c: ErrorContext): ErrorMessage {
  const difference = differenceMessage(c);
  if (difference !== null) return difference;
  const title = t`Not possible in the current state`;
  if (typeof c.problem === 'string') return { title, explanation: capital(c.problem) };
  return orByServiceCode(c, {
    title,
    explanation: t`The service rejected ${whatWhere(c)}${because(c, 'serviceCode')}${colon(c, 'serviceMessage')}.`,
    action: t`Refresh and check the state of the item.`,
  });
}

/** Tables and containers, never their contents. */
function beingDeleted(c: ErrorContext): string {
  if (c.container !== undefined) return container(c);
  return c.table === undefined ? t`something with that name` : table(c);
}

/**
 * Describes targets that a transfer never replaces, whatever its overwrite policy; null if the user can have it
 * replaced.
 */
function neverReplacedMessage(c: ErrorContext): ErrorMessage | null {
  switch (c.what) {
    case 'twin':
      return {
        title: t`Duplicate target name`,
        explanation: t`Another file of this transfer has the same target, ${quoted(c, 'path', t`the same name`)}; only that file is transferred.`,
        action: t`Transfer this file to another target.`,
      };
    case 'itself':
      return {
        title: t`Source and target are the same`,
        explanation: t`${quoted(c, 'path', t`The blob`)} is both the source and the target. Nothing was changed.`,
        action: t`Choose another folder or another name.`,
      };
    case 'latecomer':
      return {
        title: t`The name is now in use`,
        explanation: t`${quoted(c, 'path', t`A file with that name`)} was created there while the blob was being downloaded, and was not replaced.`,
        action: t`Try again; the rule for existing names then applies.`,
      };
    case 'partial':
      return {
        title: t`The partial file was replaced`,
        explanation: t`Another program replaced ${quoted(c, 'path', t`the partial file`)} while it was being written. The replacement is not used.`,
        action: t`Check which other program writes to this folder, then try again.`,
      };
    case 'several':
      return {
        title: t`The target already exists`,
        explanation: t`The existing item stays, regardless of the rule for existing names.`,
        action: t`See each file for the reason. Move the item away and try again, or choose another target.`,
      };
    default:
      return null;
  }
}

const obstacles: ReadonlySet<unknown> = new Set(['folder', 'file', 'link', 'special']);

/** Null for a plain file or blob, which can be replaced. */
function whatIsInTheWay(c: ErrorContext): string | null {
  if (!obstacles.has(c.what)) return null;
  const target = quoted(c, 'path', t`The target`);
  if (c.folder === 'needed') {
    return c.what === 'link'
      ? t`${target} is a symbolic link; a folder is required. Links are not followed.`
      : t`${target} is a file; a folder is required.`;
  }
  if (c.what === 'folder') return t`${target} is a folder and cannot be replaced with a file.`;
  return t`${target} is a link or a special file and cannot be replaced with a file.`;
}

function sizes(c: ErrorContext): string {
  const [planned, now] = [c.plannedBytes, c.nowBytes];
  if (typeof planned !== 'number' || typeof now !== 'number' || planned === now) return '';
  return t` (${formatBytes(planned)} before, ${formatBytes(now)} now)`;
}
