// The running queries by id. Their number is bounded, because a window that crashes closes none of its sessions.
import { randomUUID } from 'node:crypto';
import { StowageError } from '@shared/errors';
import type { QuerySession } from './query-session';

/** Each session holds at most one page; beyond this number the least recently used one is closed. */
const maxSessions = 100;

export class Sessions {
  readonly #byId = new Map<string, QuerySession>();

  add(session: QuerySession): string {
    const [longestUnused] = this.#byId.keys();
    if (longestUnused !== undefined && this.#byId.size >= maxSessions) this.close(longestUnused);
    const id = randomUUID();
    this.#byId.set(id, session);
    return id;
  }

  /** @throws StowageError `not-found.session` */
  get(id: string): QuerySession {
    const session = this.#byId.get(id);
    if (session === undefined) {
      throw new StowageError('not-found.session', 'This query is no longer open; run it again or from its token.');
    }
    this.#byId.delete(id);
    this.#byId.set(id, session);
    return session;
  }

  close(id: string): void {
    this.#byId.get(id)?.close();
    this.#byId.delete(id);
  }

  closeAll(): void {
    for (const id of [...this.#byId.keys()]) this.close(id);
  }
}
