// The app's persistent state in its state folder, except for the engine's files and the positions of the windows:
// settings, secrets, network settings, picked files.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { safeStorage, session } from 'electron';
import { secretCipher } from './compat';
import { type PersistedSources, openPersistedSources } from './persisted/persisted-sources';
import { type SecretStore, openSecretStore } from './persisted/secrets';
import { type SettingsFile, openSettingsFile } from './persisted/settings-file';
import { type SourceRegistry, createSourceRegistry } from './persisted/sources';
import { type NetworkKeeper, openNetworkKeeper, systemProxy } from './network/network-keeper';

export interface Profile {
  /** Nothing was stored here before. */
  readonly isNew: boolean;
  readonly settings: SettingsFile;
  readonly secrets: SecretStore;
  readonly network: NetworkKeeper;
  readonly sources: SourceRegistry;
  readonly persistedSources: PersistedSources;
}

/** `stateDir`: absolute. Writes nothing yet. */
export function openProfile(stateDir: string, log: (line: string) => void): Profile {
  const now = (): Date => new Date();
  const secrets = openSecretStore(join(stateDir, 'secrets.json'), secretCipher(safeStorage, process.platform), {
    now,
    log,
  });
  const sources = createSourceRegistry(() => randomBytes(16).toString('hex'));
  return {
    isNew: !['settings.json', 'connections.json', 'window.json'].some((name) => existsSync(join(stateDir, name))),
    settings: openSettingsFile(join(stateDir, 'settings.json'), now, log),
    secrets,
    network: openNetworkKeeper({
      path: join(stateDir, 'network.json'),
      secrets,
      now,
      log,
      system: () => systemProxy(session.defaultSession, process.env),
    }),
    sources,
    persistedSources: openPersistedSources(join(stateDir, 'kept-files.json'), sources, { now, log }),
  };
}
