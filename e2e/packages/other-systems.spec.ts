// Packages of Windows and macOS that were made on Linux, where none of them can be started; from a stand-in when
// Electron is not available for them. They are read with the fields that those systems use, by other code than wrote
// them.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect } from '@playwright/test';
import { bytesOf, treeOf } from './application-tree';
import { archiveContents } from './archive-contents';
import { fusesIn } from './fuses';
import { foreignApplication, packageOf, test } from './package-test';
import { propertiesAt } from './property-list';
import { machineOf, resourcesIn, resourceTypes, versionTexts } from './windows-resources';
import { zipContents } from './zip-contents';

const project = join(__dirname, '../..');
const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { readonly version: string };
const assets = join(project, 'assets/package');
const framework = 'Contents/Frameworks/Electron Framework.framework';

test.describe.configure({ timeout: 240_000 });

/** Skips the test where the package could not be made. */
function applicationOf(system: string): string {
  const { folder, whyNot } = foreignApplication(system);
  test.skip(whyNot !== undefined, whyNot);
  return folder;
}

/** How macOS and Windows find resources of the app: each has a separate folder for them. */
const systems = [
  { system: 'windows-x64', resources: 'resources', licences: '', inZip: `stowage-${version}-windows-x64` },
  { system: 'macos-arm64', resources: 'Contents/Resources', licences: 'Contents/Resources', inZip: 'Stowage.app' },
  { system: 'macos-x64', resources: 'Contents/Resources', licences: 'Contents/Resources', inZip: 'Stowage.app' },
];

for (const { system, resources, licences, inZip } of systems) {
  test(`${system}: the app is whole, with nothing that is for its makers only`, () => {
    const folder = applicationOf(system);
    const { paths, broken } = archiveContents(join(folder, resources, 'app.asar'));
    expect(broken).toEqual([]);
    expect(paths).toEqual(expect.arrayContaining(['package.json', 'LICENSE', 'main/index.js', 'renderer/index.html']));
    expect(paths.filter((path) => path.endsWith('.map') || path.startsWith('node_modules'))).toEqual([]);
    const names = treeOf(folder).map(({ path }) => path);
    expect(names.filter((name) => /\.map$|default_app|(?:^|\/)recipe$|\.pdb$|\.dSYM/.test(name))).toEqual([]);
  });

  test(`${system}: the licences of everything it ships are in it`, () => {
    const folder = applicationOf(system);
    const ours = readFileSync(join(folder, resources, 'third-party-licences.txt'), 'utf8');
    for (const name of ['@azure/storage-blob', 'azurite', 'react']) expect(ours).toContain(`\n${name} `);
    expect(readFileSync(join(folder, licences, 'LICENSE.electron.txt'), 'utf8')).toContain('Electron contributors');
    expect(readFileSync(join(folder, licences, 'LICENSES.chromium.html')).length).toBeGreaterThan(1_000_000);
  });

  test(`${system}: the zip has every file with its rights, and links as links`, () => {
    const folder = applicationOf(system);
    const inFolder = treeOf(folder);
    const path = packageOf(`-${system}.zip`) ?? '';
    const inside = new Map(zipContents(path).map((entry) => [entry.path, entry]));
    expect([...inside.keys()].sort()).toEqual([inZip, ...inFolder.map((entry) => `${inZip}/${entry.path}`)].sort());
    const differing = inFolder.filter((entry) => {
      const { mode, bytes } = inside.get(`${inZip}/${entry.path}`) ?? { mode: 0, bytes: Buffer.alloc(0) };
      const isSameMode = entry.kind === 'link' ? (mode & 0o170000) === 0o120000 : mode === entry.mode;
      return !isSameMode || !bytes.equals(bytesOf(folder, entry));
    });
    expect(differing).toEqual([]);
  });
}

