// What a desktop needs beside the application itself: a menu entry, an icon, and which files and links it opens.
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inProject } from '../project.mjs';

/** As the app itself names it (shared/links/query-file.ts). */
export const queryFileType = 'application/vnd.stowage.query+json';

/** @param {string} command what the menu starts */
export const desktopEntry = (command) =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Stowage',
    'Comment=Azure Table and Blob Storage',
    // What follows the dashes is no option, whatever a link says.
    `Exec=${command} -- %U`,
    'Icon=stowage',
    'StartupWMClass=Stowage',
    'Categories=Development;',
    `MimeType=x-scheme-handler/stowage;${queryFileType};`,
    '',
  ].join('\n');

/** Saved queries by the ending of their name, for every desktop that keeps to the shared list of types. */
export const fileTypes = () =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">',
    `  <mime-type type="${queryFileType}">`,
    '    <comment>Saved query of Stowage</comment>',
    '    <sub-class-of type="application/json"/>',
    '    <glob pattern="*.stowage-query"/>',
    '  </mime-type>',
    '</mime-info>',
    '',
  ].join('\n');

export const iconPath = inProject('assets/package/icon-256.png');

/** Writes entry and icon where the desktop's rules expect them. @param {string} root @param {string} command */
export async function writeDesktopFiles(root, command) {
  const applications = join(root, 'usr/share/applications');
  const types = join(root, 'usr/share/mime/packages');
  const icons = join(root, 'usr/share/icons/hicolor/256x256/apps');
  await mkdir(applications, { recursive: true });
  await mkdir(icons, { recursive: true });
  await mkdir(types, { recursive: true });
  await writeFile(join(applications, 'stowage.desktop'), desktopEntry(command));
  await writeFile(join(types, 'stowage.xml'), fileTypes());
  await cp(iconPath, join(icons, 'stowage.png'));
}
