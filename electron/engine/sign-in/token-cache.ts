// The cache of msal in the vault of secrets, encrypted by the system where there is a keychain and for this session
// only where there is none. The text of the last state stays in memory: msal expects to read what it wrote.
import type { ICachePlugin, TokenCacheContext } from '@azure/msal-node';
import { StowageError } from '@shared/errors';
import type { SecretVault } from '../ports';

export class TokenCacheInVault implements ICachePlugin {
  readonly #vault: SecretVault;
  readonly #id: string;
  readonly #log: (line: string) => void;
  #text: string | null = null;
  #isRead = false;

  /** `id`: of the secret in the vault. */
  constructor(vault: SecretVault, id: string, log: (line: string) => void) {
    this.#vault = vault;
    this.#id = id;
    this.#log = log;
  }

  async beforeCacheAccess(context: TokenCacheContext): Promise<void> {
    if (!this.#isRead) {
      this.#isRead = true;
      this.#text = await this.#stored();
    }
    if (this.#text === null) return;
    try {
      context.tokenCache.deserialize(this.#text);
    } catch {
      // An exception here would fail every call of msal, for good.
      this.#text = null;
      this.#log('The stored sign-ins could not be read and were dropped; signing in again replaces them.');
    }
  }

  async afterCacheAccess(context: TokenCacheContext): Promise<void> {
    if (!context.cacheHasChanged) return;
    const text = context.tokenCache.serialize();
    this.#text = text;
    try {
      await this.#vault.write(this.#id, text);
    } catch (thrown) {
      // The session continues with the data in memory.
      this.#log(`The sign-in could not be stored: ${StowageError.from(thrown).code}.`);
    }
  }

  async #stored(): Promise<string | null> {
    try {
      const text = await this.#vault.read(this.#id);
      if (text === null) return null;
      JSON.parse(text);
      return text;
    } catch {
      this.#log('The stored sign-ins are damaged and were set aside; signing in again replaces them.');
      return null;
    }
  }
}