test('windows-x64: the executable bears the name, version and icon of the app', () => {
  const executable = readFileSync(join(applicationOf('windows-x64'), 'Stowage.exe'));
  expect(machineOf(executable)).toBe(0x8664);
  const found = resourcesIn(executable);
  const ofType = (type: number) => found.filter((each) => each.type === type);
  const [about, ...more] = ofType(resourceTypes.version);
  expect(more).toEqual([]);
  expect(versionTexts(about?.bytes ?? Buffer.alloc(0))).toMatchObject({
    ProductName: 'Stowage',
    FileDescription: 'Stowage',
    InternalName: 'Stowage',
    CompanyName: 'The Stowage authors',
    LegalCopyright: 'The Stowage authors',
    FileVersion: version,
    ProductVersion: `${version}.0`,
  });
  // One group, of the pictures in the checkout's icon.
  const icon = readFileSync(join(assets, 'icon.ico'));
  const pictures = Array.from({ length: icon.readUInt16LE(4) }, (_, index) => {
    const from = icon.readUInt32LE(6 + 16 * index + 12);
    return icon.subarray(from, from + icon.readUInt32LE(6 + 16 * index + 8)).toString('base64');
  });
  const [group, ...groups] = ofType(resourceTypes.iconGroup);
  expect(groups).toEqual([]);
  const shown = Array.from({ length: group?.bytes.readUInt16LE(4) ?? 0 }, (_, index) => {
    const id = group?.bytes.readUInt16LE(6 + 14 * index + 12);
    return ofType(resourceTypes.icon)
      .find((each) => each.id === id)
      ?.bytes.toString('base64');
  });
  expect(shown).toEqual(pictures);
});

test('windows-x64: the executable is closed by its fuses and knows the checksum of its archive', () => {
  const folder = applicationOf('windows-x64');
  const executable = readFileSync(join(folder, 'Stowage.exe'));
  expect(fusesIn(executable)).toBe('010011');
  const known = resourcesIn(executable).filter(({ type }) => type === 'INTEGRITY');
  expect(known.map(({ id }) => id)).toEqual(['ELECTRONASAR']);
  expect(JSON.parse(known[0]?.bytes.toString() ?? '')).toEqual([
    {
      file: 'resources\\app.asar',
      alg: 'SHA256',
      value: archiveContents(join(folder, 'resources/app.asar')).headerHash,
    },
  ]);
});

test('windows-x64: Electron has one language, and the app nothing beside it but the command line', () => {
  const names = treeOf(applicationOf('windows-x64')).map(({ path }) => path);
  expect(names.filter((name) => name.startsWith('locales/'))).toEqual(['locales/en-US.pak']);
  expect(names.filter((name) => /^resources\/[^/]+$/u.test(name))).toEqual([
    'resources/app.asar',
    'resources/command-line',
    'resources/third-party-licences.txt',
  ]);
  const commandLine = 'resources/command-line';
  expect(names.filter((name) => name.startsWith(`${commandLine}/`) && !/\/(?:cli|main)\/./u.test(name))).toEqual(
    [
      'LICENSE.node.txt',
      'cli',
      'main',
      'nats-server',
      'nats-server/LICENSE.nats-server.txt',
      'nats-server/nats-server.exe',
      'node.exe',
    ].map((name) => `${commandLine}/${name}`),
  );
  expect(names.filter((name) => name.startsWith('bin/'))).toEqual(['bin/stowage.cmd']);
  expect(names.filter((name) => name.endsWith('.exe'))).toEqual([
    'Stowage.exe',
    `${commandLine}/nats-server/nats-server.exe`,
    `${commandLine}/node.exe`,
  ]);
});

