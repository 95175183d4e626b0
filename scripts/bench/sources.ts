// The files that the bench uploads, created before the measurement, with random bytes.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { bigOfMixed, blobNameOf, type ScenarioId, type Sizes } from './task';

const pieceBytes = 16 * 2 ** 20;
const made = new Set<string>();

/** The file or folder that the scenario uploads; created by the first call. */
export async function sourceOf(folder: string, scenario: ScenarioId, sizes: Sizes): Promise<string> {
  const isMany = scenario === 'upload-many' || scenario === 'upload-mixed';
  const path = join(folder, isMany ? `${scenario}-${sizes.fileBytes}-sources` : `${sizes.fileBytes}.bin`);
  if (made.has(path)) return path;
  made.add(path);
  if (isMany) await makeMany(path, sizes);
  if (!isMany) await makeBig(path, sizes.fileBytes);
  else if (scenario === 'upload-mixed') await makeBig(join(path, bigOfMixed), sizes.fileBytes);
  return path;
}

async function makeMany(folder: string, { manyFiles, manyFileBytes }: Sizes): Promise<void> {
  const piece = randomBytes(pieceBytes);
  for (let index = 0; index < manyFiles; index += 1) {
    const path = join(folder, blobNameOf(index));
    if (index < 20) await mkdir(dirname(path), { recursive: true });
    const start = index % 2 ** 20;
    await writeFile(path, piece.subarray(start, start + manyFileBytes));
  }
}

async function makeBig(path: string, bytes: number): Promise<void> {
  // Not held in memory: the measured code runs in the same program and would be charged for it.
  const piece = randomBytes(pieceBytes);
  const file = createWriteStream(path);
  for (let left = bytes; left > 0; left -= piece.length) {
    if (!file.write(piece.subarray(0, Math.min(left, piece.length)))) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}
