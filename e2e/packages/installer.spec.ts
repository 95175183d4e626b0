// The installer for Windows, run with Wine. The installed program is a stand-in: a Node for Windows under the name of
// the app.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { bytesOf, treeOf } from './application-tree';
import { foreignApplication, packageOf, test } from './package-test';
import { machineOf, resourcesIn, resourceTypes, versionTexts } from './windows-resources';

interface Wine {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  readonly disk: string;
}
const provided = JSON.parse(process.env.STOWAGE_WINE ?? '{"missing":"it was not asked for"}') as
  | Wine
  | { readonly missing: string };
const { version } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as {
  readonly version: string;
};
const uninstallKey = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Uninstall\Stowage`;
const classes = String.raw`HKCU\Software\Classes`;
const isRunning = 3;
/** Files carry the signals because Node connects its children by sockets, which Node for Windows under Wine cannot open. */
const runUntilStopFile = `
  const { existsSync, writeFileSync } = require('node:fs');
  writeFileSync('C:/started', '');
  setInterval(() => existsSync('C:/stop') && process.exit(), 50);
`;

test.describe.configure({ timeout: 300_000 });

function installer(): string {
  const path = packageOf('-setup.exe');
  test.skip(path === undefined, foreignApplication('windows-x64').whyNot ?? 'makensis is missing');
  return path ?? '';
}

test('the installer: it is a 64-bit program that bears the name and version of the app', () => {
  const executable = readFileSync(installer());
  expect(machineOf(executable)).toBe(0x8664);
  const about = resourcesIn(executable).find(({ type }) => type === resourceTypes.version);
  expect(versionTexts(about?.bytes ?? Buffer.alloc(0))).toMatchObject({
    ProductName: 'Stowage',
    FileDescription: 'Stowage installer',
    CompanyName: 'The Stowage authors',
    ProductVersion: version,
  });
  // Without it, Windows takes a program that is called a setup for one that needs an administrator.
  expect(executable.toString('latin1')).toContain('requestedExecutionLevel level="asInvoker"');
});

test('the installer: it installs for one user, replaces a version that is not running, and removes what it installed', async () => {
  const setup = installer();
  test.skip('missing' in provided, 'missing' in provided ? provided.missing : '');
  if ('missing' in provided) return;
  const { command, env, disk } = provided;
  const application = foreignApplication('windows-x64').folder;
  const inWine = { env: { ...process.env, ...env }, encoding: 'utf8', timeout: 120_000 } as const;
  const wine = (...args: readonly string[]) => spawnSync(command, args, inWine);
  const valueOf = (key: string, name: readonly string[] = ['/ve']): string | undefined =>
    /REG_\w+ +(.*\S)/.exec(wine('reg.exe', 'query', key, ...name).stdout)?.[1];
  const users = join(disk, 'users');
  const [user = ''] = readdirSync(users).filter((name) => name !== 'Public');
  const home = join(users, user);
  const folder = join(home, 'AppData/Local/Programs/Stowage');
  const shortcut = join(home, 'AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Stowage.lnk');
  const windowsFolder = `C:\\users\\${user}\\AppData\\Local\\Programs\\Stowage`;
  const installed = (): readonly string[] => treeOf(folder).map(({ path }) => path);
  const shipped = treeOf(application).map(({ path }) => path);
  rmSync(folder, { recursive: true, force: true });

  await test.step('a silent installation has every file', () => {
    expect(wine(setup, '/S').status).toBe(0);
    expect(installed()).toEqual([...shipped, 'Uninstall Stowage.exe'].sort());
    const differing = treeOf(application).filter(
      (entry) => !bytesOf(folder, entry).equals(bytesOf(application, entry)),
    );
    expect(differing).toEqual([]);
    expect(existsSync(shortcut)).toBe(true);
  });

  await test.step('Windows knows the app, and opens links and query files with it', () => {
    const entry = (name: string): string | undefined => valueOf(uninstallKey, ['/v', name]);
    expect(['DisplayName', 'DisplayVersion', 'InstallLocation', 'QuietUninstallString'].map(entry)).toEqual([
      'Stowage',
      version,
      windowsFolder,
      String.raw`"${windowsFolder}\Uninstall Stowage.exe" /S`,
    ]);
    const opens = String.raw`"${windowsFolder}\Stowage.exe" "--" "%1"`;
    expect(valueOf(String.raw`${classes}\stowage\shell\open\command`)).toBe(opens);
    expect(wine('reg.exe', 'query', String.raw`${classes}\stowage`, '/v', 'URL Protocol').status).toBe(0);
    expect(valueOf(String.raw`${classes}\.stowage-query`)).toBe('Stowage.query');
    expect(valueOf(String.raw`${classes}\Stowage.query\shell\open\command`)).toBe(opens);
  });

  await test.step('a version that is running is left as it is, and neither replaced nor removed', async () => {
    writeFileSync(join(folder, 'resources/app.asar'), 'as it was');
    const running = spawn(command, [join(folder, 'Stowage.exe'), '-e', runUntilStopFile], {
      env: inWine.env,
      stdio: 'ignore',
    });
    const exited = once(running, 'exit');
    await expect.poll(() => existsSync(join(disk, 'started')), { timeout: 60_000 }).toBe(true);
    expect(wine(setup, '/S').status).toBe(isRunning);
    // Started elsewhere it first copies itself to a temporary folder, and its first process ends early.
    const remove = [join(folder, 'Uninstall Stowage.exe'), '/S', `_?=${windowsFolder}`];
    expect(wine(...remove).status).toBe(isRunning);
    expect(readFileSync(join(folder, 'resources/app.asar'), 'utf8')).toBe('as it was');
    expect(installed()).toEqual([...shipped, 'Uninstall Stowage.exe'].sort());
    writeFileSync(join(disk, 'stop'), '');
    await exited;
    for (const name of ['started', 'stop']) rmSync(join(disk, name));
  });

  await test.step('an upgrade replaces its files, and touches no file that it did not install', () => {
    mkdirSync(join(folder, 'mine'));
    writeFileSync(join(folder, 'mine/notes.txt'), 'mine');
    expect(wine(setup, '/S').status).toBe(0);
    const asar = { path: 'resources/app.asar', mode: 0, kind: 'file' } as const;
    expect(bytesOf(folder, asar)).toEqual(bytesOf(application, asar));
    expect(readFileSync(join(folder, 'mine/notes.txt'), 'utf8')).toBe('mine');
    expect(existsSync(shortcut)).toBe(true);
  });

  await test.step('an upgrade into another folder leaves nothing in the first one', () => {
    rmSync(join(folder, 'mine'), { recursive: true });
    // NSIS takes the rest of the command line as the folder, and only without quotes, which Wine adds around a space.
    expect(wine(setup, '/S', String.raw`/D=C:\Apps\Stowage`, 'Two').status).toBe(0);
    expect(existsSync(folder)).toBe(false);
    expect(existsSync(join(disk, 'Apps/Stowage Two/Stowage.exe'))).toBe(true);
    expect(valueOf(uninstallKey, ['/v', 'InstallLocation'])).toBe(String.raw`C:\Apps\Stowage Two`);
  });

  await test.step('removal takes the files, the shortcut and the entries, and leaves the data of the user', () => {
    const second = join(disk, 'Apps/Stowage Two');
    const data = join(home, 'AppData/Roaming/Stowage/settings.json');
    mkdirSync(join(data, '..'), { recursive: true });
    writeFileSync(data, '{}');
    const remove = [join(second, 'Uninstall Stowage.exe'), '/S', String.raw`_?=C:\Apps\Stowage Two`];
    expect(wine(...remove).status).toBe(0);
    expect(existsSync(join(second, 'Stowage.exe'))).toBe(false);
    expect(existsSync(shortcut)).toBe(false);
    for (const key of [uninstallKey, String.raw`${classes}\stowage`, String.raw`${classes}\Stowage.query`]) {
      expect(wine('reg.exe', 'query', key).status, key).not.toBe(0);
    }
    expect(existsSync(data)).toBe(true);
    rmSync(join(disk, 'Apps'), { recursive: true });
    rmSync(join(data, '..'), { recursive: true });
  });
});
