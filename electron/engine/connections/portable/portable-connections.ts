// Converts saved connections with their secrets to and from the form that another computer imports.
import { embeddedConnectionId } from '@shared/model/connection';
import type { ConnectionSecrets } from '../connection-secrets';
import { embeddedName } from '../embedded-connection';
import type { SavedFile } from '../saved-file';
import type { PortableConnections } from './create-portable';

export interface PortableConnectionsOptions {
  readonly file: SavedFile;
  readonly secrets: Pick<ConnectionSecrets, 'readIfStored' | 'keep'>;
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
    names: async () => [embeddedName, embeddedConnectionId, ...(await file.read()).map(({ name }) => name)],
    collect: async () =>
      Promise.all(
        (await file.read()).map(async (saved) => {
          const { id: _id, ...connection } = saved;
          return { connection, secret: await secrets.readIfStored(saved) };
        }),
      ),
    add: async (entries) => {
      const added = entries.map(({ connection, secret }) => ({ secret, saved: { ...connection, id: newId() } }));
      // Secrets first: a saved connection without its secret would ask for it.
      for (const { saved, secret } of added) {
        if (secret !== null) await secrets.keep(saved.id, secret);
      }
      await file.change((all) => [...all, ...added.map(({ saved }) => saved)]);
      changed();
    },
  };
}
