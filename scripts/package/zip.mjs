// A zip of an application folder that preserves symbolic links and permissions, which a macOS bundle needs.
import { lastLines, run } from '../run-command.mjs';

// Python is available wherever Electron came from its registry; `zip` often is not.
const program = [
  'import os, stat, sys, zipfile',
  'folder, name, target = sys.argv[1:]',
  'with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:',
  '    for base, folders, files in os.walk(folder):',
  '        folders.sort()',
  '        for each in [None, *sorted(files + [f for f in folders if os.path.islink(os.path.join(base, f))])]:',
  '            path = base if each is None else os.path.join(base, each)',
  '            inside = os.path.normpath(os.path.join(name, os.path.relpath(path, folder)))',
  '            if os.path.islink(path):',
  '                link = zipfile.ZipInfo(inside)',
  '                link.external_attr = (stat.S_IFLNK | 0o755) << 16',
  '                archive.writestr(link, os.readlink(path))',
  '            else:',
  '                archive.write(path, inside)',
].join('\n');

/** @param {{ folder: string, folderName: string, outputPath: string }} options `folderName`: its name inside the zip */
export async function makeZip({ folder, folderName, outputPath }) {
  const { code, output } = await run('python3', ['-c', program, folder, folderName, outputPath], { limitMs: 600_000 });
  if (code !== 0) throw new Error(`zip: ${lastLines(output)}`);
}
