// Waits until a window has drawn its first content, so that background work does not delay it.

export interface FirstPicture {
  /** A window reports that it is drawn; only the first report counts. */
  readonly drawn: () => void;
  /** Resolves when one was drawn, or after a time limit. */
  readonly seen: Promise<void>;
}

/** `limitMs`: from now, when no window reports. */
export function awaitFirstPicture(limitMs = 10_000): FirstPicture {
  let drawn = (): void => undefined;
  const seen = new Promise<void>((resolve) => {
    const limit = setTimeout(resolve, limitMs);
    drawn = () => {
      clearTimeout(limit);
      resolve();
    };
  });
  return { drawn: () => drawn(), seen };
}
