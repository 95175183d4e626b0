// What a thread keeps of TLS beyond its connections and its jobs: one context for each set of trusted authorities, because
// making one reads them all anew, and the last session with each host, which spares the next handshake its longest part.
import { type SecureContext, createSecureContext } from 'node:tls';

/** PEM; undefined for the runtime's own choice. */
export type Authorities = string | string[] | undefined;

/** What connections share that trust the same authorities. */
export interface TlsTrust {
  readonly context: () => SecureContext;
  /** Of an earlier connection, whose certificate was accepted; undefined when there was none. */
  readonly sessionWith: (origin: string) => Buffer | undefined;
  readonly keep: (origin: string, session: Buffer) => void;
}

export interface TlsMemory {
  trusting(authorities: Authorities): TlsTrust;
}

/** Sessions are small, and few people use more hosts than that at a time. */
const mostSessions = 64;

/** One for a thread. Nothing in it outlives the process. */
export function createTlsMemory(): TlsMemory {
  const trusts = new Map<string, TlsTrust>();
  return {
    trusting: (authorities) => {
      const key = authorities === undefined ? '' : [authorities].flat().join('\n');
      let trust = trusts.get(key);
      if (trust === undefined) {
        trust = createTrust(authorities);
        trusts.set(key, trust);
      }
      return trust;
    },
  };
}

function createTrust(authorities: Authorities): TlsTrust {
  const sessions = new Map<string, Buffer>();
  let context: SecureContext | null = null;
  return {
    context: () => (context ??= createSecureContext(authorities === undefined ? {} : { ca: authorities })),
    sessionWith: (origin) => sessions.get(origin),
    keep: (origin, session) => {
      if (sessions.size === mostSessions && !sessions.has(origin)) sessions.clear();
      sessions.set(origin, session);
    },
  };
}
