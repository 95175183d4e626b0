// The texts for local files, alone and compared with their blobs.
import type { ErrorContext } from '../errors';
import { formatBytes, formatCount } from '../units';
import { t } from '../strings/t';
import { because, capital, object, quoted } from './phrases';
import type { MessagesOf } from './wording';

export const localMessages: MessagesOf<'local' | 'verify'> = {
  'local.not-found': (c) =>
    c.folder === 'missing'
      ? {
          title: t`Folder not found`,
          explanation: t`${quoted(c, 'path', t`The folder`)} does not exist, or its drive is not connected.`,
          action: t`Create the folder, reconnect the drive, or choose another folder.`,
        }
      : {
          title: t`File not found`,
          ...(isNoText(c.path)
            ? {
                explanation: t`The name of ${quoted(c, 'path', t`The file`)} contains bytes that are not valid UTF-8, so it cannot be opened.`,
                action: t`Rename the file and try again.`,
              }
            : {
                explanation: t`${quoted(c, 'path', t`The file`)} does not exist, or its drive is not connected.`,
                action: t`Check the name or restore the file, then try again.`,
              }),
        },
  'local.denied': (c) => {
    if (c.what === 'special') {
      return {
        title: t`Not a file`,
        explanation: t`${quoted(c, 'path', t`The path`)} is ${specialType(c)}, so it cannot be uploaded.`,
        action:
          c.type === 'pipe' || c.type === 'device'
            ? t`Specify a file or a folder. On the command line, - uploads standard input.`
            : t`Choose a file or a folder.`,
      };
    }
    if (c.systemCode === 'EROFS') {
      return {
        title: t`The disk is read-only`,
        explanation: t`${quoted(c, 'path', t`The file or folder`)} is on a disk that is mounted read-only.`,
        action: t`Choose a location on another disk, or make this disk writable, then try again.`,
      };
    }
    if (c.systemCode === 'EISDIR') {
      return {
        title: t`A folder, not a file`,
        explanation: t`${quoted(c, 'path', t`The path`)} is a folder; a file is required.`,
        action: t`Choose another file.`,
      };
    }
    return c.folder === 'not-made'
      ? {
          title: t`The folder cannot be created`,
          explanation: t`${quoted(c, 'path', t`The folder`)} does not exist, and the file system does not allow it to be created.`,
          action: t`Choose another folder, or create this one another way.`,
        }
      : {
          title: t`Permission denied`,
          explanation: t`${quoted(c, 'path', t`The file or folder`)} cannot be opened, or another program is using it.`,
          action: t`Check its permissions, or close it in the other program, then try again.`,
        };
  },
  'local.disk-full': (c) =>
    typeof c.neededBytes === 'number' && typeof c.freeBytes === 'number'
      ? {
          title: t`Not enough disk space to drag out`,
          explanation: t`It is downloaded to ${quoted(c, 'path', t`a folder of the app`)} first. It needs ${formatBytes(c.neededBytes)}, but that disk has ${formatBytes(c.freeBytes)} free. Nothing was downloaded.`,
          action: t`Free up disk space, or download it to another disk.`,
        }
      : {
          title: t`The disk is full`,
          explanation: t`There is not enough space for ${quoted(c, 'path', t`the download`)}. Files already stored are kept.`,
          action:
            typeof c.rejects === 'string'
              ? t`Free up disk space, then write the rejected rows again.`
              : t`Free up disk space, then try again.`,
        },
  'local.io': (c) => {
    if (c.what === 'file-manager') {
      return {
        title: t`The folder could not be shown`,
        explanation: t`The system has no program to show ${quoted(c, 'path', t`the folder`)}, or that program failed.`,
        action: t`Install a file manager, or open the folder yourself.`,
      };
    }
    if (c.what === 'unknown-size') {
      return {
        title: t`The size of the file is unknown`,
        explanation: t`${quoted(c, 'path', t`The file`)} has content although the system lists it as empty, as it does files in /proc.`,
        action: t`Copy it to a folder on a disk and upload the copy. On the command line, pass it on standard input: stowage copy - TARGET < FILE.`,
      };
    }
    if (c.what === 'working-folder') {
      return {
        title: t`The working folder is gone`,
        explanation: t`The folder in which the command was started has been deleted or moved.`,
        action: t`Change to a folder that exists, then try again.`,
      };
    }
    switch (c.systemCode) {
      case 'ELOOP':
        return {
          title: t`Circular symbolic link`,
          explanation: t`${quoted(c, 'path', t`The path`)} is a symbolic link that points back to itself, so there is no file.`,
          action: t`Choose the file or folder itself.`,
        };
      case 'EMFILE':
      case 'ENFILE':
        return {
          title: t`Too many open files`,
          explanation: t`${quoted(c, 'path', t`A file`)} could not be opened: the system’s limit of open files is reached${because(c, 'systemCode')}.`,
          action: t`Raise the limit (ulimit -n) or close other programs, then try again.`,
        };
      case 'EFBIG':
        return {
          title: t`The file is too large for this disk`,
          explanation: t`${quoted(c, 'path', t`The file`)} is larger than the file system or the user’s limit (ulimit -f) allows. The limit of FAT32 is 4 GiB.`,
          action: t`Choose a location on another disk, or raise the limit, then try again.`,
        };
      case 'ENAMETOOLONG':
        return {
          title: t`The path is too long`,
          explanation: t`The path of ${quoted(c, 'path', t`The file or folder`)} is longer than this system allows.`,
          action: t`Choose a folder with a shorter path.`,
        };
      case 'ESTALE':
      case 'ENOTCONN':
      case 'EHOSTDOWN':
      case 'EHOSTUNREACH':
        return {
          title: t`The network drive is disconnected`,
          explanation: t`${quoted(c, 'path', t`The file or folder`)} is on a network drive that is no longer connected${because(c, 'systemCode')}.`,
          action: t`Reconnect the drive, then try again.`,
        };
      default:
        return {
          title: t`Read or write error`,
          explanation: t`The file system reported an error${because(c, 'systemCode')} at ${quoted(c, 'path', t`a file`)}.`,
          action: t`Check the drive, then try again.`,
        };
    }
  },
  'local.checksum': (c) => ({
    title: t`Checksum mismatch`,
    explanation:
      c.path === 'standard output'
        ? t`The content of ${quoted(c, 'blob', t`the blob`)} does not match the MD5 stored with it, but was already written to standard output. Do not use it.`
        : t`The content of ${quoted(c, 'blob', t`the blob`)} does not match the MD5 stored with it. It was set aside and not saved under its final name.`,
    action: t`Download it again. If it happens again, the stored checksum is wrong.`,
  }),

  'verify.missing-here': (c) => ({
    title: t`Missing locally`,
    explanation: t`${capital(object(c, t`the blob`))} has no file on this computer.`,
    action: t`Download it, or ignore this if it was removed on purpose.`,
  }),
  'verify.missing-there': (c) => ({
    title: t`Missing in the container`,
    explanation: t`There is no ${object(c, 'blob')} for the file on this computer.`,
    action: t`Upload it, or ignore this if it was deleted on purpose.`,
  }),
  'verify.missing-source': (c) => ({
    title: t`Missing in source`,
    explanation: t`${capital(object(c, t`the copy`))} exists, but its source does not.`,
    action: t`Ignore this if the source was deleted on purpose.`,
  }),
  'verify.missing-copy': (c) => ({
    title: t`The copy is missing`,
    explanation: t`There is no ${object(c, 'blob')} any more, but its source still exists.`,
    action: t`Copy it again, or ignore this if it was deleted on purpose.`,
  }),
  'verify.length': (c) => ({
    title: t`Different length`,
    explanation: t`${otherSide(c)} and ${object(c, t`the blob`)} differ in length${lengths(c)}.`,
    action: t`Replace the wrong one with the correct one.`,
  }),
  'verify.content': (c) => ({
    title: t`Different content`,
    explanation: t`${otherSide(c)} and ${object(c, t`the blob`)} have the same length but different content.`,
    action: t`Replace the wrong one with the correct one.`,
  }),
  'verify.no-md5': (c) => ({
    title: t`Cannot be compared by hash`,
    explanation:
      c.source === undefined
        ? t`No MD5 is stored with ${object(c, t`the blob`)}. Its length matches the file; the content was not compared.`
        : t`No MD5 is stored with both ${object(c, t`the blob`)} and its source. Their lengths match; the content was not compared.`,
    action: t`Read it in full to compare the content.`,
  }),
};

function specialType(c: ErrorContext): string {
  switch (c.type) {
    case 'pipe':
      return t`a pipe`;
    case 'socket':
      return t`a socket`;
    case 'device':
      return t`a device`;
    default:
      return t`neither a file nor a folder`;
  }
}

function otherSide(c: ErrorContext): string {
  return c.source === undefined ? t`The file` : t`The source`;
}

function lengths(c: ErrorContext): string {
  const { hereBytes, thereBytes } = c;
  if (typeof hereBytes !== 'number' || typeof thereBytes !== 'number') return '';
  return t`: ${formatCount(hereBytes)} bytes here, ${formatCount(thereBytes)} there`;
}

/** Bytes of a name that are not valid text become replacement characters, and the result no longer names a file. */
function isNoText(path: ErrorContext[string] | undefined): boolean {
  return typeof path === 'string' && path.includes('\uFFFD');
}
