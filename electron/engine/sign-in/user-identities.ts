// Users who signed in through the system's browser or with a device code: msal's public client of one app registration.
// One instance per registration; the tokens of all its users share one cache in the vault.
import { type AccountInfo, type AuthenticationResult, CryptoProvider, PublicClientApplication } from '@azure/msal-node';
import { StowageError, cancelled } from '@shared/errors';
import type { AppRegistration } from '@shared/model/identity';
import type { HttpClient } from '../azure/http/http-types';
import type { SecretVault } from '../ports';
import { AuthorityNetwork } from './authority-network';
import { openLoopback } from './loopback';
import { signInError } from './msal-errors';
import { TokenCacheInVault } from './token-cache';
import type { AccessToken, AcquireOptions, TokenProvider } from './tokens';

export interface SignedInUser {
  /** Stable for the user and the registration. */
  readonly homeAccountId: string;
  readonly name: string;
  readonly homeTenant: string;
}

export interface BrowserSignIn {
  /** Default: the tenant of the registration. */
  readonly tenant?: string;
  readonly resource: string;
  /** From a challenge, when a tenant requires more. */
  readonly claims?: string;
  /** Suggested in the page of the authority. */
  readonly userName?: string;
  readonly signal: AbortSignal;
  /** Receives the address of the authority: to open it, and to show it for copying. */
  readonly onAddress: (address: string) => Promise<void> | void;
}

export interface DeviceSignIn extends Omit<BrowserSignIn, 'onAddress' | 'userName'> {
  readonly onCode: (code: DeviceCode) => void;
}

export interface DeviceCode {
  readonly userCode: string;
  /** Where the code is entered, on any device. */
  readonly address: string;
  readonly expiresInS: number;
}

export interface UserIdentitiesOptions {
  readonly registration: AppRegistration;
  readonly vault: SecretVault;
  readonly http: HttpClient;
  readonly log: (line: string) => void;
}

export class UserIdentities {
  readonly #registration: AppRegistration;
  readonly #network: AuthorityNetwork;
  readonly #client: PublicClientApplication;

