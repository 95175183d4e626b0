// Writes an Electron archive (asar) from files in memory, limited to what a flat archive of a few files needs.

/**
 * The layout: four little-endian 32-bit sizes, the JSON directory padded to 4 bytes, then the contents of the files.
 * The `offset` of a file counts from the end of the directory.
 * @param {Readonly<Record<string, string>>} files text by name
 * @returns {Buffer}
 */
export function asarOf(files) {
  const entries = {};
  const bodies = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const body = Buffer.from(text, 'utf8');
    entries[name] = { size: body.length, offset: String(offset) };
    bodies.push(body);
    offset += body.length;
  }
  const json = Buffer.from(JSON.stringify({ files: entries }), 'utf8');
  const paddedLength = Math.ceil(json.length / 4) * 4;
  const sizes = Buffer.alloc(16);
  sizes.writeUInt32LE(4, 0);
  sizes.writeUInt32LE(paddedLength + 8, 4);
  sizes.writeUInt32LE(paddedLength + 4, 8);
  sizes.writeUInt32LE(json.length, 12);
  return Buffer.concat([sizes, json, Buffer.alloc(paddedLength - json.length), ...bodies]);
}
