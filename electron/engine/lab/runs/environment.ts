// The environment of a run, to the extent that it explains the figures, and without secrets.
import { cpus, totalmem } from 'node:os';
import { isBilled } from '@shared/cost/billing';
import type { TargetFacts } from './dry-run';
import type { RunEnvironment } from '@shared/lab/run';
import { isThisMachine } from '@shared/model/endpoint-address';
import manifest from '../../../../package.json';
import type { AccountDescriptor } from '../../azure/account';

export function environmentOf(descriptor: AccountDescriptor, connection: string): RunEnvironment {
  const processors = cpus();
  return {
    appVersion: manifest.version,
    node: process.versions.node,
    platform: process.platform,
    arch: process.arch,
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cpuCount: processors.length,
    memoryBytes: totalmem(),
    target: isLocal(descriptor) ? 'emulator' : `${serviceOf(descriptor)} ${descriptor.accountName}`,
    connection,
    credential: descriptor.credential.kind,
  };
}

export function targetOf(descriptor: AccountDescriptor): TargetFacts {
  return { kind: isLocal(descriptor) ? 'local' : 'azure', isBilled: isBilled(descriptor) };
}

function serviceOf({ credential }: AccountDescriptor): 'azure' | 's3' {
  return credential.kind === 's3' ? 's3' : 'azure';
}

/** Plain http to this machine: an embedded store or an emulator. */
function isLocal({ endpoints }: AccountDescriptor): boolean {
  return Object.values(endpoints).every((endpoint) => {
    const { protocol, hostname } = new URL(endpoint);
    return protocol === 'http:' && isThisMachine(hostname);
  });
}
