// The configuration of electron-builder for every platform. Signing identities come from the environment, never from
// here: CSC_LINK and CSC_KEY_PASSWORD (macOS), WIN_CSC_LINK and WIN_CSC_KEY_PASSWORD (Windows), APPLE_API_KEY,
// APPLE_API_KEY_ID and APPLE_API_ISSUER (notarization). STOWAGE_SIGN_COMMAND names a program that signs a single
// Windows file instead, for keys in a cloud service.
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inProject } from '../project.mjs';
import { lastLines, run } from '../run-command.mjs';
import { addCommandLine } from './command-line.mjs';
import { fusesFor } from './fuses.mjs';
import { queryFileType } from './linux-tree.mjs';
import { tidyBundle } from './mac/bundle.mjs';

/** Parts of a bare Electron that a packaged app does not need, as they are called in each system's build. */
const leftovers = [
  'resources/default_app.asar',
  'Electron.app/Contents/Resources/default_app.asar',
  'Stowage.app/Contents/Resources/default_app.asar',
  'recipe',
];

/**
 * @typedef {Pick<import('../electron-runtime.mjs').ElectronRuntime, 'distPath' | 'version'>} PackagedElectron
 * @param {{ appDir: string, outputDir: string, licencesPath: string, electron: PackagedElectron, platform: NodeJS.Platform, env: NodeJS.ProcessEnv }} options
 * `platform` is that of the package, which need not be this one
 */
export function builderConfig({ appDir, outputDir, licencesPath, electron, platform, env }) {
  return {
    appId: 'app.stowage.desktop',
    productName: 'Stowage',
    copyright: 'The Stowage authors',
    directories: { app: appDir, output: outputDir, buildResources: inProject('assets/package') },
    // Compiled code is of use only on the system that compiled it.
    files: platform === process.platform ? ['**/*'] : ['**/*', '!**/*.code'],
    extraResources: [{ from: licencesPath, to: 'third-party-licences.txt' }],
    asar: true,
    npmRebuild: false,
    electronVersion: electron.version,
    electronDist: electron.distPath,
    electronLanguages: ['en-US'],
    electronFuses: fusesFor(platform),
    // Before the checksums of all archives are written into the executable.
    afterExtract: async ({ appOutDir }) => {
      for (const part of leftovers) await rm(join(appOutDir, part), { force: true });
    },
    // Before the fuses are set and the package is signed.
    afterPack: async ({ appOutDir }) => {
      if (platform === 'darwin') await tidyBundle(join(appOutDir, 'Stowage.app'), electron.distPath);
      else await addCommandLine(appOutDir, platform);
    },
    protocols: [{ name: 'Stowage', schemes: ['stowage'], role: 'Viewer' }],
    fileAssociations: [
      {
        ext: 'stowage-query',
        name: 'Stowage query',
        description: 'Saved query of Stowage',
        mimeType: queryFileType,
        role: 'Editor',
      },
    ],
    linux: { executableName: 'stowage-desktop', category: 'Development' },
    mac: {
      target: ['dmg', 'zip'],
      category: 'public.app-category.developer-tools',
      hardenedRuntime: true,
      gatekeeperAssess: false,
      entitlements: inProject('scripts/package/mac/entitlements.plist'),
      entitlementsInherit: inProject('scripts/package/mac/entitlements.plist'),
      notarize: env.APPLE_API_KEY !== undefined,
    },
    dmg: { sign: false, title: 'Stowage ${version}' },
    win: {
      signtoolOptions: {
        signingHashAlgorithms: ['sha256'],
        ...(env.STOWAGE_SIGN_COMMAND ? { sign: ({ path }) => signWith(env.STOWAGE_SIGN_COMMAND, path) } : {}),
      },
    },
  };
}

/** Runs that program with the file to sign as its only argument. */
async function signWith(command, path) {
  if (!existsSync(path)) throw new Error(`there is no ${path} to sign`);
  const { code, output } = await run(command, [path], { limitMs: 300_000 });
  if (code !== 0) throw new Error(`${command} did not sign ${path}: ${lastLines(output)}`);
}
