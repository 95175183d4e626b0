// Does the window stay responsive during a job of a hundred thousand files? Measured in the real app, with a server
// that stores nothing, during continuous clicking. Writes out/bench/results/many-files.json and many-files.md.
import { basename, join } from 'node:path';
import { dropFiles } from '../../../e2e/fixtures/drop-files';
import { projectDir, test } from '../../../e2e/fixtures/app';
import { startNullServer } from '../../../electron/testing/null-server';
import { sourceOf } from '../sources';
import { clickUntilDone, openProbed, existingBlob, writeFelt } from './moving';

const manyFiles = 100_000;
const manyFileBytes = 1024;

test('the window during a job of many files', async ({ launchApp, newFolder }) => {
  const folder = await newFolder('many-files-bench');
  const server = await startNullServer({
    programPath: join(projectDir, 'out/bench/null-server.js'),
    processes: 1,
    blobs: [existingBlob],
  });
  try {
    const source = await sourceOf(folder, 'upload-many', { fileBytes: 0, entities: 0, manyFiles, manyFileBytes });
    const { app, page } = await launchApp();
    const tab = await openProbed(app, page, server.connectionString);
    await dropFiles(tab.panel, [source]);
    // A job of that many files starts only after the user has confirmed the number.
    await page.getByRole('dialog', { name: 'Upload to bench' }).getByRole('button', { name: 'Upload' }).click();
    const startedMs = performance.now();
    const clicks = await clickUntilDone(page, basename(source));
    const elapsedMs = performance.now() - startedMs;
    await writeFelt('many-files', { app, page, clicks }, [['100,000 files of 1 KiB up', [elapsedMs], '']]);
  } finally {
    await server.stop();
  }
});
