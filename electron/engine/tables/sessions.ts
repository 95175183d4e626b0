// The running queries of the window by id, few enough to forget: a window that vanished closes nothing.
import { randomUUID } from 'node:crypto';
import { StowageError } from '@shared/errors';
import type { QuerySession } from './query-session';

/** Sessions hold at most a page each; past this the longest unused one is closed. */
const mostSessions = 100;

export class Sessions {
  readonly #byId = new Map<string, QuerySession>();

  add(session: QuerySession): string {
    const [longestUnused] = this.#byId.keys();
    if (longestUnused !== undefined && this.#byId.size >= mostSessions) this.close(longestUnused);
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
