// What the dependency audit permits, with reasons. An entry that is not needed fails the audit.

/** Licences that require only that their text is shipped too, or that bind only those who change the package. */
export const allowedLicences = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'OFL-1.1',
  'MPL-2.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
];

/** @type {Readonly<Record<string, string>>} by package: why its licence, which has no standard name, is acceptable */
export const licenceExceptions = {
  'uri-templates': 'of its two licences, public domain and MIT, its manifest gives the address only',
};

/** @type {Readonly<Record<string, string>>} by package: why it may have an install script; none is ever run */
export const installScripts = {
  'electron-winstaller':
    'asked for by electron-builder for a kind of installer that is not made; ignore-scripts holds it',
};
