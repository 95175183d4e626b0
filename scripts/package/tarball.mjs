// Packs the application folder into a tar.gz: unpack it anywhere and start `stowage-desktop` in it; `stowage`
// is the command line.
import { dirname, basename } from 'node:path';
import { lastLines, run } from '../run-command.mjs';

/** @param {{ applicationDir: string, folderName: string, outputPath: string }} options */
export async function makeTarball({ applicationDir, folderName, outputPath }) {
  const renamed = `--transform=s,^${basename(applicationDir)},${folderName},`;
  const args = ['--create', '--gzip', '--owner=0', '--group=0', renamed, `--file=${outputPath}`];
  const { code, output } = await run('tar', [...args, '-C', dirname(applicationDir), basename(applicationDir)], {
    limitMs: 600_000,
  });
  if (code !== 0) throw new Error(`tar: ${lastLines(output)}`);
}
