// The photos container: small drawn pictures in a folder tree, names that break careless clients, one large file.
import { crc32, deflateSync } from 'node:zlib';
import { seeded } from './seeded';

export interface SampleBlob {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export const largeBlob = { name: 'archive/survey-2026-11.bin', bytes: 200 * 1024 * 1024 } as const;

const albums = [
  ['2024/harbour', 14],
  ['2024/harbour/night', 6],
  ['2025/fells', 12],
  ['2025/lighthouses', 9],
  ['2026/regatta', 11],
] as const;
const oddNames = [
  'odd names/with space.png',
  'odd names/100% certain.png',
  'odd names/percent%20kept.png',
  'odd names/semi;colon.png',
  'odd names/plus+and&ampersand.png',
  'odd names/⚓ anchor.png',
  'odd names/ünïcødé — long dash.png',
  'odd names/trailing dot.',
  'odd names/CON',
  'odd names/Case.png',
  'odd names/case.png',
];

/** About sixty blobs, each a real picture of some kilobytes. */
export function* photos(): Generator<SampleBlob> {
  let seed = 1;
  for (const [album, count] of albums) {
    for (let index = 1; index <= count; index += 1) {
      yield picture(`${album}/IMG_${String(seed * 7 + 400).padStart(4, '0')}.png`, seed);
      seed += 1;
    }
  }
  for (const name of oddNames) {
    yield picture(name, seed);
    seed += 1;
  }
  const readme = 'Sample pictures drawn by Stowage. Delete them whenever you like.\n';
  yield { name: 'readme.txt', contentType: 'text/plain; charset=utf-8', content: Buffer.from(readme) };
}

/** The large blob in pieces of 1 MiB: one irregular piece, stamped with its index so that no two are equal. */
export function* largeBlobPieces(): Generator<Buffer> {
  const piece = seeded(0xb10b).bytes(1024 * 1024);
  for (let index = 0; index < largeBlob.bytes / piece.length; index += 1) {
    piece.writeUInt32LE(index, 0);
    yield piece;
  }
}

function picture(name: string, seed: number): SampleBlob {
  const random = seeded(seed);
  const width = 160;
  const height = 107;
  const sky = [random.between(90, 200), random.between(120, 210), random.between(170, 250)];
  const sea = [random.between(10, 60), random.between(60, 120), random.between(90, 160)];
  const horizon = random.between(45, 75);
  const rows = Buffer.alloc((width * 3 + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const base = y < horizon ? sky : sea;
      const shade = y < horizon ? y / 3 : Math.sin((x + y * 3) / (4 + (seed % 5))) * 10;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = (base[channel] ?? 0) + shade + random.between(0, 6);
        rows[y * (width * 3 + 1) + 1 + x * 3 + channel] = Math.max(0, Math.min(255, Math.round(value)));
      }
    }
  }
  return { name, contentType: 'image/png', content: png(width, height, rows) };
}

/** Eight-bit RGB without filters; `rows` has a leading filter byte a row. */
function png(width: number, height: number, rows: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
