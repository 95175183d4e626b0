// Other programs that transfer blobs, restarted for every repetition as a user would run them. Measured on request
// only; scripts/bench-peers.mjs documents where they come from.
import {
  generateAccountSASQueryParameters,
  AccountSASPermissions,
  AccountSASResourceTypes,
  AccountSASServices,
  StorageSharedKeyCredential,
} from '@azure/storage-blob';
import { spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { emulatorAccountKey, emulatorAccountName } from '../../electron/testing/azurite';
import { watchProcess } from './process-watch';
import { bigBlob, container, manyPrefix, type PeerId, type Subject, type Task } from './task';

export function peerSubject(task: Task, peer: PeerId, environment: NodeJS.ProcessEnv): Subject {
  let peakMemoryBytes = 0;
  const target = (repetition: number): string => join(task.scratch, String(repetition));
  return {
    run: async (repetition) => {
      await mkdir(target(repetition), { recursive: true });
      const { program, args } = commandOf(task, peer, repetition, target(repetition));
      const startedMs = performance.now();
      const child = spawn(program, [...args], {
        env: { ...process.env, ...environment, ...settingsOf(task) },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let complaint = '';
      child.stderr.on('data', (piece: Buffer) => (complaint += piece.toString('utf8')));
      const watched = watchProcess(child.pid ?? 0);
      const code = await new Promise<number | null>((resolve, reject) => {
        child.once('error', reject);
        child.once('close', resolve);
      });
      const elapsedMs = performance.now() - startedMs;
      const { cpuMs, peakBytes } = watched.stop();
      peakMemoryBytes = Math.max(peakMemoryBytes, peakBytes);
      if (task.scenario !== 'download-many') await rm(target(repetition), { recursive: true, force: true });
      if (code !== 0) throw new Error(`${program} ended with code ${String(code)}: ${complaint.slice(-500)}`);
      return { elapsedMs, cpuMs, loopDelayP99Ms: null };
    },
    end: () => Promise.resolve(peakMemoryBytes),
  };
}

/** What each peer does, for the readers of the report. */
export const peerLabels: Readonly<Record<PeerId, string>> = {
  rclone: 'rclone with its defaults, which hashes a file before it sends it',
  'rclone-tuned': 'rclone with more transfers and larger blocks, and without looking at the target first',
  azcopy: 'AzCopy with --put-md5 or --check-md5',
};

/** The blob endpoint of the bench's servers. */
export function blobEndpointOf(connectionString: string): string {
  return /BlobEndpoint=([^;]+)/u.exec(connectionString)?.[1] ?? '';
}

function settingsOf(task: Task): NodeJS.ProcessEnv {
  return {
    RCLONE_CONFIG_BENCH_TYPE: 'azureblob',
    RCLONE_CONFIG_BENCH_ACCOUNT: emulatorAccountName,
    RCLONE_CONFIG_BENCH_KEY: emulatorAccountKey,
    RCLONE_CONFIG_BENCH_ENDPOINT: blobEndpointOf(task.connectionString),
    RCLONE_CONFIG: '',
  };
}

interface Command {
  readonly program: string;
  readonly args: readonly string[];
}

function commandOf(task: Task, peer: PeerId, repetition: number, target: string): Command {
  const isUp = task.scenario.startsWith('upload');
  const isMany = task.scenario.endsWith('many') || task.scenario === 'upload-mixed';
  const name = `${peer}-${repetition}${isMany ? '-many' : ''}`;
  if (peer === 'azcopy') return azcopyCommand(task, { isUp, isMany, name, target });
  const verb = isMany ? 'copy' : 'copyto';
  const blob = `bench:${container}/`;
  const paths = isUp
    ? [task.source, `${blob}${name}`]
    : isMany
      ? [`${blob}${manyPrefix}`, target]
      : [`${blob}${bigBlob}`, join(target, bigBlob)];
  const checksum = task.scenario === 'upload-file-unverified' ? ['--azureblob-disable-checksum'] : [];
  const tuned = peer === 'rclone' ? [] : tunedFlags;
  return { program: 'rclone', args: [verb, ...paths, '--azureblob-no-check-container', ...checksum, ...tuned] };
}

export const tunedFlags = [
  ...['--transfers=32', '--checkers=32', '--no-check-dest'],
  ...['--azureblob-upload-concurrency=16', '--azureblob-chunk-size=8Mi'],
  ...['--multi-thread-streams=8', '--multi-thread-cutoff=64Mi'],
];

function azcopyCommand(
  task: Task,
  {
    isUp,
    isMany,
    name,
    target,
  }: { readonly isUp: boolean; readonly isMany: boolean; readonly name: string; readonly target: string },
): Command {
  const blob = (path: string): string =>
    `${blobEndpointOf(task.connectionString)}/${container}/${path}?${sharedAccess()}`;
  const paths = isUp ? [task.source, blob(name)] : [blob(isMany ? manyPrefix : bigBlob), target];
  const checks = task.scenario === 'upload-file-unverified' ? [] : [isUp ? '--put-md5' : '--check-md5=FailIfDifferent'];
  const direction = `--from-to=${isUp ? 'LocalBlob' : 'BlobLocal'}`;
  const recursive = isMany ? ['--recursive'] : [];
  return { program: 'azcopy', args: ['copy', ...paths, direction, ...checks, ...recursive, '--log-level=NONE'] };
}

export function sharedAccess(): string {
  const hour = 3_600_000;
  return generateAccountSASQueryParameters(
    {
      services: AccountSASServices.parse('b').toString(),
      resourceTypes: AccountSASResourceTypes.parse('sco').toString(),
      permissions: AccountSASPermissions.parse('rwdlac'),
      startsOn: new Date(Date.now() - hour),
      expiresOn: new Date(Date.now() + hour),
    },
    new StorageSharedKeyCredential(emulatorAccountName, emulatorAccountKey),
  ).toString();
}
