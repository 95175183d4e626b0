// A zip of an application folder that preserves symbolic links and permissions, which a macOS bundle needs.
import { createWriteStream } from 'node:fs';
import { lstat, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * @param {{ require: NodeJS.Require, folder: string, folderName: string, outputPath: string }} options `require` finds
 * the packaging tools; `folderName` is the folder's name inside the zip
 */
export async function makeZip({ require, folder, folderName, outputPath }) {
  /** @type {any} */
  const { ZipFile } = require(/** @type {string} */ ('yazl'));
  const zip = new ZipFile();
  const written = pipeline(zip.outputStream, createWriteStream(outputPath));
  const add = async (path, inside) => {
    const { mode, mtime } = await lstat(path);
    if ((mode & 0o170000) === 0o120000) {
      zip.addBuffer(Buffer.from(await readlink(path)), inside, { mode, mtime });
    } else if ((mode & 0o170000) === 0o040000) {
      zip.addEmptyDirectory(inside, { mode, mtime });
      for (const name of (await readdir(path)).sort()) await add(join(path, name), `${inside}/${name}`);
    } else {
      zip.addFile(path, inside, { mode, mtime });
    }
  };
  await add(folder, folderName);
  zip.end();
  await written;
}
