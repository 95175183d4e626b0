// The words for files of this machine, alone and beside their blobs.
import type { ErrorContext } from '../errors';
import { because, capital, object, quoted } from './phrases';
import type { WordsOf } from './wording';

export const localWords: WordsOf<'local' | 'verify'> = {
  'local.not-found': (c) => ({
    title: 'File not found',
    explanation: `${quoted(c, 'path', 'The file')} does not exist any more, or its drive is gone.`,
    action: 'Bring it back and try again.',
  }),
  'local.denied': (c) => ({
    title: 'No permission on this machine',
    explanation: `${quoted(c, 'path', 'The file or folder')} cannot be opened, or another program holds it.`,
    action: 'Check its permissions, close it elsewhere, then try again.',
  }),
  'local.disk-full': (c) => ({
    title: 'The disk is full',
    explanation: `There is no room left for ${quoted(c, 'path', 'the download')}. What is there already is kept.`,
    action: 'Make room, then resume.',
  }),
  'local.io': (c) => ({
    title: 'Reading or writing failed',
    explanation: `The file system reported an error${because(c, 'systemCode')} at ${quoted(c, 'path', 'a file')}.`,
    action: 'Check the drive, then try again.',
  }),
  'local.checksum': (c) => ({
    title: 'The file does not match its checksum',
    explanation: `The bytes of ${quoted(c, 'blob', 'the blob')} differ from the MD5 stored with it. They were set aside, not saved under the final name.`,
    action: 'Download it again. If it stays, the stored checksum is wrong.',
  }),

  'verify.missing-here': (c) => ({
    title: 'Missing here',
    explanation: `${capital(object(c, 'the blob'))} has no file on this machine.`,
    action: 'Download it, or leave it out if it was removed on purpose.',
  }),
  'verify.missing-there': (c) => ({
    title: 'Missing in the container',
    explanation: `There is no ${object(c, 'blob')} for the file on this machine.`,
    action: 'Upload it, or leave it out if it was deleted on purpose.',
  }),
  'verify.length': (c) => ({
    title: 'Different length',
    explanation: `The file and ${object(c, 'the blob')} differ in length${lengths(c)}.`,
    action: 'Copy the one that is right over the other.',
  }),
  'verify.content': (c) => ({
    title: 'Different content',
    explanation: `The file and ${object(c, 'the blob')} have the same length and different bytes.`,
    action: 'Copy the one that is right over the other.',
  }),
  'verify.no-md5': (c) => ({
    title: 'Cannot be compared by hash',
    explanation: `No MD5 is stored with ${object(c, 'the blob')}. Its length is that of the file; its bytes were not compared.`,
    action: 'Read it in full to compare its bytes.',
  }),
};

function lengths(c: ErrorContext): string {
  const { hereBytes, thereBytes } = c;
  if (typeof hereBytes !== 'number' || typeof thereBytes !== 'number') return '';
  return `: ${hereBytes.toLocaleString('en-US')} bytes here, ${thereBytes.toLocaleString('en-US')} there`;
}
