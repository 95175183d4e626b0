// The texts for things that do not exist or no longer exist.
import type { ErrorContext } from '../errors';
import { t } from '../strings/t';
import { account, container, named, quoted, text, what } from './phrases';
import type { ErrorMessage, MessagesOf } from './wording';

export const missingMessages: MessagesOf<'not-found'> = {
  'not-found.connection': (c) => ({
    title: t`Connection not found`,
    explanation: t`There is no saved connection ${quoted(c, 'connection', t`of that name`)}.`,
    action:
      c.saved === undefined ? t`Choose another connection, or add this one.` : t`Use one of ${text(c, 'saved', '')}.`,
  }),
  'not-found.identity': () => ({
    title: t`Not signed in`,
    explanation: t`The identity of this connection is no longer signed in on this computer.`,
    action: t`Sign in, and choose the identity in the connection.`,
  }),
  'not-found.table': (c) => missing(t`Table`, quoted(c, 'table', t`with that name`), account(c)),
  'not-found.entity': (c) => ({
    title: t`Entity not found`,
    explanation: t`${named(c, 'table', t`Table`)} has no entity with these keys. It may have been deleted.`,
    action: c.operation === 'GetEntity' ? t`Check both keys: they are case-sensitive.` : t`Run the query again.`,
  }),
  'not-found.container': (c) =>
    missing(c.store === 's3' ? t`Bucket` : t`Container`, quoted(c, 'container', t`with that name`), account(c)),
  'not-found.blob': (c) =>
    missingForMove(c) ??
    (c.requested === 'exactly'
      ? {
          title: t`Blob not found`,
          explanation: t`There is no blob or folder ${quoted(c, 'blob', t`of these names`)}${inContainer(c)}.`,
          action: t`Check the name: names are case-sensitive.`,
        }
      : {
          title: t`Blob not found`,
          explanation: t`${quoted(c, 'blob', t`The blob`)} no longer exists${inContainer(c)}.`,
          action: t`Refresh the list.`,
        }),
  'not-found.job': (c) =>
    c.path === undefined
      ? {
          title: t`Transfer not found`,
          explanation: t`${quoted(c, 'job', t`The transfer`)} is not in the list. It may have been removed.`,
        }
      : {
          title: t`Nothing to resume`,
          explanation: t`There is no interrupted work saved for ${quoted(c, 'path', '')} and this table.`,
          action: t`Start from the beginning.`,
        },
  'not-found.session': () => ({
    title: t`The query has ended`,
    explanation: t`The engine no longer has its pages.`,
    action: t`Run the query again.`,
  }),
  'not-found.source': (c) =>
    c.what === 'dragged'
      ? {
          title: t`The downloaded files are gone`,
          explanation: t`They were stored in a folder of the app for dragging out and no longer exist. Nothing was handed over.`,
          action: t`Drag again to download them again.`,
        }
      : {
          title: t`The selected file is no longer available`,
          explanation: t`Selected and dropped files are remembered only while the window is open.`,
          action: t`Select or drop it again.`,
        },
  'not-found.resource': (c) =>
    c.run === undefined
      ? {
          title: t`Not found`,
          explanation: t`${account(c)} has nothing at the address of ${what(c)}.`,
          action: t`Refresh, and check the endpoint of the connection.`,
        }
      : {
          title: t`Run not found`,
          explanation: t`${quoted(c, 'run', '')} is neither a saved lab run nor the folder or file of one.`,
          action: t`Check the name. The run may have been removed.`,
        },
};

/** The context of a move or a creation names the target, which is not what is missing. */
function missingForMove(c: ErrorContext): ErrorMessage | null {
  const target = quoted(c, 'blob', t`the new name`);
  if (c.serviceCode === 'SourcePathNotFound' || (c.operation === 'RenamePath' && c.serviceCode === 'PathNotFound')) {
    return {
      title: t`The source no longer exists`,
      explanation: t`The file or folder that was to become ${target}${inContainer(c)} does not exist. Nothing was moved.`,
      action: t`Refresh the source folder and check the name: names are case-sensitive.`,
    };
  }
  if (c.serviceCode === 'RenameDestinationParentPathNotFound' || c.operation === 'CreatePath') {
    return {
      title: t`Target folder not found`,
      explanation: t`The folder that was to contain ${target}${inContainer(c)} does not exist.`,
      action: t`Create that folder first, or choose another one.`,
    };
  }
  return null;
}

function missing(kind: string, name: string, owner: string): ErrorMessage {
  return {
    title: t`${kind} not found`,
    explanation: t`${owner} has no ${kind.toLowerCase()} ${name}.`,
    action: t`Check the name, as it may have been deleted or renamed, or create it.`,
  };
}

function inContainer(c: ErrorContext): string {
  return c.container === undefined ? '' : t` in ${container(c)}`;
}
