// Reads a zip by its list at the end, with the rights and kinds of files that Unix gives them there.
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** Without the slash of a folder. */
  readonly path: string;
  /** As `lstat` has it. */
  readonly mode: number;
  /** Empty for a folder, the target of a link. */
  readonly bytes: Buffer;
}

export function zipContents(path: string): readonly ZipEntry[] {
  const zip = readFileSync(path);
  const end = zip.lastIndexOf('PK\x05\x06');
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    const nameLength = zip.readUInt16LE(at + 28);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    if (zip[at + 5] !== 3) throw new Error(`${name} was not put in by a Unix`);
    const entry = {
      path: name.replace(/\/$/, ''),
      mode: zip.readUInt32LE(at + 38) >>> 16,
      bytes: bytesAt(zip, zip.readUInt32LE(at + 42), zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)),
    };
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    return entry;
  });
}

function bytesAt(zip: Buffer, local: number, method: number, packedLength: number): Buffer {
  const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packed = zip.subarray(from, from + packedLength);
  return method === 0 ? packed : inflateRawSync(packed);
}
