// Identities that need no sign-in here: that of the Azure CLI, of a service principal in the environment, and of the
// machine. None of them stores anything.
import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ConfidentialClientApplication, ManagedIdentityApplication } from '@azure/msal-node';
import { StowageError, cancelled } from '@shared/errors';
import { type Cloud, tenantName } from '@shared/model/identity';
import type { HttpClient } from '../azure/http/http-types';
import { AuthorityNetwork } from './authority-network';
import { signInError } from './msal-errors';
import type { AccessToken, AcquireOptions, TokenProvider } from './tokens';
import { tokenIn } from './user-identities';

/** The facts about an identity of the machine that were determined when it was added. */
export interface MachineIdentity {
  readonly name: string;
  /** Empty when only a token contains it. */
  readonly homeTenant: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Runs a program without a shell and returns what it printed; rejects with an Error that has `code` and `stderr`. */
export type RunProgram = (program: string, args: readonly string[], signal: AbortSignal) => Promise<string>;

const azTimeoutMs = 60_000;

class ProgramFailure extends Error {
  override readonly name = 'ProgramFailure';

  constructor(
    message: string,
    /** An exit code, or the system's code where it could not be started. */
    readonly code: unknown,
    readonly stderr: string,
  ) {
    super(message);
  }
}

export const runProgram: RunProgram = (program, args, signal) =>
  new Promise((resolve, reject) => {
    // Windows installs the Azure CLI as a batch file, which only a shell can run. The arguments are constants, a tenant
    // that was checked, and an address of ours.
    const isBatch = process.platform === 'win32';
    execFile(
      isBatch ? `${program}.cmd` : program,
      [...args],
      { signal, timeout: azTimeoutMs, maxBuffer: 1024 * 1024, shell: isBatch, windowsHide: true },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new ProgramFailure(error.message, error.code, stderr));
      },
    );
  });

/** The user of `az login`. Tokens come from the Azure CLI, which renews them and knows its own tenants. */
export class AzureCliIdentity implements TokenProvider {
  readonly #run: RunProgram;

  constructor(run: RunProgram = runProgram) {
    this.#run = run;
  }

  /** @throws StowageError `auth.sign-in-needed` when no user is signed in, `not-found.program` without an Azure CLI */
  async describe(signal: AbortSignal): Promise<MachineIdentity> {
    const shown = await this.#json(['account', 'show', '--output', 'json'], '', signal);
    const user = (shown.user ?? {}) as Record<string, unknown>;
    return { name: textOf(user.name), homeTenant: textOf(shown.tenantId) };
  }

  async acquire(tenant: string, resource: string, { signal }: AcquireOptions): Promise<AccessToken> {
    const inTenant = tenant === '' ? [] : ['--tenant', tenantName.parse(tenant)];
    const args = ['account', 'get-access-token', '--output', 'json', '--resource', resource, ...inTenant];
    const answer = await this.#json(args, tenant, signal);
    // Seconds since 1970. Older versions print a local time without its zone only.
    const seconds = Number(answer.expires_on);
    const expiresAtMs = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(textOf(answer.expiresOn));
    return { token: textOf(answer.accessToken), expiresAtMs: Number.isNaN(expiresAtMs) ? 0 : expiresAtMs };
  }

  async #json(args: readonly string[], tenant: string, signal: AbortSignal): Promise<Record<string, unknown>> {
    try {
      return JSON.parse(await this.#run('az', args, signal)) as Record<string, unknown>;
    } catch (thrown) {
      if (signal.aborted) throw cancelled();
      throw azError(thrown, tenant);
    }
  }
}

function azError(thrown: unknown, tenant: string): StowageError {
  const { code, stderr = '' } = thrown as { readonly code?: unknown; readonly stderr?: string };
  const isMissing = code === 'ENOENT' || /not recognized as an internal|command not found/iu.test(stderr);
  if (isMissing) {
    return new StowageError('auth.sign-in-failed', 'There is no Azure CLI.', { context: { error: 'az', lacks: 'az' } });
  }
  const detail = (/^ERROR: (.*)$/mu.exec(stderr)?.[1] ?? stderr.trim().split('\n')[0] ?? '').slice(0, 400);
  const aadCode = /AADSTS\d+/u.exec(stderr)?.[0];
  const context = { tenant, error: 'az', detail, ...(aadCode === undefined ? {} : { aadCode }) };
  return /az login|AADSTS(?:50|53|70|65)\d+/u.test(stderr)
    ? new StowageError('auth.sign-in-needed', 'The Azure CLI is not signed in.', { context: { ...context, by: 'az' } })
    : new StowageError('auth.sign-in-failed', 'The Azure CLI issued no token.', { context });
}

export interface EnvironmentOptions {
  readonly environment: Environment;
  readonly cloud: Cloud;
  readonly http: HttpClient;
}

/**
 * The service principal that the environment names: `AZURE_TENANT_ID` and `AZURE_CLIENT_ID` with `AZURE_CLIENT_SECRET`,
 * `AZURE_CLIENT_CERTIFICATE_PATH` (PEM, key included) or `AZURE_FEDERATED_TOKEN_FILE` (workload identity).
 */
export class EnvironmentIdentity implements TokenProvider {
  readonly #options: EnvironmentOptions;
  readonly #network: AuthorityNetwork;
  readonly #clients = new Map<string, ConfidentialClientApplication>();

