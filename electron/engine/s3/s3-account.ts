// The account of an S3 connection: its address, and its keys from where the connection says that they are.
import { invalidInput } from '@shared/errors';
import { amazonEndpoint, type S3Secret } from '@shared/model/connection-string';
import { defaultS3Region } from '@shared/model/connection-string/s3-fields';
import type { ConnectionInput, S3Settings } from '@shared/model/connection';
import { t } from '@shared/strings/t';
import type { AccountDescriptor, Credential } from '../azure/account';

type Environment = Readonly<Record<string, string | undefined>>;
type Keys = Pick<Extract<Credential, { readonly kind: 's3' }>, 'accessKeyId' | 'secretAccessKey' | 'sessionToken'>;

/** `secret`: of given keys, as the vault has it. Throws `invalid.input` when there are no keys where they should be. */
export async function s3Account(
  {
    id,
    accountName,
    endpoints,
    s3,
  }: {
    readonly id: string;
    readonly accountName: string;
    readonly endpoints: { readonly blob?: string | undefined };
    readonly s3: S3Settings;
  },
  secret: string,
  environment: Environment,
): Promise<AccountDescriptor> {
  const found = await keysOf(s3, secret, environment);
  const region = s3.region !== '' ? s3.region : found.region !== '' ? found.region : defaultS3Region;
  // The address was made before the region was known.
  const isAmazon = endpoints.blob === amazonEndpoint(s3.region) && s3.region === '';
  const { accessKeyId, secretAccessKey, sessionToken } = found;
  return {
    connectionId: id,
    accountName,
    endpoints: { blob: isAmazon ? amazonEndpoint(region) : (endpoints.blob ?? '') },
    credential: { kind: 's3', accessKeyId, secretAccessKey, sessionToken, region, pathStyle: s3.pathStyle },
  };
}

/** The input of a connection that takes its keys from the environment, or else from a profile. */
export function s3InputOf(name: string, environment: Environment): Extract<ConnectionInput, { readonly kind: 's3' }> {
  return {
    kind: 's3',
    name,
    endpoint: environment.AWS_ENDPOINT_URL_S3 ?? environment.AWS_ENDPOINT_URL ?? '',
    region: environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION ?? '',
    keys: (environment.AWS_ACCESS_KEY_ID ?? '') === '' ? 'profile' : 'environment',
    accessKeyId: '',
    secretAccessKey: '',
    sessionToken: '',
    profile: '',
    addressing: 'automatic',
    marking: { production: false, colour: 'none' },
  };
}

const noKeys: Keys & { readonly region: string } = {
  accessKeyId: '',
  secretAccessKey: '',
  sessionToken: '',
  region: '',
};

async function keysOf(
  { keys, accessKeyId, profile }: S3Settings,
  secret: string,
  environment: Environment,
): Promise<Keys & { readonly region: string }> {
  switch (keys) {
    case 'none':
      return noKeys;
    case 'given': {
      const { secretAccessKey, sessionToken } = JSON.parse(secret) as S3Secret;
      return { accessKeyId, secretAccessKey, sessionToken, region: '' };
    }
    case 'environment':
      return fromEnvironment(environment);
    case 'profile':
      return fromProfile(profile === '' ? (environment.AWS_PROFILE ?? 'default') : profile);
  }
}

function fromEnvironment(environment: Environment): Keys & { readonly region: string } {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = environment;
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) {
    if ((environment[name] ?? '') === '') {
      throw invalidInput(name, t`is not set in the environment.`, t`Set it before Stowage starts, or enter the keys.`);
    }
  }
  return {
    accessKeyId: accessKeyId ?? '',
    secretAccessKey: secretAccessKey ?? '',
    sessionToken: environment.AWS_SESSION_TOKEN ?? '',
    region: environment.AWS_REGION ?? environment.AWS_DEFAULT_REGION ?? '',
  };
}

/** Of the files of Amazon's own tools, wherever the environment says that they are. */
async function fromProfile(name: string): Promise<Keys & { readonly region: string }> {
  const { loadSharedConfigFiles } = await import('@smithy/shared-ini-file-loader');
  const { configFile, credentialsFile } = await loadSharedConfigFiles({ ignoreCache: true });
  const found = { ...configFile[name], ...credentialsFile[name] };
  if (configFile[name] === undefined && credentialsFile[name] === undefined) {
    throw invalidInput(t`Profile`, t`there is no profile ${name} in ~/.aws.`, t`Enter the name of another one.`);
  }
  const { aws_access_key_id: accessKeyId = '', aws_secret_access_key: secretAccessKey = '' } = found;
  if (accessKeyId === '' || secretAccessKey === '') {
    throw invalidInput(
      t`Profile`,
      t`${name} has no keys of its own, because it signs in or assumes a role.`,
      t`Run: aws configure export-credentials --profile ${name} --format env, set these variables, and choose the environment as the source of the keys.`,
    );
  }
  return { accessKeyId, secretAccessKey, sessionToken: found.aws_session_token ?? '', region: found.region ?? '' };
}
