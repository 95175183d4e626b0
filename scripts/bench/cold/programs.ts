// The command lines by which each program does a work, with equal verification.
import { join } from 'node:path';
import { emulatorAccountKey, emulatorAccountName } from '../../../electron/testing/azurite';
import { blobEndpointOf, sharedAccess, tunedFlags } from '../peer-subject';
import { container } from '../task';
import { filesIn, type Action } from './works';

/** `before`: another build of Stowage. */
export type ProgramId = 'stowage' | 'before' | 'sdk' | 'rclone-tuned' | 'azcopy';

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

export interface Run {
  readonly action: Action;
  readonly connectionString: string;
  /** Folder with the files to upload, and where downloads and exports go. */
  readonly source: string;
  readonly target: string;
  /** New for each run: a state folder, and a prefix of names. */
  readonly scratch: string;
  readonly prefix: string;
  /** The job to resume; empty for other actions. */
  readonly jobId: string;
}

export interface Builds {
  readonly stowage: string;
  readonly before: string | null;
  readonly sdkScript: string;
}

/** More files than a script of the SDK can upload in a reasonable time. */
const tooManyForSdk = 20_000;

/** Null if the program cannot do that work. */
export function commandOf(id: ProgramId, run: Run, builds: Builds): Command | null {
  switch (id) {
    case 'stowage':
      return stowageCommand(builds.stowage, run);
    case 'before':
      // Versions before 2026-11-30 have no `count`.
      return builds.before === null || run.action.kind === 'count' ? null : stowageCommand(builds.before, run);
    case 'sdk':
      return sdkCommand(builds.sdkScript, run);
    case 'rclone-tuned':
      return rcloneCommand(run);
    case 'azcopy':
      return azcopyCommand(run);
  }
}

function stowageCommand(script: string, run: Run): Command {
  const environment = { STOWAGE_CONNECTION_STRING: run.connectionString };
  const args = [...stowageArguments(run), ...(run.action.kind === 'version' ? [] : ['--state-dir', run.scratch])];
  return { program: process.execPath, args: [script, ...args], environment };
}

function stowageArguments({ action, source, target, prefix, jobId }: Run): readonly string[] {
  switch (action.kind) {
    case 'upload':
      return ['upload', source, `${container}/${prefix}/`, '--overwrite=always'];
    case 'dry-run':
      return ['upload', source, `${container}/${prefix}/`, '--dry-run'];
    case 'resume':
      return ['jobs', 'resume', jobId];
    case 'download':
      return ['download', `${container}/${action.tree.name}/`, target];
    case 'print':
      return ['query', 'typed'];
    case 'export':
      return ['export', 'typed', join(target, `rows.${action.format}`)];
    case 'count':
      return ['count', 'typed'];
    case 'version':
      return ['--version'];
    case 'connections':
      return ['connections', 'list'];
  }
}

/** The SDK verifies nothing, and its exports are JSON Lines whatever ours are. */
function sdkCommand(script: string, { action, connectionString, source, target, prefix }: Run): Command | null {
  const command = (...parts: readonly string[]): Command => ({
    program: process.execPath,
    args: [script, connectionString, ...parts],
  });
  switch (action.kind) {
    case 'upload':
      return filesIn(action.tree) > tooManyForSdk ? null : command('upload', source, prefix);
    case 'download':
      return filesIn(action.tree) > tooManyForSdk ? null : command('download', `${action.tree.name}/`, target);
    case 'print':
      return command('print');
    case 'export':
      return command('export', join(target, 'rows.jsonl'));
    case 'count':
      return command('count');
    case 'dry-run':
    case 'resume':
    case 'version':
    case 'connections':
      return null;
  }
}

function rcloneCommand(run: Run): Command | null {
  const args = rcloneArguments(run);
  if (args === null) return null;
  const environment = {
    RCLONE_CONFIG: '',
    RCLONE_CONFIG_BENCH_TYPE: 'azureblob',
    RCLONE_CONFIG_BENCH_ACCOUNT: emulatorAccountName,
    RCLONE_CONFIG_BENCH_KEY: emulatorAccountKey,
    RCLONE_CONFIG_BENCH_ENDPOINT: blobEndpointOf(run.connectionString),
  };
  return { program: 'rclone', args, environment };
}

function rcloneArguments({ action, source, target, prefix }: Run): readonly string[] | null {
  const flags = ['--azureblob-no-check-container', ...tunedFlags];
  switch (action.kind) {
    case 'upload':
      return ['copy', source, `bench:${container}/${prefix}`, ...flags];
    case 'dry-run':
      return ['copy', source, `bench:${container}/${prefix}`, '--azureblob-no-check-container', '--dry-run', '--quiet'];
    case 'download':
      return ['copy', `bench:${container}/${action.tree.name}`, target, ...flags];
    case 'version':
      return ['version'];
    case 'connections':
      return ['listremotes'];
    default:
      return null;
  }
}

function azcopyCommand({ action, connectionString, source, target, scratch, prefix }: Run): Command | null {
  const at = (path: string): string => `${blobEndpointOf(connectionString)}/${container}/${path}?${sharedAccess()}`;
  const environment = { AZCOPY_LOG_LOCATION: scratch, AZCOPY_JOB_PLAN_LOCATION: scratch };
  const common = ['--recursive', '--log-level=NONE'];
  switch (action.kind) {
    case 'upload': {
      const args = ['copy', source, at(prefix), '--from-to=LocalBlob', '--put-md5', ...common];
      return { program: 'azcopy', args, environment };
    }
    case 'download': {
      const args = [
        'copy',
        at(action.tree.name),
        target,
        '--from-to=BlobLocal',
        '--check-md5=FailIfDifferent',
        ...common,
      ];
      return { program: 'azcopy', args, environment };
    }
    case 'version':
      return { program: 'azcopy', args: ['--version'], environment };
    default:
      return null;
  }
}
