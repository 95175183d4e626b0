// ETags of entities, which the service derives from their Timestamp.

/** A lone surrogate, which the service never sends and nothing can encode, is replaced. */
export function etagOf(timestamp: string): string {
  let encoded: string;
  try {
    encoded = encodeURIComponent(timestamp);
  } catch {
    encoded = encodeURIComponent(timestamp.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
  }
  return `W/"datetime'${encoded}'"`;
}

/** The Timestamp that an ETag was derived from; empty for other ETags. */
export function timestampOf(etag: string): string {
  const text = /^W\/"datetime'([^']+)'"$/.exec(etag)?.[1];
  try {
    return text === undefined ? '' : decodeURIComponent(text);
  } catch {
    return '';
  }
}
