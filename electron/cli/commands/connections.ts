// `stowage connections`: saved connections, shared with the app. Secrets are written, never printed.
import { StowageError, invalidInput } from '@shared/errors';
import {
  type AccountKeyName,
  type ConnectionInput,
  type ConnectionSummary,
  connectionName,
  embeddedConnectionId,
} from '@shared/model/connection';
import { carriesSas } from '@shared/model/connection-string';
import { readSecret } from '../connection-string';
import { exitCodes } from '../exit-codes';
import { type AccountOptions, signedInAccount } from './sign-in';
import { holdsSecret } from '../reject-secrets';
import type { CommandAction, Session } from '../session';

const unmarked = { production: false, colour: 'none' } as const;

/** Of a connection to S3. */
interface S3Options {
  readonly s3?: boolean;
  readonly endpoint?: string;
  readonly region?: string;
  readonly profile?: string;
  readonly accessKeyId?: string;
  /** `-` for standard input. */
  readonly secretKeyFile?: string;
  readonly anonymous?: boolean;
  readonly pathStyle?: boolean;
}

export function addConnection(requestedName: string, options: Partial<AccountOptions> & S3Options = {}): CommandAction {
  return async (session) => {
    const { engine, output, signal, connectionString: given } = session;
    const name = nameOf(requestedName);
    const { accountName, auth, dfsEndpoint } = options;
    rejectS3Options(options);
    if (accountName === undefined && auth !== undefined) {
      throw invalidInput('--account-name', 'it identifies the account and is missing.', 'Add it.');
    }
    if (given === undefined && accountName === undefined && options.s3 !== true) {
      throw invalidInput(
        '--connection-string',
        'it identifies the account and is missing.',
        'Add it, or --connection-string-file FILE, or set STOWAGE_CONNECTION_STRING; or sign in with --account-name and --auth; for S3, add --s3.',
      );
    }
    if ((await summaries(engine)).some((saved) => saved.name === name)) {
      throw invalidInput(
        'NAME',
        `a connection named ${name} already exists.`,
        `Choose another name, or remove it first: stowage connections remove ${name}`,
      );
    }
    const input: ConnectionInput =
      options.s3 === true
        ? await s3Input(name, options, session)
        : accountName === undefined
          ? secretInput(name, withDfs(given ?? '', dfsEndpoint))
          : {
              kind: 'sign-in',
              name,
              marking: unmarked,
              ...(dfsEndpoint === undefined ? {} : { endpoints: { dfs: dfsEndpoint } }),
              ...(await signedInAccount(engine, { ...options, accountName, auth: auth ?? 'sign-in' }, signal)),
            };
    const added = await engine.calls['connections.add'](input, { signal });
    output.record(publicRecord(added), `Added ${added.name} (account ${added.accountName}).`);
    if (added.secretStorage === 'file') {
      output.info(
        'The secret is stored in a file that only you can read: the command line cannot use the OS keychain.',
      );
    }
    return exitCodes.done;
  };
}

const ofS3 = ['endpoint', 'region', 'profile', 'accessKeyId', 'secretKeyFile', 'anonymous', 'pathStyle'] as const;

