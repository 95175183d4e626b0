// A script as a user of the plain SDKs would write it, one whole process for each work: CONNECTION_STRING, then `upload
// FOLDER PREFIX`, `download PREFIX FOLDER`, `print`, `export FILE` or `count`.
import { TableClient } from '@azure/data-tables';
import { BlobServiceClient } from '@azure/storage-blob';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { Writable } from 'node:stream';
import { container } from '../task';
import { inParallel } from '../work/work';

const filesAtOnce = 32;
const blocks = { blockSize: 8 * 2 ** 20, concurrency: 8, maxSingleShotSize: 8 * 2 ** 20 };

async function main([connectionString = '', verb = '', first = '', second = '']: readonly string[]): Promise<void> {
  const blobs = BlobServiceClient.fromConnectionString(connectionString).getContainerClient(container);
  const pages = () =>
    TableClient.fromConnectionString(connectionString, 'typed', { allowInsecureConnection: true })
      .listEntities()
      .byPage({ maxPageSize: 1000 });
  switch (verb) {
    case 'upload': {
      const found = await readdir(first, { recursive: true, withFileTypes: true });
      const paths = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
      await inParallel(paths.length, filesAtOnce, async (index) => {
        const path = paths[index] ?? '';
        await blobs.getBlockBlobClient(`${second}/${relative(first, path)}`).uploadFile(path, blocks);
      });
      return;
    }
    case 'download': {
      const names: string[] = [];
      for await (const { name } of blobs.listBlobsFlat({ prefix: first })) names.push(name);
      await inParallel(names.length, filesAtOnce, async (index) => {
        const name = names[index] ?? '';
        const path = join(second, name);
        await mkdir(dirname(path), { recursive: true });
        await blobs.getBlockBlobClient(name).downloadToFile(path);
      });
      return;
    }
    case 'print':
      await writeRows(process.stdout, pages());
      return;
    case 'export': {
      const file = createWriteStream(first);
      await writeRows(file, pages());
      file.end();
      await once(file, 'close');
      return;
    }
    case 'count': {
      let rows = 0;
      for await (const page of pages()) rows += page.length;
      process.stdout.write(`${rows}\n`);
      return;
    }
    default:
      throw new Error(`no such work: ${verb}`);
  }
}

async function writeRows(to: Writable, pages: AsyncIterable<readonly object[]>): Promise<void> {
  for await (const page of pages) {
    if (!to.write(page.map((row) => `${JSON.stringify(row, textOfBigInt)}\n`).join(''))) await once(to, 'drain');
  }
}

function textOfBigInt(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

void main(process.argv.slice(2));
