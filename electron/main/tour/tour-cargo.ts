// The file that the tour uploads and downloads again: the same bytes every time, none of them compressible to nothing.

export const cargoFileName = 'harbour-survey.dat';
export const cargoBytes = 256 * 1024 * 1024;
const pieceBytes = 1024 * 1024;

/** `cargoBytes` long. Every MiB differs, so that a block in the wrong place cannot go unnoticed. */
export function cargoFile(): Buffer {
  const file = Buffer.allocUnsafe(cargoBytes);
  let state = 0x9e3779b9;
  for (let at = 0; at < pieceBytes; at += 4) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    file.writeInt32LE(state | 0, at);
  }
  for (let at = pieceBytes; at < cargoBytes; at += pieceBytes) {
    file.copy(file, at, 0, pieceBytes);
    file.writeUInt32LE(at / pieceBytes, at);
  }
  return file;
}