/** Options that a connection to Azure has no use for must not be ignored. */
function rejectS3Options(options: S3Options & Partial<AccountOptions>): void {
  const given = options.s3 === true ? undefined : ofS3.find((name) => options[name] !== undefined);
  if (given === undefined) {
    if (options.s3 !== true || options.accountName === undefined) return;
    throw invalidInput('--account-name', 'it is for Azure, and --s3 is for S3.', 'Remove one of them.');
  }
  const option = `--${given.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;
  throw invalidInput(option, 'it is for connections to S3.', 'Add --s3, or remove it.');
}

/** Without options, the keys are those of the environment, or of its profile, each time that they are needed. */
async function s3Input(
  name: string,
  { endpoint, region, profile, accessKeyId, secretKeyFile, anonymous, pathStyle }: S3Options,
  { input, signal, isInputTaken }: Session,
): Promise<ConnectionInput> {
  const { s3InputOf } = await import('../../engine/s3/s3-account');
  const found = s3InputOf(name, process.env);
  const ways = [accessKeyId !== undefined, profile !== undefined, anonymous === true].filter(Boolean);
  if (ways.length > 1) {
    throw invalidInput('--access-key-id', 'it excludes --profile and --anonymous.', 'Use only one of them.');
  }
  if ((accessKeyId === undefined) !== (secretKeyFile === undefined)) {
    throw invalidInput(
      accessKeyId === undefined ? '--access-key-id' : '--secret-key-file',
      'an access key has an ID and a secret, and this one is missing.',
      'Give both --access-key-id ID and --secret-key-file FILE, or - for standard input.',
    );
  }
  if (secretKeyFile === '-' && isInputTaken) {
    throw invalidInput('--secret-key-file', 'standard input is read as the connection string.', 'Specify a file.');
  }
  const secretAccessKey =
    secretKeyFile === undefined ? '' : await readSecret('--secret-key-file', secretKeyFile, { input, signal });
  return {
    ...found,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
    ...(profile === undefined ? {} : { keys: 'profile' as const, profile }),
    ...(anonymous === true ? { keys: 'none' as const } : {}),
    ...(accessKeyId === undefined ? {} : { keys: 'given' as const, accessKeyId, secretAccessKey }),
    ...(pathStyle === undefined ? {} : { addressing: pathStyle ? ('path' as const) : ('host' as const) }),
  };
}

function withDfs(given: string, dfsEndpoint: string | undefined): string {
  if (dfsEndpoint === undefined) return given;
  if (/^\s*https?:/iu.test(given)) {
    throw invalidInput(
      '--dfs-endpoint',
      'a SAS URL has no place for it.',
      'Give a connection string with BlobEndpoint, SharedAccessSignature and DfsEndpoint.',
    );
  }
  return `${given.trim().replace(/;$/u, '')};DfsEndpoint=${dfsEndpoint}`;
}

function secretInput(name: string, given: string): ConnectionInput {
  return carriesSas(given)
    ? { kind: 'sas', name, sas: given, marking: unmarked }
    : { kind: 'connection-string', name, connectionString: given, marking: unmarked };
}

export const listConnections: CommandAction = async ({ engine, output }) => {
  const all = await summaries(engine);
  output.table(
    ['NAME', 'KIND', 'ACCOUNT', 'KEY', 'BLOB', 'TABLE'],
    all.map(({ name, kind, accountName, endpoints, keys }) => [
      name,
      kind,
      accountName,
      keys === undefined ? '' : keys.hasSecondary ? `${keys.inUse} of 2` : keys.inUse,
      endpoints.blob ?? '',
      endpoints.table ?? '',
    ]),
    all.map(publicRecord),
  );
  return exitCodes.done;
};

export interface RotateOptions {
  readonly key: AccountKeyName;
  /** `-` for standard input. */
  readonly keyFile?: string;
  readonly remove?: boolean;
}

export function rotateKey(name: string, { key: which, keyFile, remove }: RotateOptions): CommandAction {
  return async ({ engine, output, signal, input, isInputTaken }) => {
    const { id } = namedOrThrow(await summaries(engine), name);
    if (remove === true && which === 'primary') {
      throw invalidInput('--remove', 'only the secondary key can be forgotten.', 'Add --key secondary.');
    }
    if (remove === true && keyFile !== undefined) {
      throw invalidInput('--remove', 'it cannot be combined with --key-file.', 'Use only one of them.');
    }
    if (remove !== true && keyFile === undefined) {
      throw invalidInput(
        '--key-file',
        'it holds the new key and was not given.',
        'Add --key-file FILE, or - for standard input.',
      );
    }
    if (keyFile === '-' && isInputTaken) {
      throw invalidInput('--key-file', 'standard input is read as the connection string.', 'Specify a file.');
    }
    const key = keyFile === undefined ? '' : await readSecret('--key-file', keyFile, { input, signal });
    const changed = await engine.calls['connections.set-key']({ connectionId: id, which, key }, { signal });
    const text =
      remove === true ? `Forgot the secondary key of ${changed.name}.` : `Saved the ${which} key of ${changed.name}.`;
    output.record(publicRecord(changed), `${text} Requests are signed with the ${changed.keys?.inUse ?? which} key.`);
    return exitCodes.done;
  };
}

export function removeConnection(name: string): CommandAction {
  return async ({ engine, output, signal }) => {
    const found = namedOrThrow(await summaries(engine), name);
    await engine.calls['connections.remove']({ connectionId: found.id }, { signal });
    output.record({ removed: name }, `Removed ${name}.`);
    return exitCodes.done;
  };
}

export async function findConnection(engine: Session['engine'], name: string): Promise<ConnectionSummary> {
  const all = await summaries(engine);
  const found = namedIn(all, name);
  if (found) return found;
  if (holdsSecret(name)) {
    throw invalidInput('--connection', 'this is not a connection name.', 'Pass it to --connection-string.');
  }
  throw invalidInput('--connection', `there is no saved connection ${name}.`, `Use one of ${namesOf(all)}.`);
}

/** @throws StowageError `invalid.input` for a name that could not be stored, or that is reserved */
function nameOf(requestedName: string): string {
  if (holdsSecret(requestedName)) {
    throw invalidInput(
      'NAME',
      'this contains a secret, and names are stored and shown in plain text.',
      'Choose a name, and pass the secret to --connection-string.',
    );
  }
  const name = connectionName.safeParse(requestedName);
  if (!name.success)
    throw invalidInput('NAME', `it has ${requestedName.trim().length} characters.`, 'Use 1 to 80 characters.');
  if (name.data === embeddedConnectionId) {
    throw invalidInput('NAME', `${embeddedConnectionId} is the local store.`, 'Choose another name.');
  }
  return name.data;
}

function namedOrThrow(all: readonly ConnectionSummary[], name: string): ConnectionSummary {
  const found = namedIn(all, name);
  if (found !== undefined) return found;
  const context = { connection: name, saved: namesOf(all) };
  throw new StowageError('not-found.connection', `There is no saved connection ${name}.`, { context });
}

const namedIn = (all: readonly ConnectionSummary[], name: string): ConnectionSummary | undefined =>
  all.find((saved) => saved.name === name || saved.id === name);

const namesOf = (all: readonly ConnectionSummary[]): string =>
  all.map((saved) => (saved.kind === 'embedded' ? saved.id : saved.name)).join(', ');

/** The watch stream's first event is the whole list. */
/** All saved connections. */
export async function summaries(engine: Session['engine']): Promise<readonly ConnectionSummary[]> {
  const once = new AbortController();
  let all: readonly ConnectionSummary[] = [];
  const push = (list: readonly ConnectionSummary[]): void => {
    all = list;
    once.abort();
  };
  await engine.streams['connections.watch']({}, { signal: once.signal, push }).catch((thrown: unknown) => {
    if (!once.signal.aborted) throw thrown;
  });
  return all;
}

function publicRecord({ id, name, kind, accountName, endpoints, secretStorage, keys }: ConnectionSummary) {
  return { id, name, kind, accountName, endpoints, secretStorage, ...(keys === undefined ? {} : { keys }) };
}
