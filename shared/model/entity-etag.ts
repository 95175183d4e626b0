// The ETags of entities, which the service makes of their Timestamp.

export function etagOf(timestamp: string): string {
  return `W/"datetime'${encodeURIComponent(timestamp)}'"`;
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
