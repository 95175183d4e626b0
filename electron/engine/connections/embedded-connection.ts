// The connection to the embedded store, which is not saved: how the window lists it, and how its account is created.
import { StowageError } from '@shared/errors';
import { emulatorAccount } from '@shared/model/connection-string';
import { type ConnectionSummary, embeddedConnectionId } from '@shared/model/connection';
import { inEnglish, t } from '@shared/strings/t';
import type { AccountDescriptor } from '../azure/account';

/** What the connections room needs to know of the embedded store. */
export interface EmbeddedStoreView {
  readonly state: NonNullable<ConnectionSummary['store']>;
  /** Null while it does not answer. */
  readonly endpoints: { readonly blob: string; readonly table: string } | null;
  /** Of its account, while it answers. */
  readonly accountKey: string;
  /** Returns how to stop listening. */
  onChange(listen: () => void): () => void;
}

/** As people read it, in the language of the window. Programs name it by its id. */
export const embeddedName = (): string => t`Local (embedded)`;

/** In any language: no saved connection can be called so. */
export const embeddedNames = (): readonly string[] => [embeddedName(), inEnglish(embeddedName), embeddedConnectionId];

export function embeddedSummary({ state, endpoints }: EmbeddedStoreView): ConnectionSummary {
  return {
    id: embeddedConnectionId,
    name: embeddedName(),
    kind: 'embedded',
    accountName: emulatorAccount.name,
    endpoints: endpoints === null ? {} : { blob: endpoints.blob, table: endpoints.table },
    marking: { production: false, colour: 'none' },
    locked: false,
    secretStorage: 'none',
    needsSecret: false,
    store: state,
  };
}

/** Resolves once the store answers or has failed, so that requests during its start wait instead of failing. */
export async function embeddedSettled(embedded: EmbeddedStoreView | null): Promise<void> {
  while (embedded?.state === 'starting' || embedded?.state === 'restarting') {
    await new Promise<void>((resolve) => {
      const stop = embedded.onChange(() => {
        stop();
        resolve();
      });
    });
  }
}

/** Throws `network.emulator-down` while the store does not answer. */
export function embeddedDescriptor(embedded: EmbeddedStoreView | null): AccountDescriptor {
  const endpoints = embedded?.endpoints ?? null;
  if (embedded === null || endpoints === null) {
    throw new StowageError('network.emulator-down', 'The embedded store does not answer.', {
      context: { state: embedded?.state ?? 'stopped' },
      retry: { afterMs: 500 },
    });
  }
  return {
    connectionId: embeddedConnectionId,
    accountName: emulatorAccount.name,
    endpoints: { blob: endpoints.blob, table: endpoints.table },
    credential: { kind: 'key', accountName: emulatorAccount.name, accountKey: embedded.accountKey },
  };
}
