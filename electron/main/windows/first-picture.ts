// Tells when a window has drawn what a person starts with: work that nobody waits for yet keeps out of its way until then.

export interface FirstPicture {
  /** A window says that it is drawn; only the first one counts. */
  readonly drawn: () => void;
  /** Resolves when one was drawn, or none for so long that what waits must not wait any more. */
  readonly seen: Promise<void>;
}

/** `limitMs`: from now, where no window says anything. */
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
