// Creates a folder that is built like an Electron for Windows or macOS, for tests on machines that have none: packaging,
// zip and installer then work on real files. Nothing of it is Electron; the Windows one is a Node with another name.
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { asarOf } from '../../asar.mjs';
import { resolveElectron } from '../../electron-runtime.mjs';
import { provideNode, windowsNode } from '../../node-release.mjs';
import { outDir } from '../../project.mjs';
import { StepFailure } from '../../steps.mjs';

const version = '33.2.1';
/** As Electron 33 is delivered: the mark, the scheme, the count, and a digit for each fuse. */
const fuses = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u000810110001', 'latin1');

/**
 * @param {import('./electron.mjs').ForeignTarget} target
 * @returns {Promise<import('../builder-config.mjs').PackagedElectron>}
 */
export async function makeStandIn(target) {
  const distPath = join(outDir, 'stand-in', target);
  await rm(distPath, { recursive: true, force: true });
  const put = async (path, content) => {
    await mkdir(dirname(join(distPath, path)), { recursive: true });
    await writeFile(join(distPath, path), content, { mode: isProgram(content) ? 0o755 : 0o644 });
  };
  await put('version', version);
  await copyLicences(distPath);
  await (target === 'win32-x64' ? putWindows(put) : putMac(put, distPath, target === 'darwin-arm64' ? 0x0c : 0x07));
  return { distPath, version };
}

const defaultApp = asarOf({ 'main.js': '' });

const isProgram = (content) => Buffer.isBuffer(content) && content.length >= 4 && content.readUInt32LE(0) === machO;

/** Those of the Electron in use, under the names of an official build. */
async function copyLicences(distPath) {
  const from = resolveElectron().distPath;
  const ours = ['LICENSE', 'LICENSE.electron.txt'].find((name) => existsSync(join(from, name)));
  await cp(join(from, ours ?? 'LICENSE'), join(distPath, 'LICENSE'));
  await cp(join(from, 'LICENSES.chromium.html'), join(distPath, 'LICENSES.chromium.html'));
}

async function putWindows(put) {
  const node = await provideNode(windowsNode);
  if ('missing' in node) {
    throw new StepFailure({
      tried: `fetching ${windowsNode.requirement} as a stand-in for Electron`,
      because: node.missing,
      todo: 'Check that the package registry can be reached (npm ping), then run this again.',
    });
  }
  const executable = unsigned(await readFile(node.executable));
  // The header that Windows reads is followed by a program for DOS, which never runs.
  fuses.copy(executable, 0x40);
  await put('electron.exe', executable);
  for (const name of ['icudtl.dat', 'resources.pak', 'locales/en-US.pak', 'locales/de.pak']) await put(name, name);
  await put('resources/default_app.asar', defaultApp);
}

/** Electron for Windows comes without a signature, which in a 64-bit program is the fifth directory of its header. */
function unsigned(executable) {
  const directory = executable.readUInt32LE(0x3c) + 24 + 112 + 4 * 8;
  const signatureAt = executable.readUInt32LE(directory);
  executable.writeBigUInt64LE(0n, directory);
  return signatureAt === 0 ? executable : executable.subarray(0, signatureAt);
}

const machO = 0xfeed_facf;

async function putMac(put, distPath, processor) {
  const program = Buffer.alloc(64);
  program.writeUInt32LE(machO, 0);
  program.writeUInt32LE(0x0100_0000 + processor, 4);
  const contents = 'Electron.app/Contents';
  await put(`${contents}/MacOS/Electron`, program);
  await put(
    `${contents}/Info.plist`,
    properties('Electron', 'com.github.Electron', {
      NSCameraUsageDescription: 'This app needs access to the camera',
      NSMicrophoneUsageDescription: 'This app needs access to the microphone',
    }),
  );
  await put(`${contents}/Resources/electron.icns`, 'icns');
  await put(`${contents}/Resources/default_app.asar`, defaultApp);
  for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
    const helper = `Electron Helper${kind}`;
    const inside = `${contents}/Frameworks/${helper}.app/Contents`;
    await put(`${inside}/MacOS/${helper}`, program);
    await put(`${inside}/Info.plist`, properties(helper, 'com.github.Electron.helper', {}));
  }
  const framework = `${contents}/Frameworks/Electron Framework.framework`;
  const inside = `${framework}/Versions/A`;
  await put(`${inside}/Electron Framework`, Buffer.concat([program, fuses]));
  await put(`${inside}/Helpers/chrome_crashpad_handler`, program);
  await put(`${inside}/Libraries/libffmpeg.dylib`, program);
  for (const language of ['en', 'de']) await put(`${inside}/Resources/${language}.lproj/locale.pak`, language);
  await symlink('A', join(distPath, framework, 'Versions/Current'));
  for (const name of ['Electron Framework', 'Helpers', 'Libraries', 'Resources']) {
    await symlink(`Versions/Current/${name}`, join(distPath, framework, name));
  }
}

function properties(name, identifier, more) {
  const entries = {
    CFBundleDisplayName: name,
    CFBundleExecutable: name,
    CFBundleIconFile: 'electron.icns',
    CFBundleIdentifier: identifier,
    CFBundleName: name,
    CFBundlePackageType: 'APPL',
    CFBundleShortVersionString: version,
    CFBundleVersion: version,
    ...more,
  };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    '<dict>',
    ...Object.entries(entries).flatMap(([key, value]) => [`  <key>${key}</key>`, `  <string>${value}</string>`]),
    '</dict>',
    '</plist>',
    '',
  ].join('\n');
}
