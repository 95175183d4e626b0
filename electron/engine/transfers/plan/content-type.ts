// The content type stored with an uploaded file, by the extension of its name: the table of the `mime` package, with
// overrides where that table has none, an outdated one, or another meaning than people's files have.
import { extname } from 'node:path';
import mime from 'mime';

const text = '; charset=utf-8';
const overrides: Readonly<Record<string, string>> = {
  '.avro': 'application/vnd.apache.avro.file',
  '.br': 'application/x-brotli',
  '.cjs': `text/javascript${text}`,
  '.css': `text/css${text}`,
  '.csv': `text/csv${text}`,
  '.env': `text/plain${text}`,
  // RFC 9639.
  '.flac': 'audio/flac',
  '.go': `text/plain${text}`,
  '.htm': `text/html${text}`,
  '.html': `text/html${text}`,
  '.ico': 'image/x-icon',
  '.js': `text/javascript${text}`,
  '.jsonl': 'application/x-ndjson',
  // A private key far more often than a Keynote document.
  '.key': 'application/octet-stream',
  '.log': `text/plain${text}`,
  '.lz4': 'application/x-lz4',
  '.md': `text/markdown${text}`,
  '.mjs': `text/javascript${text}`,
  '.mts': `text/plain${text}`,
  '.ndjson': 'application/x-ndjson',
  '.orc': 'application/vnd.apache.orc',
  '.parquet': 'application/vnd.apache.parquet',
  '.py': `text/x-python${text}`,
  '.rs': `text/plain${text}`,
  '.sqlite': 'application/vnd.sqlite3',
  '.tgz': 'application/gzip',
  '.tsx': `text/plain${text}`,
  '.txt': `text/plain${text}`,
  '.wav': 'audio/wav',
  '.xml': 'application/xml',
  // RFC 9512.
  '.yaml': 'application/yaml',
  '.yml': 'application/yaml',
  '.zst': 'application/zstd',
};

/** What the service itself stores for a blob without a content type. */
const unknownContentType = 'application/octet-stream';

/** By the first of the names whose extension is known. */
export function contentTypeOf(...names: readonly string[]): string {
  for (const name of names) {
    const extension = extname(name).toLowerCase();
    const found = extension === '' ? null : (overrides[extension] ?? mime.getType(extension));
    if (found !== null) return found;
  }
  return unknownContentType;
}
