// The ETags of entities, which the service makes of their Timestamp.

/** Half a surrogate pair, which no service sends and nothing can encode, counts as its replacement. */
export function etagOf(timestamp: string): string {
  let encoded: string;
  try {
    encoded = encodeURIComponent(timestamp);
  } catch {
    encoded = encodeURIComponent(timestamp.replaceAll(/\p{Surrogate}/gu, '\ufffd'));
  }
  return `W/"datetime'${encoded}'"`;
}

/** Empty for one that is made of something else. */
export function timestampOf(etag: string): string {
  const text = /^W\/"datetime'([^']+)'"$/.exec(etag)?.[1];
  try {
    return text === undefined ? '' : decodeURIComponent(text);
  } catch {
    return '';
  }
}
