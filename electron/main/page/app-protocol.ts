// Serves the built window at app://stowage/ from one folder and nothing else, under a strict content policy.
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type { PageAnswer } from '../compat';
import { isAppAddress, mediaScheme } from './app-address';

/** The file types of the built window; others are not served. */
const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * What the window may load and run: its own files, images that it creates, and media of blobs from main. Only the
 * window knows the URLs of media, and an image or a film cannot run code.
 */
export const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  `media-src ${mediaScheme}:`,
  "connect-src 'self'",
  "worker-src 'none'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // Without `allow-modals`: the page shows no system dialogs and prints nothing. Nor does it open windows or download.
  'sandbox allow-scripts allow-same-origin allow-forms',
].join('; ');

const commonHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-cache',
};

export interface AppFile {
  /** Absolute. */
  readonly path: string;
  readonly mimeType: string;
}

/** The file behind a URL of the app; null when the URL leads outside of `root`. */
export function resolveAppFile(root: string, address: string): AppFile | null {
  if (!isAppAddress(address)) return null;
  let name: string;
  try {
    name = decodeURIComponent(new URL(address).pathname);
  } catch {
    return null;
  }
  if (name.includes('\0') || name.includes('\\')) return null;
  const path = join(root, name === '/' ? 'index.html' : name);
  if (!path.startsWith(root.endsWith(sep) ? root : root + sep)) return null;
  const mimeType = mimeTypes[extname(path)];
  return mimeType === undefined ? null : { path, mimeType };
}

/** Answers requests for the app's scheme from `root`, an absolute folder that contains index.html. */
export function appFileHandler(root: string): (address: string) => Promise<PageAnswer> {
  return async (address) => {
    const file = resolveAppFile(root, address);
    const body = file && (await readFile(file.path).catch(() => null));
    return body
      ? { status: 200, headers: { ...commonHeaders, 'Content-Type': file.mimeType }, body }
      : { status: 404, headers: commonHeaders, body: Buffer.alloc(0) };
  };
}
