// What the dependency audit lets pass, each with its reason. An entry that nothing needs any more fails the audit.

/** Licences that ask for nothing but their text beside what is shipped, or bind only who changes the package. */
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
  'WTFPL',
];

/** @type {Readonly<Record<string, string>>} package → why its licence, which has no usual name, is fine */
export const licenceExceptions = {
  '7z-wasm': 'LGPL with a rule for RAR, named in a file; it is run when packages are made, and not shipped',
  'uri-templates': 'of its two licences, public domain and MIT, its manifest gives the address only',
};

/** @type {Readonly<Record<string, string>>} package → why its install script may be there; none is ever run */
export const installScripts = {
  'electron-winstaller':
    'asked for by electron-builder for a kind of installer that is not made; ignore-scripts holds it',
};
