// Reads the resources of a Windows executable: Microsoft's "PE Format", the .rsrc section, and "VS_VERSIONINFO structure".

export interface Resource {
  /** A number, or a name in capitals. */
  readonly type: number | string;
  readonly id: number | string;
  readonly bytes: Buffer;
}

/** Of an icon, of a group of icons, of the version. */
export const resourceTypes = { icon: 3, iconGroup: 14, version: 16 };

/** The machine that the executable is for; 0x8664 is x64. */
export function machineOf(executable: Buffer): number {
  return executable.readUInt16LE(headerAt(executable) + 4);
}

export function resourcesIn(executable: Buffer): readonly Resource[] {
  const { at: start, address } = resourceSection(executable);
  // A directory is 16 bytes, the last four how many of its entries have names and numbers; an entry is 8.
  const entriesOf = (at: number): readonly { readonly key: number | string; readonly to: number }[] => {
    const count = executable.readUInt16LE(at + 12) + executable.readUInt16LE(at + 14);
    return Array.from({ length: count }, (_, index) => {
      const entry = at + 16 + 8 * index;
      const key = executable.readUInt32LE(entry);
      // The highest bit marks the offset of a name, or of a further directory.
      return { key: isFlagged(key) ? nameAt(unflagged(key)) : key, to: executable.readUInt32LE(entry + 4) };
    });
  };
  const nameAt = (offset: number): string => {
    const at = start + offset;
    return executable.subarray(at + 2, at + 2 + 2 * executable.readUInt16LE(at)).toString('utf16le');
  };
  const bytesAt = (offset: number): Buffer => {
    const from = start + executable.readUInt32LE(start + offset) - address;
    return executable.subarray(from, from + executable.readUInt32LE(start + offset + 4));
  };
  return entriesOf(start).flatMap(({ key: type, to: ids }) =>
    entriesOf(start + unflagged(ids)).flatMap(({ key: id, to: languages }) =>
      entriesOf(start + unflagged(languages)).map(({ to }) => ({ type, id, bytes: bytesAt(to) })),
    ),
  );
}

/** The texts of a version resource by their names. */
export function versionTexts(version: Buffer): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  // Each is its length, the length of its value, 1 for text, its name and its value; all begin at a multiple of four.
  const readBlock = (at: number, depth: number): void => {
    const end = at + version.readUInt16LE(at);
    const valueLength = version.readUInt16LE(at + 2);
    const key = textFrom(version, at + 6);
    let next = aligned(at + 6 + 2 * (key.length + 1));
    if (depth === 3) {
      texts[key] = valueLength === 0 ? '' : textFrom(version, next);
      return;
    }
    for (next = aligned(next + valueLength); next < end; next = aligned(next + version.readUInt16LE(next))) {
      // The list of languages beside the texts has none.
      if (depth > 0 || textFrom(version, next + 6) === 'StringFileInfo') readBlock(next, depth + 1);
    }
  };
  readBlock(0, 0);
  return texts;
}

function headerAt(executable: Buffer): number {
  const at = executable.readUInt32LE(0x3c);
  if (executable.toString('latin1', at, at + 4) !== 'PE\0\0') throw new Error('it is no executable of Windows');
  return at;
}

function resourceSection(executable: Buffer): { readonly at: number; readonly address: number } {
  const header = headerAt(executable);
  const sections = header + 24 + executable.readUInt16LE(header + 20);
  for (let index = 0; index < executable.readUInt16LE(header + 6); index++) {
    const section = sections + 40 * index;
    if (executable.toString('latin1', section, section + 8).replaceAll('\0', '') !== '.rsrc') continue;
    return { address: executable.readUInt32LE(section + 12), at: executable.readUInt32LE(section + 20) };
  }
  throw new Error('it has no resources');
}

function textFrom(bytes: Buffer, at: number): string {
  let end = at;
  while (end + 1 < bytes.length && bytes.readUInt16LE(end) !== 0) end += 2;
  return bytes.toString('utf16le', at, end);
}

const aligned = (at: number): number => Math.ceil(at / 4) * 4;
const isFlagged = (value: number): boolean => value >= 0x8000_0000;
const unflagged = (value: number): number => value % 0x8000_0000;
