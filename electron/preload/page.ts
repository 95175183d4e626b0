// The page objects that the preload uses, typed by hand, because this folder is compiled without DOM types.

/** The window object as the preload's isolated world sees it. */
export interface Page {
  readonly origin: string;
  /** The genuine constructor of files, out of the page's reach. */
  readonly File: abstract new (...parts: never[]) => object;
  postMessage(message: unknown, targetOrigin: string, transfer?: readonly unknown[]): void;
}

export const page = globalThis as unknown as Page;
