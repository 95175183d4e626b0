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
          explanation: t`${quoted(c, 'path', t`The folder`)} does not exist, or its drive is gone.`,
          action: t`Make it or bring it back, or choose another folder.`,
        }
      : {
          title: t`File not found`,
          ...(isNoText(c.path)
            ? {
                explanation: t`The name of ${quoted(c, 'path', t`The file`)} holds bytes that are no UTF-8 text, so it cannot be opened by it.`,
                action: t`Rename the file and try again.`,
              }
            : {
                explanation: t`${quoted(c, 'path', t`The file`)} does not exist, or its drive is gone.`,
                action: t`Check its name, or bring it back, and try again.`,
              }),
        },
  'local.denied': (c) => {
    if (c.what === 'special') {
      return {
        title: t`Not a file`,
        explanation: t`${quoted(c, 'path', t`What was named`)} is ${specialType(c)}, so it cannot be uploaded.`,
        action:
          c.type === 'pipe' || c.type === 'device'
            ? t`Name a file or a folder. On the command line, - uploads standard input.`
            : t`Name a file or a folder.`,
      };
    }
    if (c.systemCode === 'EROFS') {
      return {
        title: t`The disk is read-only`,
        explanation: t`${quoted(c, 'path', t`The file or folder`)} is on a disk that takes no changes: it is mounted read-only.`,
        action: t`Choose a place on another disk, or make this one writable, then try again.`,
      };
    }
    if (c.systemCode === 'EISDIR') {
      return {
        title: t`A folder, not a file`,
        explanation: t`${quoted(c, 'path', t`What was named`)} is a folder, and a file is needed there.`,
        action: t`Choose another file.`,
      };
    }
    return c.folder === 'not-made'
      ? {
          title: t`The folder cannot be made`,
          explanation: t`${quoted(c, 'path', t`The folder`)} is not there, and the file system does not let it be made.`,
          action: t`Choose another folder, or make this one by other means.`,
        }
      : {
          title: t`No permission on this machine`,
          explanation: t`${quoted(c, 'path', t`The file or folder`)} cannot be opened, or another program holds it.`,
          action: t`Check its permissions, close it elsewhere, then try again.`,
        };
  },
  'local.disk-full': (c) =>
    typeof c.neededBytes === 'number' && typeof c.freeBytes === 'number'
      ? {
          title: t`Not enough room to drag it out`,
          explanation: t`It is fetched to ${quoted(c, 'path', t`a folder of the app`)} first. It takes ${formatBytes(c.neededBytes)}, and that disk has ${formatBytes(c.freeBytes)} free. Nothing was fetched.`,
          action: t`Make room there, or download it to another disk.`,
        }
      : {
          title: t`The disk is full`,
          explanation: t`There is no room left for ${quoted(c, 'path', t`the download`)}. What is there already is kept.`,
          action:
            typeof c.rejects === 'string'
              ? t`Make room, then write the rejected rows again.`
              : t`Make room, then try again.`,
        },
  'local.io': (c) => {
    if (c.what === 'file-manager') {
      return {
        title: t`The folder could not be shown`,
        explanation: t`The system has no program that shows ${quoted(c, 'path', t`the folder`)}, or it failed.`,
        action: t`Install a file manager, or open the folder yourself.`,
      };
    }
    switch (c.systemCode) {
      case 'ELOOP':
        return {
          title: t`A link that leads nowhere`,
          explanation: t`${quoted(c, 'path', t`What was named`)} is a symbolic link that leads back to itself, so there is no file behind it.`,
          action: t`Name the file or folder that it should lead to.`,
        };
      case 'EMFILE':
      case 'ENFILE':
        return {
          title: t`Too many files are open`,
          explanation: t`${quoted(c, 'path', t`A file`)} could not be opened: the system allows no more open files${because(c, 'systemCode')}.`,
          action: t`Raise that limit (ulimit -n), or close other programs, then try again.`,
        };
      case 'EFBIG':
        return {
          title: t`The file is too large for this disk`,
          explanation: t`${quoted(c, 'path', t`The file`)} is larger than its file system or a limit of this user (ulimit -f) allows. FAT32 ends at 4 GiB.`,
          action: t`Choose a place on another disk, or raise that limit, then try again.`,
        };
      case 'ENAMETOOLONG':
        return {
          title: t`The path is too long`,
          explanation: t`This system takes no path as long as that of ${quoted(c, 'path', t`The file or folder`)}.`,
          action: t`Choose a folder with a shorter path.`,
        };
      case 'ESTALE':
      case 'ENOTCONN':
      case 'EHOSTDOWN':
      case 'EHOSTUNREACH':
        return {
          title: t`The network drive is gone`,
          explanation: t`${quoted(c, 'path', t`The file or folder`)} is on a drive of the network whose connection is lost${because(c, 'systemCode')}.`,
          action: t`Connect the drive again, then try again.`,
        };
      default:
        return {
          title: t`Reading or writing failed`,
          explanation: t`The file system reported an error${because(c, 'systemCode')} at ${quoted(c, 'path', t`a file`)}.`,
          action: t`Check the drive, then try again.`,
        };
    }
  },
  'local.checksum': (c) => ({
    title: t`The file does not match its checksum`,
    explanation: t`The bytes of ${quoted(c, 'blob', t`the blob`)} differ from the MD5 stored with it. They were set aside, not saved under the final name.`,
    action: t`Download it again. If it stays, the stored checksum is wrong.`,
  }),

  'verify.missing-here': (c) => ({
    title: t`Missing here`,
    explanation: t`${capital(object(c, t`the blob`))} has no file on this machine.`,
    action: t`Download it, or leave it out if it was removed on purpose.`,
  }),
  'verify.missing-there': (c) => ({
    title: t`Missing in the container`,
    explanation: t`There is no ${object(c, 'blob')} for the file on this machine.`,
    action: t`Upload it, or leave it out if it was deleted on purpose.`,
  }),
  'verify.missing-source': (c) => ({
    title: t`Missing at the source`,
    explanation: t`${capital(object(c, t`the copy`))} is there, and what it was copied from is not.`,
    action: t`Nothing, where the source was deleted on purpose.`,
  }),
  'verify.missing-copy': (c) => ({
    title: t`The copy is missing`,
    explanation: t`There is no ${object(c, 'blob')} any more. Its source is still there.`,
    action: t`Copy it again, or leave it out if it was deleted on purpose.`,
  }),
  'verify.length': (c) => ({
    title: t`Different length`,
    explanation: t`${otherSide(c)} and ${object(c, t`the blob`)} differ in length${lengths(c)}.`,
    action: t`Copy the one that is right over the other.`,
  }),
  'verify.content': (c) => ({
    title: t`Different content`,
    explanation: t`${otherSide(c)} and ${object(c, t`the blob`)} have the same length and different bytes.`,
    action: t`Copy the one that is right over the other.`,
  }),
  'verify.no-md5': (c) => ({
    title: t`Cannot be compared by hash`,
    explanation:
      c.source === undefined
        ? t`No MD5 is stored with ${object(c, t`the blob`)}. Its length is that of the file; its bytes were not compared.`
        : t`No MD5 is stored with both ${object(c, t`the blob`)} and its source. Their lengths are the same; their bytes were not compared.`,
    action: t`Read it in full to compare its bytes.`,
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
