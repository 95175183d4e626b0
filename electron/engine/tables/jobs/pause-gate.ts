// Holds work back while a job is paused.

export class PauseGate {
  readonly #listeners = new Set<() => void>();
  #closed: { readonly opened: Promise<void>; readonly open: () => void } | null = null;

  get isOpen(): boolean {
    return this.#closed === null;
  }

  close(): void {
    if (this.#closed !== null) return;
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    this.#closed = { opened, open };
    for (const listener of [...this.#listeners]) listener();
  }

  /** Called each time the gate closes. Returns how to stop listening. */
  onClose(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  open(): void {
    this.#closed?.open();
    this.#closed = null;
  }

  /** Resolves at once, or when the gate is opened. */
  async whileOpen(): Promise<void> {
    while (this.#closed !== null) await this.#closed.opened;
  }
}
