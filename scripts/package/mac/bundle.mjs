// What is put right in the bundle of macOS before it is signed: it does not say that it wants what the app never asks for,
// and has the licences of Electron and Chromium in it.
import { existsSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** In Electron's folder, of an official build or of one made from a wheel, and in the bundle. */
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
  // A bare Electron gives reasons for camera, microphone and Bluetooth, which the system would show in its questions.
  const askingForNothing = /\s*<key>NS\w+UsageDescription<\/key>\s*<string>[^<]*<\/string>/g;
  await writeFile(propertiesPath, properties.replace(askingForNothing, ''));
  // They lie beside the bundle, which alone is packed.
  for (const { beside, inside } of licences) {
    const path = join(distPath, beside);
    if (existsSync(path)) await cp(path, join(bundle, 'Contents/Resources', inside));
  }
}
