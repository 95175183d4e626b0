// The texts for operations that the current state does not allow.
import type { ErrorContext } from '../errors';
import { t } from '../strings/t';
import { formatBytes } from '../units';
import { leaseMessage } from './leases';
import {
  account,
  because,
  capital,
  colon,
  container,
  isOfEntities,
  object,
  quoted,
  table,
  text,
  what,
} from './phrases';
import { orByServiceCode } from './service-codes';
import type { ErrorMessage, MessagesOf } from './wording';

export const conflictMessages: MessagesOf<'conflict'> = {
  'conflict.exists': (c) => ({
    title: t`Already exists`,
    explanation: t`${capital(object(c, t`What you want to create`))} already exists.`,
    action: isOfEntities(c)
      ? t`Choose other keys, or write over the one that is there.`
      : t`Choose another name, or open the existing one.`,
  }),
  'conflict.being-deleted': (c) => ({
    title: t`Still being deleted`,
    explanation: t`The service is still deleting ${beingDeleted(c)}. This takes up to a few minutes.`,
    action: t`Try again in a moment, or use another name.`,
  }),
  'conflict.etag-changed': (c) => ({
    title: t`Changed by somebody else`,
    explanation: t`${capital(object(c, t`The item`))} was changed after you read it. Nothing was overwritten.`,
    action: t`Compare both versions and decide which one to keep.`,
  }),
  'conflict.blob-changed': (c) => {
    const blob = quoted(c, 'blob', t`The blob`);
    if (c.moved === 'copied') {
      return {
        title: t`The source changed meanwhile`,
        explanation: t`${blob} was changed meanwhile, so it was not deleted.`,
        action: t`Compare both, then move it again or delete one of them.`,
      };
    }
    const explanation = t`${blob} was overwritten while it was read. Parts of two versions are never mixed.`;
    return c.during === 'copy'
      ? { title: t`The source changed meanwhile`, explanation, action: t`Start the copy again.` }
      : { title: t`The blob changed during the download`, explanation, action: t`Start the download again.` };
  },
  'conflict.source-changed': (c) =>
    typeof c.problem === 'string'
      ? {
          title: t`The source changed meanwhile`,
          explanation: capital(c.problem),
          action: t`Try again when nobody writes to it.`,
        }
      : {
          title: t`The file changed during the upload`,
          explanation: t`${quoted(c, 'source', t`The file`)} was changed while it was read${sizes(c)}. Nothing was committed.`,
          action: t`Upload it again when nobody writes to it.`,
        },
  'conflict.target-exists': (c) => {
    if (c.what === 'special' && c.file === 'needed') {
      return {
        title: t`Something is in the way`,
        explanation: t`${quoted(c, 'path', t`The target`)} is a pipe or a device, and a file is needed there. Nothing was written to it.`,
        action: t`Choose another file.`,
      };
    }
    const inTheWay = whatIsInTheWay(c);
    if (inTheWay !== null) {
      const action = t`Move it away, or transfer to another place.`;
      return { title: t`Something is in the way`, explanation: inTheWay, action };
    }
    const neverReplaced = neverReplacedMessage(c);
    if (neverReplaced !== null) return neverReplaced;
    return {
      title: t`The target already exists`,
      explanation: t`${quoted(c, 'path', t`A file or blob of that name`)} is already there and was not replaced.`,
      action:
        c.option === undefined
          ? t`Choose whether to replace it, or transfer to another place.`
          : t`Name another place, or add ${text(c, 'option', '')} to replace it.`,
    };
  },
  'conflict.leased': leaseMessage,
  'conflict.public-access-off': (c) => ({
    title: t`Public access is switched off`,
    explanation: t`${account(c)} allows no anonymous access to any of its containers. Nothing was changed.`,
    action: t`Allow it in the configuration of the account first, or hand out a shared access signature instead.`,
  }),
  'conflict.archived': (c) =>
    orByServiceCode(c, {
      title: t`Archived`,
      ...(writesBytes.has(text(c, 'operation', ''))
        ? {
            explanation: t`${quoted(c, 'blob', t`The blob`)} is in the archive tier, where it can be neither replaced nor changed. It was left as it is.`,
            action: t`Rehydrate it to the hot or cool tier first, which can take hours, or delete it, or choose another name.`,
          }
        : {
            explanation: t`${quoted(c, 'blob', t`The blob`)} is in the archive tier and cannot be read there.`,
            action: t`Rehydrate it to the hot or cool tier first. This can take hours.`,
          }),
    }),
  'conflict.immutable': (c) =>
    orByServiceCode(c, {
      title: t`Protected from changes`,
      explanation: t`${quoted(c, 'blob', t`The blob`)} is under a retention policy or a legal hold of its container.`,
      action: t`Wait until the policy or the hold has ended, or choose another name.`,
    }),
  'conflict.blocks-lost': (c) => ({
    title: t`Uploaded blocks are gone`,
    explanation: t`The service no longer has all blocks of ${quoted(c, 'blob', t`the blob`)}. They expire after a week, and another upload to the same name discards them.`,
    action: t`Start the upload again.`,
  }),
  'conflict.other-blocks': (c) => ({
    title: t`Blocks of another program are in the way`,
    explanation: t`Another program has begun to upload ${quoted(c, 'blob', t`the blob`)} in blocks, and the service accepts no others beside them.`,
    action: t`Delete the blob and upload again, or wait a week: the service then discards those blocks.`,
  }),
  'conflict.blob-type': (c) => ({
    title: t`A blob of another type is there`,
    explanation: t`${quoted(c, 'blob', t`The blob`)} is ${blobTypeName(c)}, which a block blob would replace. It was left as it is.`,
    action: t`Choose another name, or allow the upload to change the type of blobs (--change-blob-type).`,
  }),
  'conflict.read-only': (c) => ({
    title: t`This connection is read-only`,
    explanation: t`${quoted(c, 'connection', t`The connection`)} is marked as production and locked.`,
    action: t`Unlock it in the navigator to write, then lock it again.`,
  }),
  'conflict.other': (c) => (c.serviceCode === 'SnapshotsPresent' ? snapshotsMessage(c) : otherMessage(c)),
};

