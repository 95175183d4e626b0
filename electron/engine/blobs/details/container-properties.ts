// The properties of a container, and replacing its metadata if the container is unchanged since it was read.
import { StowageError } from '@shared/errors';
import type { NamedValue } from '@shared/model/blob-details';
import { type AccessLevel, type ContainerDetails, accessLevels } from '@shared/model/container-details';
import type { Account, ServiceRequest, ServiceResponse } from '../../azure/account';
import { isoTime } from '../service-values';
import { assertMetadata, metadataHeaders, metadataOf } from '../metadata';
import { leaseFacts } from './read-details';
import { containerPath } from '../../azure/container-path';

export interface ReadContainer {
  readonly container: string;
  /** The ETag that was read. */
  readonly ifMatch: string;
}

export type ContainerRequest = Pick<ServiceRequest, 'operation' | 'method' | 'replay'> &
  Partial<Pick<ServiceRequest, 'query' | 'headers' | 'body' | 'signal'>>;

/** Throws what `Account.send` throws. */
export function sendToContainer(
  account: Account,
  container: string,
  request: ContainerRequest,
): Promise<ServiceResponse> {
  return account.send({
    service: 'blob',
    path: containerPath(container),
    resource: container,
    ...request,
    query: { restype: 'container', ...request.query },
  });
}

/** Throws `not-found.container`, and `auth.sas-lacks-right` for a SAS of a single container. */
export async function readContainerDetails(
  account: Account,
  container: string,
  signal?: AbortSignal,
): Promise<ContainerDetails> {
  const answer = await sendToContainer(account, container, {
    operation: 'GetContainerProperties',
    method: 'HEAD',
    replay: 'safe',
    signal,
  });
  const { headers } = answer;
  return {
    etag: headers.etag ?? '',
    lastModified: isoTime(headers['last-modified'] ?? ''),
    access: accessLevelOf(headers['x-ms-blob-public-access']),
    lease: leaseFacts(headers['x-ms-lease-state'] ?? '', headers['x-ms-lease-duration'] ?? ''),
    metadata: metadataOf(answer),
    hasImmutabilityPolicy: headers['x-ms-has-immutability-policy'] === 'true',
    hasLegalHold: headers['x-ms-has-legal-hold'] === 'true',
  };
}

/** From the service's header; without it there is no public access. */
export function accessLevelOf(word: string | undefined): AccessLevel {
  return accessLevels.find((level) => level === word) ?? 'none';
}

/** Throws `invalid.input`, `conflict.etag-changed`. */
export async function setContainerMetadata(
  account: Account,
  read: ReadContainer,
  metadata: readonly NamedValue[],
  signal?: AbortSignal,
): Promise<void> {
  assertMetadata(metadata);
  assertSame(read, await readContainerDetails(account, read.container, signal));
  await sendToContainer(account, read.container, {
    operation: 'SetContainerMetadata',
    method: 'PUT',
    query: { comp: 'metadata' },
    replay: 'safe',
    signal,
    headers: metadataHeaders(metadata),
  });
}

/**
 * The service has no condition on the ETag of a container, so it is compared just before the write.
 * @throws StowageError `conflict.etag-changed`
 */
export function assertSame(read: ReadContainer, now: { readonly etag: string }): void {
  // Behind a proxy that removes ETags, nothing shows whether it is still the one that was read.
  if (read.ifMatch !== '' && now.etag === read.ifMatch) return;
  throw new StowageError('conflict.etag-changed', 'The container has another ETag than the one that was read.', {
    context: { container: read.container },
  });
}
