// Creating and deleting containers. Names are checked here, because emulators accept names that the service rejects.
import type { ContainerClient } from '@azure/storage-blob';
import { StowageError } from '@shared/errors';
import { t } from '@shared/strings/t';
import type { Account } from '../azure/account';
import { isAfterBusy } from '../azure/failures/after-busy';
import { sdkOptions } from '../azure/sdk/sdk-options';
import { containerPath } from '../azure/container-path';

/** Throws `invalid.name`, `conflict.exists`, `conflict.being-deleted`. A lost reply is resolved by reading back. */
export async function createContainer(account: Account, container: string, signal?: AbortSignal): Promise<void> {
  assertContainerName(container);
  try {
    await (await clientOf(account, container)).create(sdkOptions(signal));
  } catch (error) {
    if (!isLostReply(error) || !(await containerExists(account, container, signal))) throw error;
  }
}

/** Throws `not-found.container`. A lost reply is resolved by reading back. */
export async function deleteContainer(account: Account, container: string, signal?: AbortSignal): Promise<void> {
  try {
    await (await clientOf(account, container)).delete(sdkOptions(signal));
  } catch (error) {
    if (!isLostReply(error) || (await containerExists(account, container, signal))) throw error;
  }
}

const containerName = /^(?:[a-z0-9](?:[a-z0-9]|-(?=[a-z0-9])){2,62}|\$root|\$web|\$logs)$/u;

/** The service's rules: 3 to 63 of lower-case letters, digits and single inner dashes. */
function assertContainerName(container: string): void {
  if (containerName.test(container)) return;
  const problem = t`is not 3 to 63 lowercase letters, digits and single hyphens that start and end with a letter or digit`;
  throw new StowageError('invalid.name', `The container name ${problem}.`, {
    context: { kind: 'container', name: container, problem },
  });
}

async function containerExists(account: Account, container: string, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await (await clientOf(account, container)).getProperties(sdkOptions(signal));
    return true;
  } catch (error) {
    if (error instanceof StowageError && error.kind === 'notFound') return false;
    throw error;
  }
}

async function clientOf(account: Account, container: string): Promise<ContainerClient> {
  containerPath(container);
  return (await account.blobService()).getContainerClient(container);
}

function isLostReply(error: unknown): boolean {
  if (!(error instanceof StowageError)) return false;
  return error.kind === 'network' || error.code === 'throttled.server-error' || isAfterBusy(error);
}
