// Does the window stay responsive while a gibibyte is uploaded? Measured in the real app, with a server that stores
// nothing, during continuous clicking. Writes out/bench/results/window.json and window.md.
import { randomBytes } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { dropFiles } from '../../../e2e/fixtures/drop-files';
import { projectDir, test } from '../../../e2e/fixtures/app';
import { startNullServer } from '../../../electron/testing/null-server';
import { clickUntilDone, openProbed, existingBlob, writeFelt } from './moving';

const fileBytes = 2 ** 30;
const uploads = 5;

test('the window during uploads of 1 GiB', async ({ launchApp, newFolder }) => {
  const folder = await newFolder('window-bench');
  const server = await startNullServer({
    programPath: join(projectDir, 'out/bench/null-server.js'),
    processes: 1,
    blobs: [existingBlob],
  });
  try {
    let file = await bigFile(folder);
    const { app, page } = await launchApp();
    const tab = await openProbed(app, page, server.connectionString);
    let clicks = 0;
    const elapsedMs: number[] = [];
    for (let upload = 1; upload <= uploads; upload += 1) {
      const name = `cargo-${upload}.bin`;
      await rename(file, join(folder, name));
      file = join(folder, name);
      const startedMs = performance.now();
      await dropFiles(tab.panel, [file]);
      clicks += await clickUntilDone(page, name);
      elapsedMs.push(performance.now() - startedMs);
    }
    const times = [...elapsedMs].sort((a, b) => a - b);
    await writeFelt('window', { app, page, clicks }, [['1 GiB up, fastest to slowest', times, '']]);
  } finally {
    await server.stop();
  }
});

async function bigFile(folder: string): Promise<string> {
  const path = join(folder, 'cargo-0.bin');
  const piece = randomBytes(16 * 2 ** 20);
  const file = await open(path, 'w');
  for (let written = 0; written < fileBytes; written += piece.length) await file.write(piece);
  await file.close();
  return path;
}
