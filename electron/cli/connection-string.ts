// Where a command reads its connection string from: a file, standard input, the environment, or its arguments, which
// other users of the machine can see in the list of processes and which the shell writes to its history.
import { createReadStream, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { cancelled, invalidInput } from '@shared/errors';
import { knownClouds } from '@shared/model/identity';
import { KiB } from '@shared/units';
import { localError } from '../disk/local-error';
import { holdsSecret } from './reject-secrets';
import type { GlobalOptions } from './session';

export interface GivenConnectionString {
  readonly text: string;
  /** Names the source in commands that are suggested to the user; never the secret. Empty for the environment. */
  readonly asArguments: readonly string[];
  /** For the user at a terminal; null if no other user can read the secret. */
  readonly warning: string | null;
}

export interface ConnectionStringSources {
  readonly env: NodeJS.ProcessEnv;
  /** Opens standard input. */
  readonly input: () => AsyncIterable<Buffer | string>;
  /** Ends the wait for it. */
  readonly signal: AbortSignal;
}

/** SAS connection strings have at most a few kilobytes. */
const maxBytes = 64 * KiB;

/**
 * Null when none was given. An option goes before the environment.
 * @throws StowageError `invalid.input`, `local.*`
 */
export async function readConnectionString(
  { connection, connectionString, connectionStringFile }: GlobalOptions,
  { env, input, signal }: ConnectionStringSources,
): Promise<GivenConnectionString | null> {
  const given = [
    connection === undefined ? [] : ['--connection'],
    connectionString === undefined ? [] : ['--connection-string'],
    connectionStringFile === undefined ? [] : ['--connection-string-file'],
  ].flat();
  if (given[0] !== undefined && given[1] !== undefined) {
    throw invalidInput(given[0], `it cannot be combined with ${given[1]}.`, 'Use only one of them.');
  }
  if (connectionStringFile !== undefined) return fromFile(connectionStringFile);
  if (connectionString === '-') {
    const text = await readSecret('--connection-string', '-', { input, signal });
    return { text, asArguments: ['--connection-string', '-'], warning: null };
  }
  if (connectionString !== undefined) {
    return {
      text: connectionString,
      asArguments: ['--connection-string', '<connection string>'],
      warning: holdsSecret(connectionString) ? visibleToOthers : null,
    };
  }
  const text = connection === undefined ? fromEnvironment(env) : null;
  return text === null ? null : { text, asArguments: [], warning: null };
}

/** Our own variable first, then those of the Azure tools. An empty variable counts as none. */
function fromEnvironment(env: NodeJS.ProcessEnv): string | null {
  const whole = env.STOWAGE_CONNECTION_STRING || env.AZURE_STORAGE_CONNECTION_STRING;
  if (whole) return whole;
  const account = env.AZURE_STORAGE_ACCOUNT;
  const key = env.AZURE_STORAGE_KEY || env.AZURE_STORAGE_ACCOUNT_KEY;
  const sas = env.AZURE_STORAGE_SAS_TOKEN?.replace(/^\?/u, '');
  if (!account || (!key && !sas)) return null;
  const credential = key ? `AccountName=${account};AccountKey=${key}` : `SharedAccessSignature=${sas}`;
  const given = endpointsIn(env);
  if (given !== null) return `${given};${credential}`;
  const suffix = suffixOf(env);
  if (key) return `DefaultEndpointsProtocol=https;${credential};EndpointSuffix=${suffix}`;
  const [blob, table] = ['blob', 'table'].map((service) => `https://${account}.${service}.${suffix}`);
  return `BlobEndpoint=${blob};TableEndpoint=${table};${credential}`;
}

/** Of the Azure command line. */
const cloudNames = { azurecloud: 'public', azurechinacloud: 'china', azureusgovernment: 'us-government' } as const;

/** The address that the Azure command line takes for the blob service, as part of a connection string. */
function endpointsIn(env: NodeJS.ProcessEnv): string | null {
  const given = env.AZURE_STORAGE_SERVICE_ENDPOINT?.trim().replace(/\/+$/u, '');
  if (!given) return null;
  if (!/^https?:\/\/[^/?#;\s]+(?:\/[^?#;\s]*)?$/iu.test(given)) {
    throw invalidInput(
      'AZURE_STORAGE_SERVICE_ENDPOINT',
      'it is not an address.',
      'Write https://HOST, as of the blob service.',
    );
  }
  const table = given.replace('.blob.', '.table.');
  return `BlobEndpoint=${given}${table === given ? '' : `;TableEndpoint=${table}`}`;
}

function suffixOf({ AZURE_CLOUD_NAME: cloud, AZURE_AUTHORITY_HOST: authority }: NodeJS.ProcessEnv): string {
  if (cloud) {
    const known = Object.entries(cloudNames).find(([name]) => name === cloud.toLowerCase());
    if (known !== undefined) return knownClouds[known[1]].storageSuffix;
    throw invalidInput(
      'AZURE_CLOUD_NAME',
      `“${cloud}” is unknown.`,
      'Use AzureCloud, AzureChinaCloud or AzureUSGovernment, or set AZURE_STORAGE_SERVICE_ENDPOINT.',
    );
  }
  const host = authority
    ?.replace(/^https?:\/\//iu, '')
    .replace(/\/.*$/u, '')
    .toLowerCase();
  const named = Object.values(knownClouds).find((each) => new URL(each.authority).host === host);
  if (host === 'login.chinacloudapi.cn') return knownClouds.china.storageSuffix;
  return (named ?? knownClouds.public).storageSuffix;
}

/**
 * The first line of the file, or of standard input for `-`.
 * @throws StowageError `invalid.input`, `local.*`
 */
export async function readSecret(
  option: string,
  file: string,
  { input, signal }: Pick<ConnectionStringSources, 'input' | 'signal'>,
): Promise<string> {
  if (file !== '-') {
    const path = resolve(file);
    return firstLine(option, createReadStream(path)).catch((thrown: unknown) => {
      throw localError(thrown, path);
    });
  }
  return firstLine(option, input()).catch((thrown: unknown) => {
    throw signal.aborted ? cancelled() : localError(thrown, 'standard input');
  });
}

const visibleToOthers =
  'Other users of this computer can see the secret in the process list, and the shell stores it in its history. ' +
  'Use --connection-string-file FILE, or --connection-string - with standard input, or save the account once: ' +
  'stowage connections add NAME --connection-string -';

async function fromFile(file: string): Promise<GivenConnectionString> {
  const option = '--connection-string-file';
  const path = resolve(file);
  const text = await firstLine(option, createReadStream(path)).catch((thrown: unknown) => {
    throw localError(thrown, path);
  });
  const stats = process.platform === 'win32' ? undefined : statSync(path, { throwIfNoEntry: false });
  const isOpen = stats?.isFile() === true && (stats.mode & 0o077) !== 0;
  return {
    text,
    asArguments: [option, path],
    warning: isOpen ? `Other users of this computer can read ${path}. To restrict access: chmod 600` : null,
  };
}

/** The first line that is not blank. Of an endless input no more than that is read. */
async function firstLine(option: string, input: AsyncIterable<Buffer | string>): Promise<string> {
  let read = Buffer.alloc(0);
  for await (const piece of input) {
    read = Buffer.concat([read, Buffer.from(piece)]);
    if (read.toString().trimStart().includes('\n') || read.length > maxBytes) break;
  }
  const line = read
    .toString()
    .replace(/^\ufeff/, '')
    .trimStart()
    .split(/\r?\n/, 1)[0]
    ?.trim();
  if (read.length > maxBytes) throw invalidInput(option, 'it is too long for a connection string.', 'Check the file.');
  if (!line) throw invalidInput(option, 'it contains no connection string.', 'Put it on the first line.');
  return line;
}
