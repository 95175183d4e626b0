// The licences of everything the app ships, in a separate file because a window in a browser reads them, too, without
// Electron: those of its bundles from a file of the build, those of Electron and Chromium from the files that come with
// them.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { type ShippedPackage, shippedPackage } from '@shared/ipc/contract/main';

/** Rejects when the build left no such file, or a damaged one. */
export async function readLicences(path: string): Promise<ShippedPackage[]> {
  return z.array(shippedPackage).parse(JSON.parse(await readFile(path, 'utf8')));
}

/** The file of Chromium's licences beside the running program; null when there is none. */
export function browserLicences(executable: string): string | null {
  const path = join(dirname(executable), 'LICENSES.chromium.html');
  return existsSync(path) ? path : null;
}