  constructor(options: EnvironmentOptions) {
    this.#options = options;
    this.#network = new AuthorityNetwork(options.http);
  }

  /** @throws StowageError `invalid.input` naming the variable that is missing */
  describe(): MachineIdentity {
    const { environment } = this.#options;
    const clientId = required(environment, 'AZURE_CLIENT_ID');
    const homeTenant = required(environment, 'AZURE_TENANT_ID');
    const ways = ['AZURE_CLIENT_SECRET', 'AZURE_CLIENT_CERTIFICATE_PATH', 'AZURE_FEDERATED_TOKEN_FILE'];
    if (!ways.some((name) => isSet(environment[name]))) throw missingVariable(ways.join(', '));
    return { name: clientId, homeTenant };
  }

  async acquire(tenant: string, resource: string, { isForced, claims }: AcquireOptions): Promise<AccessToken> {
    const inTenant = tenant === '' ? this.describe().homeTenant : tenant;
    try {
      const client = await this.#client(inTenant);
      const result = await client.acquireTokenByClientCredential({
        scopes: [`${resource}/.default`],
        skipCache: isForced,
        ...(claims === undefined ? {} : { claims }),
      });
      if (result === null) throw new StowageError('auth.sign-in-failed', 'No token.', { context: { error: 'empty' } });
      return tokenIn(result);
    } catch (thrown) {
      throw signInError(thrown, inTenant, this.#network.takeFailure());
    }
  }

  async #client(tenant: string): Promise<ConfidentialClientApplication> {
    const known = this.#clients.get(tenant);
    if (known !== undefined) return known;
    const { cloud, environment } = this.#options;
    const client = new ConfidentialClientApplication({
      auth: {
        clientId: required(environment, 'AZURE_CLIENT_ID'),
        authority: `${cloud.authority}/${tenant}`,
        ...(cloud.id === 'custom' ? { knownAuthorities: [new URL(cloud.authority).host] } : {}),
        ...(await proofIn(environment)),
      },
      system: { networkClient: this.#network },
    });
    this.#clients.set(tenant, client);
    return client;
  }
}

interface Proof {
  readonly clientSecret?: string;
  readonly clientAssertion?: () => Promise<string>;
  readonly clientCertificate?: { readonly thumbprintSha256: string; readonly privateKey: string; readonly x5c: string };
}

async function proofIn(environment: Environment): Promise<Proof> {
  const {
    AZURE_CLIENT_SECRET: secret,
    AZURE_CLIENT_CERTIFICATE_PATH: certificatePath,
    AZURE_FEDERATED_TOKEN_FILE: tokenFile,
  } = environment;
  if (isSet(secret)) return { clientSecret: secret };
  if (isSet(certificatePath)) return { clientCertificate: certificateIn(await readFile(certificatePath, 'utf8')) };
  const path = tokenFile ?? '';
  // The file is replaced every hour or so.
  return { clientAssertion: async () => (await readFile(path, 'utf8')).trim() };
}

function certificateIn(pem: string): NonNullable<Proof['clientCertificate']> {
  const certificate = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/u.exec(pem)?.[0];
  const privateKey = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----[\s\S]+?-----END (?:[A-Z]+ )?PRIVATE KEY-----/u.exec(
    pem,
  )?.[0];
  if (certificate === undefined || privateKey === undefined) {
    throw missingVariable('AZURE_CLIENT_CERTIFICATE_PATH');
  }
  const { raw } = new X509Certificate(certificate);
  return { thumbprintSha256: createHash('sha256').update(raw).digest('hex'), privateKey, x5c: certificate };
}

/** The identity that Azure assigned to this machine, app or container. `clientId`: of a user-assigned one. */
export class ManagedIdentity implements TokenProvider {
  readonly #application: ManagedIdentityApplication;
  readonly #network: AuthorityNetwork;
  readonly #clientId: string | undefined;

  /** `http`: reaches the metadata service of the machine, never through a proxy. */
  constructor(http: HttpClient, clientId: string | undefined) {
    this.#network = new AuthorityNetwork(http);
    this.#clientId = clientId;
    this.#application = new ManagedIdentityApplication({
      ...(clientId === undefined ? {} : { managedIdentityIdParams: { userAssignedClientId: clientId } }),
      system: { networkClient: this.#network, disableInternalRetries: true },
    });
  }

  describe(): MachineIdentity {
    return { name: this.#clientId ?? 'managed-identity', homeTenant: '' };
  }

  async acquire(tenant: string, resource: string, { isForced, claims }: AcquireOptions): Promise<AccessToken> {
    try {
      const result = await this.#application.acquireToken({
        resource,
        forceRefresh: isForced,
        ...(claims === undefined ? {} : { claims }),
      });
      return tokenIn(result);
    } catch (thrown) {
      throw signInError(thrown, tenant, this.#network.takeFailure());
    }
  }
}

function required(environment: Environment, name: string): string {
  const value = environment[name];
  if (isSet(value)) return value;
  throw missingVariable(name);
}

function missingVariable(name: string): StowageError {
  return new StowageError('auth.sign-in-failed', `The environment lacks ${name}.`, {
    context: { error: 'environment', lacks: 'variable', variable: name },
  });
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
