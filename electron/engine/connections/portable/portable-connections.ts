// Converts saved connections with their secrets to and from the form that another computer imports.
import type { ConnectionSecrets } from '../connection-secrets';
import { embeddedNames } from '../embedded-connection';
import type { SavedFile } from '../saved-file';
import type { PortableConnections } from './create-portable';

export interface PortableConnectionsOptions {
  readonly file: SavedFile;
  readonly secrets: Pick<ConnectionSecrets, 'readIfStored' | 'keep' | 'secondaryOf' | 'keepSecondary'>;
  readonly newId: () => string;
  /** Others list the connections. */
  readonly changed: () => void;
}

export function portableConnections({
  file,
  secrets,
  newId,
  changed,
}: PortableConnectionsOptions): PortableConnections {
  return {
    names: async () => [...embeddedNames(), ...(await file.read()).map(({ name }) => name)],
    countSignedIn: async () => (await file.read()).filter(({ kind }) => kind === 'sign-in').length,
    collect: async () =>
      Promise.all(
        (await file.read()).flatMap(({ kind, identity: _identity, keyInUse: _keyInUse, credential, id, ...rest }) => {
          // An identity is signed in on this machine only.
          if (kind === 'sign-in' || credential === 'token') return [];
          const connection = { ...rest, kind, credential };
          const saved = { ...connection, id };
          return [
            Promise.all([secrets.readIfStored(saved), secrets.secondaryOf(saved)]).then(([secret, secondary]) => ({
              connection,
              secret,
              secondary,
            })),
          ];
        }),
      ),
    add: async (entries) => {
      const added = entries.map(({ connection, ...keys }) => ({ ...keys, saved: { ...connection, id: newId() } }));
      // Secrets first: a saved connection without its secret would prompt for it.
      for (const { saved, secret, secondary } of added) {
        if (secret !== null) await secrets.keep(saved.id, secret);
        if (secondary !== null) await secrets.keepSecondary(saved.id, secondary);
      }
      await file.change((all) => [...all, ...added.map(({ saved }) => saved)]);
      changed();
    },
  };
}
