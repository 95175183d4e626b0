// TLS state that a thread keeps longer than its connections: one context per set of trusted authorities, because
// creating one parses all of them, and the last session with each host, which makes the next handshake shorter.
import { type SecureContext, createSecureContext } from 'node:tls';

/** PEM; undefined for the runtime's own choice. */
export type Authorities = string | string[] | undefined;

/** Shared by all connections that trust the same authorities. */
export interface TlsTrust {
  readonly context: () => SecureContext;
  /** From an earlier connection whose certificate was accepted; undefined when there was none. */
  readonly sessionWith: (origin: string) => Buffer | undefined;
  readonly keep: (origin: string, session: Buffer) => void;
}

export interface TlsMemory {
  trusting(authorities: Authorities): TlsTrust;
}

/** Sessions are small, and hardly anybody uses more hosts at a time. */
const maxSessions = 64;

/** Create one per thread. It is never written to disk. */
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
      if (sessions.size === maxSessions && !sessions.has(origin)) sessions.clear();
      sessions.set(origin, session);
    },
  };
}
