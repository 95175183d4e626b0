// Corrects the macOS bundle before it is signed: removes declarations of permissions that the app never requests, and
// adds the licences of Electron and Chromium.
import { existsSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Names in Electron's folder, which differ between builds, and in the bundle. */
const licences = [
  { beside: 'LICENSE', inside: 'LICENSE.electron.txt' },
  { beside: 'LICENSE.electron.txt', inside: 'LICENSE.electron.txt' },
  { beside: 'LICENSES.chromium.html', inside: 'LICENSES.chromium.html' },
];

/**
 * @param {string} bundle
 * @param {string} distPath of the Electron in it
 */
export async function tidyBundle(bundle, distPath) {
  const propertiesPath = join(bundle, 'Contents/Info.plist');
  const properties = await readFile(propertiesPath, 'utf8');
  // A bare Electron declares reasons for camera, microphone and Bluetooth, which the system would show when asking.
  const askingForNothing = /\s*<key>NS\w+UsageDescription<\/key>\s*<string>[^<]*<\/string>/g;
  await writeFile(propertiesPath, properties.replace(askingForNothing, ''));
  // They are beside the bundle, and only the bundle is packed.
  for (const { beside, inside } of licences) {
    const path = join(distPath, beside);
    if (existsSync(path)) await cp(path, join(bundle, 'Contents/Resources', inside));
  }
}
