// Where a run was measured, as far as it explains the figures, and without anything that is secret.
import { cpus, totalmem } from 'node:os';
import type { RunEnvironment } from '@shared/lab/run';
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
    target: isLocal(descriptor) ? 'emulator' : `azure ${descriptor.accountName}`,
    connection,
    credential: descriptor.credential.kind,
  };
}

/** Plain http to this machine: an embedded store or an emulator. */
export function isLocal({ endpoints }: AccountDescriptor): boolean {
  return Object.values(endpoints).every((endpoint) => {
    const { protocol, hostname } = new URL(endpoint);
    return protocol === 'http:' && /^(?:127(?:\.\d+){3}|localhost|\[::1\])$/.test(hostname);
  });
}