for (const { system, processor } of [
  { system: 'macos-arm64', processor: 0x0100_000c },
  { system: 'macos-x64', processor: 0x0100_0007 },
]) {
  test(`${system}: the bundle says what it is, and what it opens`, () => {
    const bundle = applicationOf(system);
    const properties = propertiesAt(join(bundle, 'Contents/Info.plist'));
    expect(properties).toMatchObject({
      CFBundleIdentifier: 'app.stowage.desktop',
      CFBundleName: 'Stowage',
      CFBundleDisplayName: 'Stowage',
      CFBundleExecutable: 'Stowage',
      CFBundleShortVersionString: version,
      CFBundleVersion: version,
      CFBundleIconFile: 'icon.icns',
      LSApplicationCategoryType: 'public.app-category.developer-tools',
      NSHumanReadableCopyright: 'The Stowage authors',
      CFBundleURLTypes: [{ CFBundleURLSchemes: ['stowage'], CFBundleTypeRole: 'Viewer' }],
      CFBundleDocumentTypes: [{ CFBundleTypeExtensions: ['stowage-query'], CFBundleTypeRole: 'Editor' }],
    });
    expect(readFileSync(join(bundle, 'Contents/Resources/icon.icns'))).toEqual(readFileSync(join(assets, 'icon.icns')));
    // The app requests no camera, microphone or Bluetooth, and so gives no reason.
    expect(Object.keys(properties).filter((key) => key.endsWith('UsageDescription'))).toEqual([]);
    const helpers = treeOf(join(bundle, 'Contents/Frameworks')).filter(({ path }) => /^[^/]+\.app$/.test(path));
    expect(helpers.map(({ path }) => path)).toEqual(
      [' (GPU)', ' (Plugin)', ' (Renderer)', ''].map((kind) => `Stowage Helper${kind}.app`),
    );
    for (const { path } of helpers) {
      const name = path.replace(/\.app$/, '');
      const helper = propertiesAt(join(bundle, 'Contents/Frameworks', path, 'Contents/Info.plist'));
      expect(helper).toMatchObject({ CFBundleExecutable: name, CFBundleDisplayName: name });
      expect(helper.CFBundleIdentifier).toMatch(/^app\.stowage\.desktop\.helper/);
    }
  });

  test(`${system}: the framework is closed by its fuses, and the bundle knows the checksum of its archive`, () => {
    const bundle = applicationOf(system);
    expect(fusesIn(readFileSync(join(bundle, framework, 'Electron Framework')))).toBe('010011');
    expect(propertiesAt(join(bundle, 'Contents/Info.plist')).ElectronAsarIntegrity).toEqual({
      'Resources/app.asar': {
        algorithm: 'SHA256',
        hash: archiveContents(join(bundle, 'Contents/Resources/app.asar')).headerHash,
      },
    });
  });

  test(`${system}: links, programs and languages are as a bundle needs them`, () => {
    const bundle = applicationOf(system);
    const tree = treeOf(bundle);
    const links = tree
      .filter(({ kind, path }) => kind === 'link' && path.startsWith(framework))
      .map((entry) => [entry.path.slice(framework.length + 1), bytesOf(bundle, entry).toString()]);
    expect(links).toEqual([
      ['Electron Framework', 'Versions/Current/Electron Framework'],
      ['Helpers', 'Versions/Current/Helpers'],
      ['Libraries', 'Versions/Current/Libraries'],
      ['Resources', 'Versions/Current/Resources'],
      ['Versions/Current', 'A'],
    ]);
    const paths = new Set(tree.map(({ path }) => path));
    const dangling = tree.filter((entry) => {
      if (entry.kind !== 'link') return false;
      const target = normalize(join(dirname(entry.path), bytesOf(bundle, entry).toString()));
      return !paths.has(target.replace('/Versions/Current', '/Versions/A'));
    });
    expect(dangling).toEqual([]);

    const programs = tree.filter(
      (entry) => entry.kind === 'file' && bytesOf(bundle, entry).subarray(0, 4).toString('hex') === 'cffaedfe',
    );
    expect(programs.length).toBeGreaterThanOrEqual(8);
    expect(programs.filter(({ mode }) => (mode & 0o111) !== 0o111)).toEqual([]);
    const processors = programs.map((entry) => bytesOf(bundle, entry).readUInt32LE(4));
    expect(new Set(processors)).toEqual(new Set([processor]));

    const languages = tree.filter(({ path }) => path.endsWith('.lproj')).map(({ path }) => path);
    expect(languages).toEqual([`${framework}/Versions/A/Resources/en.lproj`]);
  });
}
