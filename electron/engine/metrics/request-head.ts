// The query and headers of a request as the monitor shows them. What signs a request is left out; of headers, only those
// that describe it are taken, because the others may be content or credentials.

/** Names in lower case, besides the families below. */
const described: ReadonlySet<string> = new Set([
  ...['accept', 'content-encoding', 'content-length', 'content-md5', 'content-type', 'date', 'prefer', 'range'],
  ...['dataserviceversion', 'maxdataserviceversion', 'transfer-encoding', 'user-agent'],
  ...['x-ms-access-tier', 'x-ms-blob-type', 'x-ms-client-request-id', 'x-ms-content-crc64', 'x-ms-copy-source'],
  ...['x-ms-date', 'x-ms-delete-snapshots', 'x-ms-lease-action', 'x-ms-range', 'x-ms-range-get-content-md5'],
  ...['x-ms-requires-sync', 'x-ms-source-content-md5', 'x-ms-source-range', 'x-ms-version', 'x-ms-write'],
]);
const families = /^(?:if-|x-ms-if-|x-ms-source-if-|x-ms-blob-content-|x-ms-blob-cache-)/;

/** The query on the first line, encoded as it was sent; then a header a line. */
export function requestHeadOf(path: string, headers: Readonly<Record<string, string>>): string {
  const at = path.indexOf('?');
  const lines = [at < 0 ? '' : unsigned(path.slice(at + 1))];
  for (const given in headers) {
    const name = given.toLowerCase();
    if (!described.has(name) && !families.test(name)) continue;
    lines.push(`${name}: ${unsigned(headers[given] ?? '')}`);
  }
  return lines.join('\n');
}

/** Without the signature of a SAS, also within the address of a copy's source. */
function unsigned(text: string): string {
  return /sig=/iu.test(text) ? text.replace(/(^|[?&])sig=[^&]*/giu, '$1sig=…') : text;
}
