// The deb as a desktop user meets it: really installed next to the rest of this system, started by an ordinary user
// inside Chromium's sandbox, and used by the desktop to open links and files.
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Page, chromium, expect } from '@playwright/test';
import { renderLink } from '@shared/links/link';
import { queryFileType } from '@shared/links/marks';
import { renderQueryFile } from '@shared/links/query-file';
import type { QueryTerms } from '@shared/model/saved-query';
import { type InstalledSystem, copySystem } from './installed-system';
import { isRoot, nobody, packageOf, test } from './package-test';

test.describe.configure({ timeout: 600_000 });

const table = { kind: 'table', account: 'devstoreaccount1', table: 'Movies' } as const;
const terms: QueryTerms = {
  partitionKey: { kind: 'is', value: 'Action' },
  rowKey: { kind: 'any' },
  select: [],
  limit: 20,
};
/** Each opening is a start of the app, even if it only hands over. */
const startLimitMs = 120_000;
const program = '/opt/Stowage/stowage-desktop';
const forTools = '--remote-debugging-port=0';
/** Owned by the user who starts it; the test's folder. */
const startedAs = '"$HOME/app.pid"';
/** The desktop's support for its entries and types. */
const desktopTools = ['desktop-file-utils', 'shared-mime-info', 'libglib2.0-bin'];

test('the deb of a desktop is sandboxed, and opens links and files that the desktop hands over', async ({ folder }) => {
  const deb = packageOf('.deb');
  test.skip(deb === undefined, 'it was not made here');
  test.skip(!isRoot, 'only root installs packages');
  const system = await copySystem();
  test.skip(system === null, 'this system lets nobody mount');
  if (deb === undefined || system === null) return;
  try {
    await installInto(system, deb, folder);
    const session = system.asPerson(
      { uid: nobody, home: folder },
      'xvfb-run',
      '-a',
      '-s',
      '-screen 0 1600x1000x24',
      'sh',
    );
    const output = outputOf(session);
    const type = (line: string): void => void session.stdin.write(`${line}\n`);
    try {
      type(`cd '${folder}'; gio open '${renderLink({ ...table, terms })}'`);
      const { page, leave } = await pageOf(output);
      const dialog = page.getByRole('alertdialog');
      await test.step('a link starts the app through the desktop, and the window asks', async () => {
        await expect(dialog, output()).toContainText("PartitionKey eq 'Action'", { timeout: startLimitMs });
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
        await expect(page.getByRole('tree', { name: 'Connections' })).toBeVisible();
        await page.keyboard.press('Escape'); // The first tour.
      });

      await test.step('its page lives in a sandbox', () => {
        const pages = processesIn(folder).filter(({ args }) => args.includes('--type=renderer'));
        expect(pages).not.toHaveLength(0);
        for (const { args, pidNamespace } of pages) {
          expect(args).not.toContain('--no-sandbox');
          expect(pidNamespace).not.toBe(readlinkSync('/proc/self/ns/pid'));
        }
      });

      await test.step('a second link goes to the window that is open, which asks', async () => {
        type(`gio open '${renderLink({ kind: 'container', account: table.account, container: 'photos' })}'`);
        await expect(dialog, output()).toContainText('photos', { timeout: startLimitMs });
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
      });

      await test.step('the file of a saved query is known by its ending, and goes the same way', async () => {
        const path = join(folder, 'Long films.stowage-query');
        await writeFile(path, renderQueryFile({ name: 'Long films', description: '' }, table, terms));
        expect(system.asRoot('gio', 'info', '--attributes=standard::content-type', path)).toContain(queryFileType);
        type(`gio open '${path}'`);
        await expect(dialog, output()).toHaveAccessibleName('Open the query Long films', { timeout: startLimitMs });
      });
      await leave();
    } finally {
      type(`app=$(cat ${startedAs}); kill $app; tail --pid=$app -f /dev/null; exit`);
      await ended(session);
    }
  } finally {
    await system.end();
  }
});

async function installInto(system: InstalledSystem, deb: string, folder: string): Promise<void> {
  // Only `/tmp` is the machine's own there.
  const path = join(folder, 'stowage.deb');
  await copyFile(deb, path);
  system.asRoot('apt-get', 'update');
  system.asRoot('apt-get', 'install', '--yes', '--no-install-recommends', path, ...desktopTools);
  system.asRoot('desktop-file-validate', '/usr/share/applications/stowage.desktop');
  // The command as the desktop runs it, with an address for tools, and the first start's number for its end.
  const command = [
    '#!/bin/sh',
    `[ -e ${startedAs} ] || echo $$ > ${startedAs}`,
    `exec ${program} ${forTools} "$@"`,
    '',
  ];
  const script = join(folder, 'command');
  await writeFile(script, command.join('\n'), { mode: 0o755 });
  system.asRoot('rm', '/usr/bin/stowage-desktop');
  system.asRoot('cp', script, '/usr/bin/stowage-desktop');
}

function outputOf(session: ChildProcessWithoutNullStreams): () => string {
  let output = '';
  for (const stream of [session.stdout, session.stderr]) {
    stream.on('data', (piece: Buffer) => (output += piece.toString()));
  }
  return () => output;
}

function ended(session: ChildProcessWithoutNullStreams): Promise<void> {
  return session.exitCode === null
    ? new Promise((resolve) => session.once('exit', () => resolve()))
    : Promise.resolve();
}

/** The app's page, by the address that it prints for tools. Nothing attaches to its main process. */
async function pageOf(output: () => string): Promise<{ readonly page: Page; readonly leave: () => Promise<void> }> {
  const pattern = /DevTools listening on (ws:\S+)/;
  await expect.poll(output, { timeout: startLimitMs }).toMatch(pattern);
  const browser = await chromium.connectOverCDP(pattern.exec(output())?.[1] ?? '', { noDefaults: true });
  const pages = (): readonly Page[] => browser.contexts().flatMap((context) => context.pages());
  await expect.poll(() => pages().length).toBeGreaterThan(0);
  const [page] = pages();
  if (page === undefined) throw new Error('the app has no page');
  return { page, leave: () => browser.close() };
}

/** Those whose command line names the folder. */
function processesIn(folder: string): readonly { readonly args: readonly string[]; readonly pidNamespace: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split(/[\0 ]/);
        const isOurs = args.some((arg) => arg.includes(folder));
        return isOurs ? [{ args, pidNamespace: readlinkSync(`/proc/${pid}/ns/pid`) }] : [];
      } catch {
        return []; // It has ended since.
      }
    });
}
