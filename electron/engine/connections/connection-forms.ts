// Converts a connection as the user entered it to its saved form, without the secret, and to the plain description from
// which an account is created. Pure.
import { type ParsedConnection, emulatorAccount, parseConnectionInput } from '@shared/model/connection-string';
import type { ConnectionInput, SasScope } from '@shared/model/connection';
import { storageResource } from '@shared/model/identity';
import { cosmosResource } from '@shared/model/table-service';
import type { AccountDescriptor, Credential } from '../azure/account';
import type { SavedConnection } from './saved-file';

export function savedFrom(id: string, input: ConnectionInput, parsed: ParsedConnection): SavedConnection {
  const { accountName, endpoints, credential, sas } = parsed;
  const isEmulator = credential.kind === 'key' && credential.accountKey === emulatorAccount.key;
  return {
    id,
    name: input.name,
    kind: input.kind,
    accountName,
    endpoints,
    credential: isEmulator ? 'emulator' : credential.kind,
    marking: input.marking,
    ...(sas === undefined ? {} : { sas }),
    ...(credential.kind === 'token' ? { identity: credential.identity } : {}),
    ...(credential.kind === 's3' ? { s3: credential.s3 } : {}),
  };
}

/**
 * The key or the SAS token; null for the emulator's published key, which is no secret, and for an identity that signs
 * in.
 */
export function secretIn({ credential }: ParsedConnection): string | null {
  if (credential.kind === 'sas') return credential.token;
  if (credential.kind === 'token') return null;
  if (credential.kind === 's3') return credential.secret === null ? null : JSON.stringify(credential.secret);
  return credential.accountKey === emulatorAccount.key ? null : credential.accountKey;
}

/** As `descriptorOf`, for connections to S3 too, whose keys may be elsewhere. Throws as `s3Account`. */
export async function accountOf(saved: SavedConnection, secret: string): Promise<AccountDescriptor> {
  if (saved.s3 === undefined) return descriptorOf(saved, secret);
  const { s3Account } = await import('../s3/s3-account');
  return s3Account({ ...saved, s3: saved.s3 }, secret, process.env);
}

/** `secret` is ignored for the emulator and for connections that sign in. */
export function descriptorOf(saved: SavedConnection, secret: string): AccountDescriptor {
  const { id, accountName, endpoints, sas } = saved;
  return {
    connectionId: id,
    accountName,
    endpoints: {
      ...(endpoints.blob === undefined ? {} : { blob: endpoints.blob }),
      ...(endpoints.table === undefined ? {} : { table: endpoints.table }),
      ...(endpoints.dfs === undefined ? {} : { dfs: endpoints.dfs }),
    },
    credential: credentialOf(saved, secret),
    ...sasTarget(sas),
    ...(saved.tableService === undefined ? {} : { tableService: saved.tableService }),
  };
}

/** Cosmos DB takes tokens for a resource of its own. */
function resourceAt(table: string | undefined): string {
  const found = table === undefined ? null : cosmosResource(new URL(table).hostname);
  return found ?? storageResource;
}

function credentialOf(saved: SavedConnection, secret: string): Credential {
  const { credential, accountName, identity, endpoints } = saved;
  if (credential === 'sas') return { kind: 'sas', token: secret };
  if (credential === 'token') {
    return {
      kind: 'token',
      identityId: identity?.id ?? '',
      tenant: identity?.tenant ?? '',
      resource: resourceAt(endpoints.table),
    };
  }
  return { kind: 'key', accountName, accountKey: credential === 'emulator' ? emulatorAccount.key : secret };
}

/** Where the SAS ends, which its token does not contain. */
export function sasTarget(sas: SasScope | undefined): Pick<AccountDescriptor, 'onlyBlob' | 'onlyContainer'> {
  if (sas?.resource === undefined || (sas.level !== 'container' && sas.level !== 'blob')) return {};
  const { resource, blob } = sas;
  return { onlyContainer: resource, ...(blob === undefined ? {} : { onlyBlob: { container: resource, name: blob } }) };
}

/** Whether the field for the secret was left empty, as when only other fields are edited. */
export function hasNoSecret(input: ConnectionInput): boolean {
  switch (input.kind) {
    case 'emulator':
      return false;
    case 'connection-string':
      return input.connectionString.trim() === '';
    case 'account-key':
      return input.accountKey.trim() === '';
    case 'sas':
      return input.sas.trim() === '';
    case 's3':
      return input.keys === 'given' && input.secretAccessKey.trim() === '';
    case 'sign-in':
      return false;
  }
}

/** The connection with its visible fields changed; the stored secret stays in use. */
export function withoutNewSecret(before: SavedConnection, input: ConnectionInput): SavedConnection {
  const { name, marking } = input;
  if (input.kind === 's3') {
    // What is not the secret can be checked with any.
    const parsed = parseConnectionInput({ ...input, secretAccessKey: 'unchanged' });
    const after = savedFrom(before.id, input, parsed);
    return { ...after, credential: before.credential };
  }
  if (input.kind !== 'account-key') return { ...before, name, marking };
  // Any well-formed key serves to validate the other fields.
  const { accountName, endpoints } = parseConnectionInput({ ...input, accountKey: emulatorAccount.key });
  return { ...before, name, marking, accountName, endpoints };
}
