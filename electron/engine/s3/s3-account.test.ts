import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseConnectionInput } from '@shared/model/connection-string';
import { s3Account, s3InputOf } from './s3-account';
import { presignedUrl } from './presigned-url';

type Input = ReturnType<typeof s3InputOf>;

async function account(changes: Partial<Input>, environment: Record<string, string> = {}, secret = '') {
  const { accountName, endpoints, credential } = parseConnectionInput({ ...s3InputOf('s3', environment), ...changes });
  if (credential.kind !== 's3') throw new Error('It is an S3 connection.');
  const given = credential.secret === null ? secret : JSON.stringify(credential.secret);
  return s3Account({ id: 'x', accountName, endpoints, s3: credential.s3 }, given, environment);
}

const keys = { keys: 'given', accessKeyId: 'AKIA1', secretAccessKey: 'secret' } as const;

describe('S3 account', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stowage-aws-'));
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', join(folder, 'credentials'));
    vi.stubEnv('AWS_CONFIG_FILE', join(folder, 'config'));
    await writeFile(join(folder, 'credentials'), '[work]\naws_access_key_id = AKIA2\naws_secret_access_key = s2\n');
    await writeFile(join(folder, 'config'), '[profile work]\nregion = eu-west-3\n[profile sso]\nsso_session = x\n');
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    [
      'Amazon, by the host of the bucket',
      { ...keys, region: 'eu-central-1' },
      'https://s3.eu-central-1.amazonaws.com',
      false,
    ],
    [
      'another service, by path',
      { ...keys, endpoint: 'https://minio.example:9000/' },
      'https://minio.example:9000',
      true,
    ],
    ['a region of China', { ...keys, region: 'cn-north-1' }, 'https://s3.cn-north-1.amazonaws.com.cn', false],
    [
      'another service, by host if wanted',
      { ...keys, endpoint: 'https://x.example', addressing: 'host' },
      'https://x.example',
      false,
    ],
  ] as const)('addresses %s', async (_what, changes, blob, pathStyle) => {
    const { endpoints, credential } = await account(changes);
    expect(endpoints).toEqual({ blob });
    expect(credential).toMatchObject({ kind: 's3', pathStyle });
  });

  it('takes keys and region from a profile, and the address with it', async () => {
    const { endpoints, credential } = await account({ keys: 'profile', profile: 'work' });
    expect(credential).toMatchObject({ accessKeyId: 'AKIA2', secretAccessKey: 's2', region: 'eu-west-3' });
    expect(endpoints.blob).toBe('https://s3.eu-west-3.amazonaws.com');
  });

  it('takes keys from the environment, with a session token', async () => {
    const environment = { AWS_ACCESS_KEY_ID: 'A', AWS_SECRET_ACCESS_KEY: 'B', AWS_SESSION_TOKEN: 'C' };
    expect((await account({}, environment)).credential).toMatchObject({ accessKeyId: 'A', sessionToken: 'C' });
  });

  it.each([
    ['a profile that is missing', { keys: 'profile', profile: 'none' }, /no profile none/u],
    ['a profile that signs in', { keys: 'profile', profile: 'sso' }, /export-credentials --profile sso/u],
    ['an empty environment', { keys: 'environment' }, /AWS_ACCESS_KEY_ID.*not set/u],
    ['a region with blanks', { ...keys, region: 'eu central' }, /Region/u],
    ['an endpoint without protocol', { ...keys, endpoint: 'minio.example' }, /Endpoint.*https/u],
    ['a missing secret', { ...keys, secretAccessKey: '' }, /SecretAccessKey.*empty/u],
  ] as const)('rejects %s with the field and the fix', async (_what, changes, text) => {
    await expect(async () => account(changes)).rejects.toThrow(text);
  });

  it('presigns an address that says how long it is valid and carries no secret', async () => {
    const descriptor = await account({ ...keys, region: 'eu-central-1' });
    const url = new URL(
      await presignedUrl(
        descriptor,
        { container: 'box', name: "a b/ä'(1).txt" },
        { forSeconds: 60, nowMs: Date.UTC(2026, 0, 2) },
      ),
    );
    expect(url.origin + url.pathname).toBe('https://box.s3.eu-central-1.amazonaws.com/a%20b/%C3%A4%27%281%29.txt');
    expect(url.searchParams.get('X-Amz-Expires')).toBe('60');
    expect(url.searchParams.get('X-Amz-Date')).toBe('20260102T000000Z');
    expect(url.searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/u);
    expect(url.href).not.toContain('secret');
  });
});