  constructor({ registration, vault, http, log }: UserIdentitiesOptions) {
    this.#registration = registration;
    this.#network = new AuthorityNetwork(http);
    const { cloud, clientId } = registration;
    this.#client = new PublicClientApplication({
      auth: {
        clientId,
        authority: this.#authority(registration.tenant),
        // An authority that msal does not know would be looked up at the public cloud.
        ...(cloud.id === 'custom' ? { knownAuthorities: [new URL(cloud.authority).host] } : {}),
        clientCapabilities: ['cp1'],
      },
      cache: { cachePlugin: new TokenCacheInVault(vault, cacheIdOf(registration), log) },
      system: { networkClient: this.#network },
    });
  }

  async users(): Promise<readonly SignedInUser[]> {
    return (await this.#client.getAllAccounts()).map(userOf);
  }

  /** Throws as `openLoopback` and `TokenProvider.acquire`. */
  async signInByBrowser(options: BrowserSignIn): Promise<SignedInUser> {
    const { tenant = this.#registration.tenant, resource, claims, userName, signal } = options;
    const crypto = new CryptoProvider();
    const { verifier, challenge } = await crypto.generatePkceCodes();
    const state = crypto.createNewGuid();
    const loopback = await openLoopback({ state, signal });
    try {
      const requested = {
        scopes: [`${resource}/.default`],
        authority: this.#authority(tenant),
        redirectUri: loopback.redirectUri,
        ...(claims === undefined ? {} : { claims }),
      };
      const address = await this.#client.getAuthCodeUrl({
        ...requested,
        responseMode: 'query',
        codeChallenge: challenge,
        codeChallengeMethod: 'S256',
        state,
        // The authority drops the hint when it is requested to let the user choose.
        ...(userName === undefined ? { prompt: 'select_account' } : { loginHint: userName }),
      });
      await options.onAddress(address);
      const { code } = await loopback.answer;
      return userOf(accountIn(await this.#client.acquireTokenByCode({ ...requested, code, codeVerifier: verifier })));
    } catch (thrown) {
      throw this.#error(thrown, tenant);
    } finally {
      loopback.close();
    }
  }

  /** Throws as `TokenProvider.acquire`. */
  async signInByDevice(options: DeviceSignIn): Promise<SignedInUser> {
    const { tenant = this.#registration.tenant, resource, claims, signal } = options;
    if (signal.aborted) throw cancelled();
    const request = {
      scopes: [`${resource}/.default`],
      authority: this.#authority(tenant),
      ...(claims === undefined ? {} : { claims }),
      cancel: false,
      deviceCodeCallback: (answer: { userCode: string; verificationUri: string; expiresIn: number }) =>
        options.onCode({ userCode: answer.userCode, address: answer.verificationUri, expiresInS: answer.expiresIn }),
    };
    // msal checks it before the next poll; the caller need not wait for that.
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener(
        'abort',
        () => {
          request.cancel = true;
          reject(cancelled());
        },
        { once: true },
      );
    });
    try {
      const polled = this.#client.acquireTokenByDeviceCode(request);
      polled.catch(() => undefined);
      return userOf(accountIn(await Promise.race([polled, aborted])));
    } catch (thrown) {
      throw this.#error(thrown, tenant);
    }
  }

  providerOf(homeAccountId: string): TokenProvider {
    return { acquire: (tenant, resource, options) => this.#acquire(homeAccountId, tenant, resource, options) };
  }

  async signOut(homeAccountId: string): Promise<void> {
    const account = await this.#account(homeAccountId);
    if (account !== undefined) await this.#client.getTokenCache().removeAccount(account);
  }

  async #acquire(
    homeAccountId: string,
    tenant: string,
    resource: string,
    { claims, isForced }: AcquireOptions,
  ): Promise<AccessToken> {
    const account = await this.#account(homeAccountId);
    if (account === undefined) {
      throw new StowageError('auth.sign-in-needed', 'The user is signed out.', { context: { tenant } });
    }
    try {
      const result = await this.#client.acquireTokenSilent({
        // Both: with the authority alone, the cached token of the home tenant would be returned.
        account: { ...account, tenantId: tenant },
        authority: this.#authority(tenant),
        scopes: [`${resource}/.default`],
        forceRefresh: isForced,
        ...(claims === undefined ? {} : { claims }),
      });
      return tokenIn(result);
    } catch (thrown) {
      throw this.#error(thrown, tenant);
    }
  }

  async #account(homeAccountId: string): Promise<AccountInfo | undefined> {
    return (await this.#client.getAllAccounts()).find((account) => account.homeAccountId === homeAccountId);
  }

  #authority(tenant: string): string {
    return `${this.#registration.cloud.authority}/${tenant}`;
  }

  #error(thrown: unknown, tenant: string): StowageError {
    return signInError(thrown, tenant, this.#network.takeFailure());
  }
}

/** In the vault: one secret per registration, since tokens of one are of no use to another. */
function cacheIdOf({ clientId, cloud }: AppRegistration): string {
  return `entra:${new URL(cloud.authority).host}:${clientId}`;
}

export function tokenIn({
  accessToken,
  expiresOn,
}: Pick<AuthenticationResult, 'accessToken' | 'expiresOn'>): AccessToken {
  return { token: accessToken, expiresAtMs: expiresOn?.getTime() ?? 0 };
}

function accountIn(result: AuthenticationResult | null): AccountInfo {
  const account = result?.account;
  if (account !== null && account !== undefined) return account;
  throw new StowageError('auth.sign-in-failed', 'The authority named no user.', { context: { error: 'no-account' } });
}

function userOf({ homeAccountId, username, tenantId }: AccountInfo): SignedInUser {
  const [, home = tenantId] = homeAccountId.split('.');
  return { homeAccountId, name: username, homeTenant: home };
}
