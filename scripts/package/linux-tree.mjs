// What a desktop wants beside the application itself: an entry for its menu and an icon.
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inProject } from '../project.mjs';

/** @param {string} command what the menu starts */
export const desktopEntry = (command) =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Stowage',
    'Comment=Azure Table and Blob Storage',
    `Exec=${command} %U`,
    'Icon=stowage',
    'StartupWMClass=Stowage',
    'Categories=Development;',
    '',
  ].join('\n');

export const iconPath = inProject('assets/package/icon-256.png');

/** Writes entry and icon where the desktop's rules expect them. @param {string} root @param {string} command */
export async function writeDesktopFiles(root, command) {
  const applications = join(root, 'usr/share/applications');
  const icons = join(root, 'usr/share/icons/hicolor/256x256/apps');
  await mkdir(applications, { recursive: true });
  await mkdir(icons, { recursive: true });
  await writeFile(join(applications, 'stowage.desktop'), desktopEntry(command));
  await cp(iconPath, join(icons, 'stowage.png'));
}
