// Removes another product from the Electron that it was packaged with. The result has the names of a bare Electron and
// nothing of that product.
import { chmod, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const product = 'FiftyOne';
const helpers = ['', ' (GPU)', ' (Plugin)', ' (Renderer)'].map((kind) => ` Helper${kind}`);

/** @param {string} folder of the unpacked product; becomes the folder of `electron.exe` */
export async function bareWindows(folder) {
  await rename(join(folder, `${product}.exe`), join(folder, 'electron.exe'));
  await rm(join(folder, 'resources'), { recursive: true });
  await mkdir(join(folder, 'resources'));
  // The archive contains no permissions, and unpacking makes files writable for everybody.
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
  }
}

/** @param {string} folder in which the application becomes `Electron.app` */
export async function bareMac(folder) {
  const application = join(folder, 'Electron.app');
  await rename(join(folder, `${product}.app`), application);
  const contents = join(application, 'Contents');
  await rename(join(contents, 'MacOS', product), join(contents, 'MacOS/Electron'));
  for (const part of ['app.asar', 'icon.icns']) await rm(join(contents, 'Resources', part));
  await renameInProperties(join(contents, 'Info.plist'));
  for (const helper of helpers) {
    const bundle = join(contents, 'Frameworks', `Electron${helper}.app`);
    await rename(join(contents, 'Frameworks', `${product}${helper}.app`), bundle);
    await rename(
      join(bundle, 'Contents/MacOS', `${product}${helper}`),
      join(bundle, `Contents/MacOS/Electron${helper}`),
    );
    await renameInProperties(join(bundle, 'Contents/Info.plist'));
  }
}

async function renameInProperties(path) {
  const text = await readFile(path, 'utf8');
  await writeFile(path, withoutProduct(text));
}

/**
 * The properties of a bare Electron. Pure.
 * @param {string} properties as XML
 * @throws {Error} if something of the product remains
 */
function withoutProduct(properties) {
  const renamed = properties
    .replace(/<key>NSHumanReadableCopyright<\/key>\s*<string>[^<]*<\/string>/, '')
    .replaceAll(`com.voxel51.${product}`, 'com.github.Electron')
    .replaceAll(product, 'Electron');
  const left = /[^<>]*(?:fiftyone|voxel51)[^<>]*/i.exec(renamed);
  if (left !== null) throw new Error(`the properties of the application still say ${left[0]}`);
  return renamed;
}
