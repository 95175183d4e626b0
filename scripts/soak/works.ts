// The kinds of work that a soak repeats: each moves known bytes and rows, and checks the result.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TableClient } from '@azure/data-tables';
import { BlobServiceClient, type ContainerClient } from '@azure/storage-blob';
import { KiB, MiB } from '@shared/units';
import type { Day } from './day';

export const workKinds = ['upload', 'download', 'import', 'scan'] as const;
/** `fill`: as many requests as the engine's request log holds, so that it stops growing. Once, after the faults. */
export type WorkKind = (typeof workKinds)[number] | 'fill';

export interface Work {
  readonly number: number;
  readonly kind: WorkKind;
}

/** Addresses and folders; the engine's process gets the same. */
export interface SoakFolders {
  readonly folder: string;
  readonly stateDir: string;
  readonly day: Day;
  /** Through the connections that are cut. */
  readonly connectionString: string;
  /** Of a service that stores nothing. */
  readonly nowhere: string;
}

export const container = 'soak';
export const scannedTable = 'Scanned';
export const scannedRows = 3_000;
const importedRows = 1_500;
const seedPrefix = 'seed/';
const sizes = [24 * MiB, 5 * MiB, 700 * KiB, ...Array.from({ length: 60 }, (_, index) => 16 * KiB + index)];

export const tinyFiles = 1_000;

export const tinyDir = (folders: SoakFolders): string => join(folders.folder, 'tiny');
export const sourceDir = (folders: SoakFolders): string => join(folders.folder, 'source');
export const uploadPrefix = ({ number }: Work): string => `up-${number}/`;
export const downloadDir = (folders: SoakFolders, { number }: Work): string => join(folders.folder, `down-${number}`);
export const importFile = (folders: SoakFolders, { number }: Work): string =>
  join(folders.folder, `rows-${number}.csv`);
export const importTable = ({ number }: Work): string => `Import${number}`;
export const downloadedPrefix = seedPrefix;

export interface Checker {
  /** Before the work is handed out. */
  prepare(work: Work): Promise<void>;
  /** Throws when a byte or row is missing, superfluous or different; then removes what the work created. */
  check(work: Work): Promise<{ readonly bytes: number; readonly rows: number }>;
}

/** Fills the store without passing the connections that are cut, and reads it the same way. */
export async function openChecker(folders: SoakFolders, straight: string): Promise<Checker> {
  const blobs = BlobServiceClient.fromConnectionString(straight).getContainerClient(container);
  await blobs.create();
  await mkdir(sourceDir(folders), { recursive: true });
  for (const [index, bytes] of sizes.entries()) {
    const content = Buffer.alloc(bytes);
    for (let at = 0; at + 4 <= bytes; at += 4) content.writeUInt32LE((at * 2_654_435_761 + index) >>> 0, at);
    const name = `file-${String(index).padStart(3, '0')}`;
    await writeFile(join(sourceDir(folders), name), content);
    await blobs.getBlockBlobClient(`${seedPrefix}${name}`).upload(content, bytes);
  }
  await mkdir(tinyDir(folders));
  for (let index = 0; index < tinyFiles; index += 1) await writeFile(join(tinyDir(folders), `tiny-${index}`), 'tiny');
  const wanted = await hashesOfFolder(sourceDir(folders));
  const wholeBytes = sizes.reduce((sum, bytes) => sum + bytes, 0);
  const tables = (name: string): TableClient =>
    TableClient.fromConnectionString(straight, name, { allowInsecureConnection: true });
  const scanned = tables(scannedTable);
  await scanned.createTable();
  for (let from = 0; from < scannedRows; from += 100) {
    await scanned.submitTransaction(
      Array.from({ length: 100 }, (_, index) => [
        'create',
        { partitionKey: String(Math.floor(from / 1000)), rowKey: String(from + index).padStart(6, '0'), value: from },
      ]),
    );
  }
  return {
    prepare: async (work) => {
      if (work.kind !== 'import') return;
      await tables(importTable(work)).createTable();
      const lines = Array.from({ length: importedRows }, (_, index) => `p${index % 7},${index},${index * 3}`);
      await writeFile(importFile(folders, work), ['PartitionKey,RowKey,Value', ...lines, ''].join('\n'));
    },
    check: async (work) => {
      switch (work.kind) {
        case 'upload':
          same(await takenFromStore(blobs, uploadPrefix(work)), wanted, work);
          return { bytes: wholeBytes, rows: 0 };
        case 'download': {
          same(await hashesOfFolder(downloadDir(folders, work)), wanted, work);
          await rm(downloadDir(folders, work), { recursive: true });
          return { bytes: wholeBytes, rows: 0 };
        }
        case 'import': {
          const table = tables(importTable(work));
          const rows = new Map<string, number>();
          for await (const { rowKey, Value } of table.listEntities<{ Value: number }>()) rows.set(rowKey ?? '', Value);
          const right = [...rows].filter(([key, value]) => value === Number(key) * 3).length;
          if (right !== importedRows || rows.size !== importedRows) {
            throw new Error(`Import ${work.number} left ${rows.size} rows, ${right} of them as written.`);
          }
          await table.deleteTable();
          await rm(importFile(folders, work));
          return { bytes: 0, rows: importedRows };
        }
        case 'scan':
          return { bytes: 0, rows: scannedRows };
        case 'fill':
          return { bytes: 0, rows: 0 };
      }
    },
  };
}

type Hashes = ReadonlyMap<string, string>;

function same(found: Hashes, wanted: Hashes, { kind, number }: Work): void {
  const wrong = [...wanted].filter(([name, hash]) => found.get(name) !== hash).map(([name]) => name);
  const strange = [...found.keys()].filter((name) => !wanted.has(name));
  if (wrong.length + strange.length === 0) return;
  throw new Error(`The ${kind} ${number}: wrong or missing: ${wrong.join(' ')}; not expected: ${strange.join(' ')}.`);
}

async function takenFromStore(blobs: ContainerClient, prefix: string): Promise<Hashes> {
  const hashes = new Map<string, string>();
  for await (const { name } of blobs.listBlobsFlat({ prefix })) {
    const blob = blobs.getBlobClient(name);
    hashes.set(name.slice(prefix.length), md5(await blob.downloadToBuffer()));
    await blob.delete();
  }
  return hashes;
}

async function hashesOfFolder(folder: string): Promise<Hashes> {
  const hashes = new Map<string, string>();
  for (const name of await readdir(folder)) {
    const hash = createHash('md5');
    for await (const piece of createReadStream(join(folder, name))) hash.update(piece as Buffer);
    hashes.set(name, hash.digest('hex'));
  }
  return hashes;
}

function md5(content: Buffer): string {
  return createHash('md5').update(content).digest('hex');
}
