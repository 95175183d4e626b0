// The secrets of saved connections: in the host's vault, by the connection's id, together with where each of them is
// stored.
import { StowageError } from '@shared/errors';
import type { ConnectionSummary, SecretStorage } from '@shared/model/connection';
import type { SecretVault } from '../ports';
import type { SavedConnection } from './saved-file';

export interface ConnectionSecrets {
  /**
   * The key or the SAS token; `''` for the emulator and for connections that sign in, which have none.
   * @throws StowageError `auth.secret-missing`
   */
  of(saved: SavedConnection): Promise<string>;
  /** As `of`; null when it is missing or there is none. */
  readIfStored(saved: SavedConnection): Promise<string | null>;
  /** The second key of the account; null when there is none, and for connections without a key. */
  secondaryOf(saved: SavedConnection): Promise<string | null>;
  /** Stores the second key; null removes it. */
  keepSecondary(id: string, key: string | null): Promise<void>;
  /** Stores the secret; null removes it. */
  keep(id: string, secret: string | null): Promise<void>;
  state(saved: SavedConnection): Promise<Pick<ConnectionSummary, 'secretStorage' | 'needsSecret'>>;
}

export function connectionSecrets(vault: SecretVault): ConnectionSecrets {
  /** Where the secrets written in this run were stored. */
  const places = new Map<string, SecretStorage>();
  const hasNone = ({ credential, s3 }: SavedConnection): boolean =>
    credential === 'emulator' || credential === 'token' || (s3 !== undefined && s3.keys !== 'given');
  return {
    of: async (saved) => {
      if (hasNone(saved)) return '';
      const secret = await vault.read(saved.id);
      if (secret !== null) return secret;
      throw new StowageError('auth.secret-missing', 'The secret is not stored.', {
        context: { connection: saved.name },
      });
    },
    readIfStored: async (saved) => (hasNone(saved) ? null : vault.read(saved.id)),
    secondaryOf: async (saved) => (saved.credential === 'key' ? vault.read(secondaryId(saved.id)) : null),
    keepSecondary: async (id, key) => {
      if (key === null) await vault.remove(secondaryId(id));
      else await vault.write(secondaryId(id), key);
    },
    keep: async (id, secret) => {
      if (secret !== null) {
        places.set(id, await vault.write(id, secret));
        return;
      }
      await vault.remove(id);
      places.delete(id);
    },
    state: async (saved) =>
      hasNone(saved)
        ? { secretStorage: 'none', needsSecret: false }
        : {
            secretStorage: places.get(saved.id) ?? (await vault.storage()),
            needsSecret: (await vault.read(saved.id)) === null,
          },
  };
}

/** Where the vault has the second key of a connection. Earlier versions know the first one only. */
function secondaryId(id: string): string {
  return `${id}/secondary`;
}
