// The words for what the present state does not allow.
import type { ErrorContext } from '../errors';
import { formatBytes } from '../units';
import { account, because, capital, object, quoted, what } from './phrases';
import type { WordsOf } from './wording';

export const conflictWords: WordsOf<'conflict'> = {
  'conflict.exists': (c) => ({
    title: 'Already exists',
    explanation: `${capital(object(c, 'What you want to create'))} already exists.`,
    action: 'Choose another name, or open the existing one.',
  }),
  'conflict.being-deleted': (c) => ({
    title: 'Still being deleted',
    explanation: `The service is still deleting ${object(c, 'something with that name')}. This takes up to a few minutes.`,
    action: 'Try again in a moment, or use another name.',
  }),
  'conflict.etag-changed': (c) => ({
    title: 'Changed by somebody else',
    explanation: `${capital(object(c, 'The item'))} was changed after you read it. Nothing was overwritten.`,
    action: 'Compare both versions and decide which one to keep.',
  }),
  'conflict.blob-changed': (c) => ({
    title: 'The blob changed during the download',
    explanation: `${quoted(c, 'blob', 'The blob')} was overwritten while it was read. Parts of two versions are never mixed.`,
    action: 'Start the download again.',
  }),
  'conflict.source-changed': (c) =>
    typeof c.problem === 'string'
      ? {
          title: 'The source changed meanwhile',
          explanation: capital(c.problem),
          action: 'Try again when nobody writes to it.',
        }
      : {
          title: 'The file changed during the upload',
          explanation: `${quoted(c, 'source', 'The file')} was changed while it was read${sizes(c)}. Nothing was committed.`,
          action: 'Upload it again when nobody writes to it.',
        },
  'conflict.target-exists': (c) => ({
    title: 'The target already exists',
    explanation: `${quoted(c, 'path', 'A file or blob of that name')} is already there and was not replaced.`,
    action: 'Choose whether to replace it, or transfer to another place.',
  }),
  'conflict.leased': (c) => ({
    title: 'Leased',
    explanation: `${capital(object(c, 'The blob'))} has an active lease that somebody else holds.`,
    action: 'Wait until the lease ends, or break it.',
  }),
  'conflict.public-access-off': (c) => ({
    title: 'Public access is switched off',
    explanation: `${account(c)} allows no anonymous access to any of its containers. Nothing was changed.`,
    action: 'Allow it in the configuration of the account first, or hand out a shared access signature instead.',
  }),
  'conflict.archived': (c) => ({
    title: 'Archived',
    explanation: `${quoted(c, 'blob', 'The blob')} is in the archive tier and cannot be read there.`,
    action: 'Rehydrate it to the hot or cool tier first. This can take hours.',
  }),
  'conflict.blocks-lost': (c) => ({
    title: 'Uploaded blocks are gone',
    explanation: `The service no longer has all blocks of ${quoted(c, 'blob', 'the blob')}. They expire after a week, and another upload to the same name discards them.`,
    action: 'Start the upload again.',
  }),
  'conflict.read-only': (c) => ({
    title: 'This connection is read-only',
    explanation: `${quoted(c, 'connection', 'The connection')} is marked as production and locked.`,
    action: 'Unlock it in the navigator to write, then lock it again.',
  }),
  'conflict.other': (c) => ({
    title: 'Not possible in the present state',
    explanation:
      typeof c.problem === 'string'
        ? capital(c.problem)
        : `The service refused ${what(c)}${because(c, 'serviceCode')}.`,
    ...(typeof c.problem === 'string' ? {} : { action: 'Refresh, and look at the state of the item.' }),
  }),
};

function sizes(c: ErrorContext): string {
  const [planned, now] = [c.plannedBytes, c.nowBytes];
  if (typeof planned !== 'number' || typeof now !== 'number' || planned === now) return '';
  return ` (${formatBytes(planned)} before, ${formatBytes(now)} now)`;
}
