// Reads the lines of a file that may be larger than any string.
import { createReadStream } from 'node:fs';
import { MiB } from '@shared/units';

const lineFeed = 10;

/** The lines without their line feeds. Other characters that some readers treat as line ends do not count. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  for await (const read of createReadStream(path, { highWaterMark: MiB })) {
    const piece = read as Buffer;
    let from = 0;
    for (let end = piece.indexOf(lineFeed); end !== -1; end = piece.indexOf(lineFeed, from)) {
      yield Buffer.concat([...begun, piece.subarray(from, end)]).toString();
      begun = [];
      from = end + 1;
    }
    begun.push(piece.subarray(from));
  }
  const rest = Buffer.concat(begun);
  if (rest.length > 0) yield rest.toString();
}