/** Operations that the service rejects for an archived blob because they would write to it. */
const writesBytes: ReadonlySet<string> = new Set([
  'PutBlob',
  'PutBlock',
  'PutBlockList',
  'SetBlobMetadata',
  'SetBlobProperties',
]);

function blobTypeName(c: ErrorContext): string {
  if (c.blobType === 'PageBlob') return t`a page blob, such as a disk`;
  return c.blobType === 'AppendBlob' ? t`an append blob, such as a log` : t`a blob of another type`;
}

function snapshotsMessage(c: ErrorContext): ErrorMessage {
  return {
    title: t`It has snapshots`,
    explanation: t`${capital(object(c, t`The blob`))} has snapshots, which would be lost with it, so it was not deleted.`,
    action: t`Delete it with its snapshots where they are not needed.`,
  };
}

function otherMessage(c: ErrorContext): ErrorMessage {
  const title = t`Not possible in the present state`;
  if (typeof c.problem === 'string') return { title, explanation: capital(c.problem) };
  return orByServiceCode(c, {
    title,
    explanation: t`The service refused ${what(c)}${because(c, 'serviceCode')}${colon(c, 'serviceMessage')}.`,
    action: t`Refresh, and look at the state of the item.`,
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
        title: t`Two of one name`,
        explanation: t`Another one of the same transfer goes to ${quoted(c, 'path', t`the same name`)}, and only that one is moved.`,
        action: t`Transfer this one to another place.`,
      };
    case 'itself':
      return {
        title: t`Source and target are the same`,
        explanation: t`${quoted(c, 'path', t`The blob`)} is already where it would be copied to. Nothing was changed.`,
        action: t`Choose another folder or another name.`,
      };
    case 'latecomer':
      return {
        title: t`The name was taken meanwhile`,
        explanation: t`${quoted(c, 'path', t`A file of that name`)} came there while the blob was fetched, and was kept.`,
        action: t`Try again: the rule for existing names then applies to it.`,
      };
    case 'partial':
      return {
        title: t`The partial file was replaced`,
        explanation: t`Another program put something else in the place of ${quoted(c, 'path', t`the partial file`)} while it was written. What it put there is not taken for the file.`,
        action: t`Look at who else writes to this folder, then try again.`,
      };
    case 'several':
      return {
        title: t`The target already exists`,
        explanation: t`What is there stays, whatever the rule for existing names.`,
        action: t`Each file says what it is. Move it away and try again, or transfer to another place.`,
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
      ? t`${target} is a symbolic link, and a folder is needed there. Links are not followed.`
      : t`${target} is a file, and a folder is needed there.`;
  }
  if (c.what === 'folder') return t`${target} is a folder. No file replaces one.`;
  return t`${target} is a link or a special file. No file replaces one.`;
}

function sizes(c: ErrorContext): string {
  const [planned, now] = [c.plannedBytes, c.nowBytes];
  if (typeof planned !== 'number' || typeof now !== 'number' || planned === now) return '';
  return t` (${formatBytes(planned)} before, ${formatBytes(now)} now)`;
}
