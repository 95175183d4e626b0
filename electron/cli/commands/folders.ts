// `stowage folders` and `stowage acl`: real folders and access lists of accounts with a hierarchical namespace.
import { formatAccessList, parseAccessList } from '@shared/blob-details/access-list';
import { StowageError, invalidInput } from '@shared/errors';
import type { AccessMode, AccessProgress } from '@shared/model/access-control';
import { textOfNamedFile } from '../named-file';
import { exitCodes } from '../exit-codes';
import { counted } from '../numbers';
import { parseRemotePath } from '../remote-path';
import type { CommandAction, Session } from '../session';
import { goOnCommand } from './go-on-command';

export function createFolder(path: string): CommandAction {
  return async ({ engine, output, signal, connectionId }) => {
    const { container, path: folder } = folderIn(path);
    const input = { connectionId: await connectionId(), container, path: folder };
    const { through } = await engine.calls['folders.create'](input, { signal });
    output.record({ created: `${container}/${folder}`, through }, `Created the folder ${container}/${folder}.`);
    if (through === 'blob') output.info(blobInstead);
    return exitCodes.done;
  };
}

export const blobInstead =
  'The Data Lake (dfs) endpoint cannot be reached, so this was done through the blob endpoint.';

export function moveFolder(from: string, to: string): CommandAction {
  return async ({ engine, output, signal, connectionId }) => {
    const source = folderIn(from);
    const target = folderIn(to);
    const input = { connectionId: await connectionId(), ...source, to: target };
    await engine.calls['folders.rename'](input, { signal });
    const [old, named] = [source, target].map(({ container, path }) => `${container}/${path}`);
    output.record({ moved: old, to: named }, `Moved ${old} to ${named}.`);
    return exitCodes.done;
  };
}

export function getAccess(path: string): CommandAction {
  return async ({ engine, output, signal, connectionId }) => {
    const at = pathIn(path);
    const access = await engine.calls['access.read']({ connectionId: await connectionId(), ...at }, { signal });
    const { isFolder, owner, group, permissions, entries } = access;
    const acl = formatAccessList(entries);
    output.record(
      { path: `${at.container}/${at.path}`, kind: isFolder ? 'folder' : 'file', owner, group, permissions, acl },
      [`owner        ${owner}`, `group        ${group}`, `permissions  ${permissions}`, ...acl.split(',')].join('\n'),
    );
    return exitCodes.done;
  };
}

export interface SetAccessOptions {
  readonly acl?: string;
  readonly aclFile?: string;
  readonly owner?: string;
  readonly group?: string;
  readonly mode?: AccessMode;
  readonly recursive?: boolean;
  readonly continueAt?: string;
}

export function setAccess(path: string, options: SetAccessOptions): CommandAction {
  return async (session) => {
    const { engine, output, signal, connectionId } = session;
    const { owner, group, recursive = false, mode = 'set' } = options;
    const at = pathIn(path);
    const text = await listText(options);
    if (text === undefined && owner === undefined && group === undefined) {
      throw invalidInput('acl set', 'nothing was given to set.', 'Add --acl, --acl-file, --owner or --group.');
    }
    if (recursive && text === undefined) {
      throw invalidInput('--recursive', 'only entries are set recursively.', 'Add --acl or --acl-file.');
    }
    if (recursive && (owner !== undefined || group !== undefined)) {
      throw invalidInput('--recursive', 'the service sets owner and group one path at a time.', 'Set them without it.');
    }
    if (!recursive && mode !== 'set') {
      throw invalidInput(
        '--mode',
        `${mode} is possible with --recursive only.`,
        'Add --recursive, or give the whole list.',
      );
    }
    const form = mode === 'set' ? 'complete' : mode === 'remove' ? 'identifiers' : 'some';
    const entries = text === undefined ? undefined : [...parseAccessList(text, form)];
    const target = { connectionId: await connectionId(), ...at };
    if (entries === undefined || !recursive) {
      await engine.calls['access.write']({ ...target, owner, group, entries }, { signal });
      output.record({ changed: `${at.container}/${at.path}` }, `Changed the access to ${at.container}/${at.path}.`);
      return exitCodes.done;
    }
    const continuation = options.continueAt;
    return apply(session, path, options, {
      ...target,
      mode,
      entries,
      ...(continuation === undefined ? {} : { continuation }),
    });
  };
}

type ApplyInput = Parameters<Session['engine']['streams']['access.apply']>[0];

/** What was changed before an interruption stays; the command that goes on from there is printed. */
async function apply(session: Session, path: string, options: SetAccessOptions, input: ApplyInput): Promise<number> {
  const { engine, output, signal } = session;
  let last: AccessProgress = { folders: 0, files: 0, failedCount: 0, failed: [], continuation: '', state: 'running' };
  const report = (): void => {
    const { folders, files, failed, failedCount, continuation } = last;
    const done = `${counted(folders, 'folder')} and ${counted(files, 'file')}`;
    output.record(
      { summary: { folders, files, failedCount, failed, ...(continuation === '' ? {} : { continuation }) } },
      `Changed the access to ${done}.`,
    );
    for (const { name, message } of failed) output.info(`${name}: ${message}`);
    if (failedCount > failed.length) output.info(`and ${failedCount - failed.length} more`);
  };
  try {
    await engine.streams['access.apply'](input, {
      signal,
      push: (progress) => {
        last = progress;
        output.progress(`${counted(progress.folders + progress.files, 'path')} changed`);
      },
    });
  } catch (thrown) {
    if (last.folders + last.files + last.failedCount > 0) report();
    if (last.continuation !== '' && StowageError.from(thrown).kind !== 'invalid') {
      const given = [
        ...(options.acl === undefined ? [] : ['--acl', options.acl]),
        ...(options.aclFile === undefined ? [] : ['--acl-file', options.aclFile]),
        ...(options.mode === undefined ? [] : ['--mode', options.mode]),
      ];
      const again = ['acl', 'set', path, '--recursive', ...given, '--continue-at', last.continuation];
      output.info(`Go on with: ${goOnCommand(again, session)}`);
    }
    throw thrown;
  }
  report();
  return last.failedCount > 0 ? exitCodes.someFailed : exitCodes.done;
}

async function listText({ acl, aclFile }: SetAccessOptions): Promise<string | undefined> {
  if (aclFile === undefined) return acl;
  if (acl !== undefined) throw invalidInput('--acl-file', '--acl was given too.', 'Use one of the two.');
  return textOfNamedFile('--acl-file', aclFile);
}

/** The container itself has an empty path. */
function pathIn(text: string): { readonly container: string; readonly path: string } {
  const { container, rest } = parseRemotePath(text);
  return { container, path: rest.replace(/\/$/u, '') };
}

function folderIn(text: string): { readonly container: string; readonly path: string } {
  const found = pathIn(text);
  if (found.path !== '') return found;
  throw invalidInput('CONTAINER/PATH', `"${text}" is only a container.`, `Write ${found.container}/FOLDER.`);
}
