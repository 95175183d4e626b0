// A file that gets another name has it on the disk before anybody relies on it.
import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inProject } from './project.mjs';

/** Why each of them implements a separate rename. */
const own = {
  'electron/disk/fault-log.ts': 'a log that is replaced when it is full, written without waiting for the disk',
  'electron/disk/sync-folder.ts': 'the helper',
  'electron/engine/journal/journal-file.ts': 'goes on with the new file also when the folder cannot be synced',
  'electron/engine/journal/owner-lock.ts': 'a lock does not outlive its process',
  'electron/engine/transfers/worker/small-files.ts': 'a job syncs the folders of many files at once',
};

it('synced names: files are renamed by the helper that syncs the folder, and nowhere else', () => {
  const sources = readdirSync(inProject('electron'), { recursive: true })
    .map((path) => `electron/${String(path).replaceAll('\\', '/')}`)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.includes('/testing/'));
  expect(sources.length).toBeGreaterThan(500);
  const renaming = sources.filter((path) =>
    /import \{[^}]*\brename(?:Sync)?\b[^}]*\} from 'node:fs/u.test(readFileSync(inProject(path), 'utf8')),
  );
  expect(renaming.sort()).toEqual(Object.keys(own));
});
