// Creating and deleting containers. Names are checked here, because emulators accept what the service refuses.
import { StowageError } from '@shared/errors';
import type { Account } from '../azure/account';

/** Throws `invalid.name`, `conflict.exists`, `conflict.being-deleted`. A lost reply is settled by reading back. */
export async function createContainer(account: Account, container: string, signal?: AbortSignal): Promise<void> {
  assertContainerName(container);
  try {
    await request(account, 'CreateContainer', 'PUT', container, signal);
  } catch (error) {
    if (!isLostReply(error) || !(await containerExists(account, container, signal))) throw error;
  }
}

/** Throws `not-found.container`. A lost reply is settled by reading back. */
export async function deleteContainer(account: Account, container: string, signal?: AbortSignal): Promise<void> {
  try {
    await request(account, 'DeleteContainer', 'DELETE', container, signal);
  } catch (error) {
    if (!isLostReply(error) || (await containerExists(account, container, signal))) throw error;
  }
}

const containerName = /^(?:[a-z0-9](?:[a-z0-9]|-(?=[a-z0-9])){2,62}|\$root|\$web|\$logs)$/u;

/** The service's rules: 3 to 63 of lower-case letters, digits and single inner dashes. */
export function assertContainerName(container: string): void {
  if (containerName.test(container)) return;
  const problem =
    'is not 3 to 63 lower-case letters, digits and single dashes, starting and ending with a letter or digit';
  throw new StowageError('invalid.name', `The container name ${problem}.`, {
    context: { kind: 'container', name: container, problem },
  });
}

async function containerExists(account: Account, container: string, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await request(account, 'GetContainerProperties', 'HEAD', container, signal);
    return true;
  } catch (error) {
    if (error instanceof StowageError && error.kind === 'notFound') return false;
    throw error;
  }
}

async function request(
  account: Account,
  operation: string,
  method: 'PUT' | 'DELETE' | 'HEAD',
  container: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  await account.send({
    service: 'blob',
    operation,
    method,
    path: `/${encodeURIComponent(container)}`,
    resource: container,
    query: { restype: 'container' },
    replay: method === 'HEAD' ? 'safe' : 'unsafe',
    signal,
  });
}

function isLostReply(error: unknown): boolean {
  return error instanceof StowageError && (error.kind === 'network' || error.code === 'throttled.server-error');
}
