// Identities that a machine has already: the Azure CLI (a program of that name), a service principal in the environment,
// and a managed identity behind the endpoint of a hosted app.
import { generateKeyPairSync } from 'node:crypto';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { knownClouds, storageResource } from '@shared/model/identity';
import { fakeClientId, guestTenant, homeTenant, startFakeAuthority } from '../../testing/fake-authority';
import { testCertificate, testCertificateKey } from '../../testing/tls-certificate';
import { createHttpClient } from '../azure/http/http-client';
import { silentSink } from '../metrics/request-record';
import { systemClock } from '../system-clock';
import {
  AzureCliIdentity,
  type Environment,
  EnvironmentIdentity,
  ManagedIdentity,
  runProgram,
} from './machine-identities';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const { signal } = new AbortController();
const options = { isForced: false, signal };

function client() {
  const http = createHttpClient({ metrics: silentSink, clock: systemClock, trustedCertificates: testCertificate });
  cleanUps.push(() => http.dispose());
  return http;
}

/** An Azure CLI that runs this shell script. */
async function azThatRuns(script: string): Promise<AzureCliIdentity> {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-az-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'az'), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, 'az'), 0o755);
  vi.stubEnv('PATH', `${folder}:/bin:/usr/bin`);
  return new AzureCliIdentity(runProgram);
}

it('az: uses the token of the tenant, and its expiry in seconds', async () => {
  const az = await azThatRuns(
    `[ "$2" = show ] && echo '{"tenantId":"${homeTenant}","user":{"name":"ada@contoso.example"}}' && exit
     echo "{\\"accessToken\\":\\"$*\\",\\"expires_on\\":4102444800,\\"expiresOn\\":\\"1999-01-01 00:00:00\\"}"`,
  );
  expect(await az.describe(signal)).toEqual({ name: 'ada@contoso.example', homeTenant });
  const { token, expiresAtMs } = await az.acquire(guestTenant, storageResource, options);
  expect(token).toBe(`account get-access-token --output json --resource ${storageResource} --tenant ${guestTenant}`);
  expect(expiresAtMs).toBe(4_102_444_800_000);
});

it.each([
  ['nobody is signed in', 'ERROR: Please run "az login" to setup account.', 'auth.sign-in-needed'],
  ['the session was revoked', 'ERROR: AADSTS50173: The provided grant has expired.', 'auth.sign-in-needed'],
  ['it fails otherwise', 'ERROR: something else', 'auth.sign-in-failed'],
])('az: reports that %s', async (_, message, code) => {
  const az = await azThatRuns(`echo '${message}' >&2; exit 1`);
  await expect(az.acquire(homeTenant, storageResource, options)).rejects.toMatchObject({
    code,
    context: { detail: message.replace('ERROR: ', '') },
  });
});

it('az: reports that it is not installed', async () => {
  vi.stubEnv('PATH', '/nowhere');
  const found = new AzureCliIdentity(runProgram).describe(signal);
  await expect(found).rejects.toMatchObject({ code: 'auth.sign-in-failed', context: { lacks: 'az' } });
});

it('az: an invalid tenant name never reaches a command line', async () => {
  const az = await azThatRuns('echo "{}"');
  await expect(az.acquire('x & calc.exe', storageResource, options)).rejects.toThrow();
});

async function principal(environment: Environment) {
  const authority = await startFakeAuthority();
  cleanUps.push(() => authority.close());
  const cloud = { ...knownClouds.public, id: 'custom' as const, authority: authority.address };
  return { authority, identity: new EnvironmentIdentity({ environment, cloud, http: client() }) };
}

const named = { AZURE_TENANT_ID: homeTenant, AZURE_CLIENT_ID: fakeClientId };

it('environment: a secret, a certificate and a token file each obtain a token', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-principal-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const rsa = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await writeFile(join(folder, 'both.pem'), `${testCertificate}${rsa}`);
  await writeFile(join(folder, 'token'), 'ey.federated.token\n');
  for (const proof of [
    { AZURE_CLIENT_SECRET: 'secret' },
    { AZURE_CLIENT_CERTIFICATE_PATH: join(folder, 'both.pem') },
    { AZURE_FEDERATED_TOKEN_FILE: join(folder, 'token') },
  ]) {
    const { identity } = await principal({ ...named, ...proof });
    expect(identity.describe()).toEqual({ name: fakeClientId, homeTenant });
    const { token } = await identity.acquire(guestTenant, storageResource, options);
    expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      tid: guestTenant,
      aud: storageResource,
    });
  }
});

it.each([
  [{}, 'AZURE_CLIENT_ID'],
  [{ AZURE_CLIENT_ID: fakeClientId }, 'AZURE_TENANT_ID'],
  [named, 'AZURE_CLIENT_SECRET'],
])('environment: names the missing variable in %j', async (environment, variable) => {
  const { identity } = await principal(environment);
  expect(() => identity.describe()).toThrow(
    expect.objectContaining({
      context: expect.objectContaining({ variable: expect.stringContaining(variable) as string }) as object,
    }) as Error,
  );
});

it('environment: a certificate without its key is named', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stowage-principal-'));
  cleanUps.push(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'half.pem'), testCertificate);
  const { identity } = await principal({ ...named, AZURE_CLIENT_CERTIFICATE_PATH: join(folder, 'half.pem') });
  const acquired = identity.acquire(homeTenant, storageResource, options);
  await expect(acquired).rejects.toMatchObject({ context: { variable: 'AZURE_CLIENT_CERTIFICATE_PATH' } });
  expect(testCertificateKey).not.toBe('');
});

it('managed identity: requests the token from the endpoint of its host, with the header that it names', async () => {
  const received: string[] = [];
  const host = createServer((request, response) => {
    received.push(`${String(request.headers['x-identity-header'])} ${request.url ?? ''}`);
    const inAnHour = Math.floor(Date.now() / 1000) + 3600;
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        access_token: 'ey.managed',
        expires_on: inAnHour,
        resource: storageResource,
        token_type: 'Bearer',
      }),
    );
  });
  await new Promise<void>((resolve) => {
    host.listen(0, '127.0.0.1', resolve);
  });
  cleanUps.push(() => host.close());
  vi.stubEnv('IDENTITY_ENDPOINT', `http://127.0.0.1:${(host.address() as AddressInfo).port}/msi/token`);
  vi.stubEnv('IDENTITY_HEADER', 'of-this-app');
  const { token, expiresAtMs } = await new ManagedIdentity(client(), undefined).acquire('', storageResource, options);
  expect([token, expiresAtMs > Date.now()]).toEqual(['ey.managed', true]);
  expect(received[0]).toMatch(/^of-this-app \/msi\/token\?.*resource=https/u);
});
