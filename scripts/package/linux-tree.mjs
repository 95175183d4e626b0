// The files that a Linux desktop needs besides the application: a menu entry, icons, the file types and links that the
// app opens, and its entry in a software centre.
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inProject } from '../project.mjs';

/** As the app itself names it (shared/links/query-file.ts). */
export const queryFileType = 'application/vnd.stowage.query+json';

/** @param {string} command the command that the menu starts */
export const desktopEntry = (command) =>
  [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Stowage',
    'GenericName=Azure Storage client',
    'GenericName[de]=Programm für Azure Storage',
    'Comment=Azure Table and Blob Storage',
    // Arguments after the dashes are not options, whatever a link contains.
    `Exec=${command} -- %U`,
    'Icon=stowage',
    'StartupWMClass=Stowage',
    'Categories=Development;',
    'Keywords=Azure;Azurite;Table;Blob;Storage;',
    `MimeType=x-scheme-handler/stowage;${queryFileType};`,
    '',
  ].join('\n');

/** Saved queries by the ending of their name, for every desktop that follows the shared list of types. */
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

export const metainfoName = 'app.stowage.desktop.metainfo.xml';

/**
 * AppStream metadata. The release is dated when it is packaged, or by SOURCE_DATE_EPOCH.
 * @param {import('./application.mjs').Manifest} manifest
 * @param {NodeJS.ProcessEnv} [env]
 */
export function metainfo({ version, description, author, license, homepage }, env = process.env) {
  const date = packagedAt(env).toISOString().slice(0, 10);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<component type="desktop-application">',
    '  <id>app.stowage.desktop</id>',
    '  <metadata_license>CC0-1.0</metadata_license>',
    `  <project_license>${license}</project_license>`,
    '  <name>Stowage</name>',
    '  <summary>Work with Azure Table and Blob Storage</summary>',
    '  <summary xml:lang="de">Mit Azure Table und Blob Storage arbeiten</summary>',
    '  <description>',
    `    <p>${escaped(description)}</p>`,
    '    <p>Stowage opens on an embedded store with sample data, so that no account is needed to try it.</p>',
    '  </description>',
    `  <developer id="app.stowage"><name>${escaped(author)}</name></developer>`,
    ...(homepage === undefined ? [] : [`  <url type="homepage">${escaped(homepage)}</url>`]),
    '  <launchable type="desktop-id">stowage.desktop</launchable>',
    '  <provides>',
    '    <binary>stowage-desktop</binary>',
    '    <binary>stowage</binary>',
    `    <mediatype>${queryFileType}</mediatype>`,
    '  </provides>',
    '  <content_rating type="oars-1.1"/>',
    '  <releases>',
    `    <release version="${version}" date="${date}"/>`,
    '  </releases>',
    '</component>',
    '',
  ].join('\n');
}

/** @param {NodeJS.ProcessEnv} env */
export const packagedAt = (env) =>
  env.SOURCE_DATE_EPOCH ? new Date(Number(env.SOURCE_DATE_EPOCH) * 1000) : new Date();

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const iconPath = inProject('assets/package/icon-256.png');

/**
 * Writes all of it to the paths that a desktop searches.
 * @param {{ root: string, command: string, manifest: import('./application.mjs').Manifest }} options
 */
export async function writeDesktopFiles({ root, command, manifest }) {
  const share = join(root, 'usr/share');
  const texts = {
    'applications/stowage.desktop': desktopEntry(command),
    'mime/packages/stowage.xml': fileTypes(),
    [`metainfo/${metainfoName}`]: metainfo(manifest),
  };
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(share, path)), { recursive: true });
    await writeFile(join(share, path), text);
  }
  const iconAt = async (size) => {
    const folder = join(share, 'icons/hicolor', size, 'apps');
    await mkdir(folder, { recursive: true });
    return folder;
  };
  await copyFile(inProject('assets/package/icon.svg'), join(await iconAt('scalable'), 'stowage.svg'));
  for (const { side, picture } of await pictures()) {
    await writeFile(join(await iconAt(`${side}x${side}`), 'stowage.png'), picture);
  }
}

/** The PNG pictures in the icons of Windows and macOS, which are drawn for their sizes. */
async function pictures() {
  const ico = await readFile(inProject('assets/package/icon.ico'));
  const found = Array.from({ length: ico.readUInt16LE(4) }, (_, index) => {
    const entry = 6 + 16 * index;
    const at = ico.readUInt32LE(entry + 12);
    return { side: ico[entry] || 256, picture: ico.subarray(at, at + ico.readUInt32LE(entry + 8)) };
  });
  const icns = await readFile(inProject('assets/package/icon.icns'));
  const large = { ic07: 128, ic09: 512 };
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
    const side = large[icns.toString('latin1', at, at + 4)];
    if (side !== undefined) found.push({ side, picture: icns.subarray(at + 8, at + icns.readUInt32BE(at + 4)) });
  }
  return found;
}
