// The rules for a manifest, its lock file and its npm settings. Pure: nothing is downloaded, so that the result is the
// same on every machine and on every day.

/**
 * @typedef {{ version?: string, integrity?: string, resolved?: string, license?: string, hasInstallScript?: boolean, link?: boolean }} LockedPackage
 * @typedef {object} Audited
 * @property {{ dependencies?: Record<string, string>, devDependencies?: Record<string, string>, overrides?: Record<string, string> }} manifest
 * @property {{ packages: Record<string, LockedPackage> }} lock
 * @property {string} npmrc
 * @property {{ licences: readonly string[], licenceExceptions: Readonly<Record<string, string>>, installScripts: Readonly<Record<string, string>> }} allowed
 */

/** An exact version: of the package itself, or of the package that is installed under its name as an alias. */
const exactVersion = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+$/;

/**
 * @param {Audited} audited
 * @returns {{ problems: readonly string[], used: ReadonlySet<string> }} `used`: the exceptions that were needed
 */
export function auditLock({ manifest, lock, npmrc, allowed }) {
  const problems = [];
  const used = new Set();
  for (const group of ['dependencies', 'devDependencies', 'overrides']) {
    for (const [name, range] of Object.entries(manifest[group] ?? {})) {
      if (!exactVersion.test(range)) problems.push(`${name} is asked for as ${range}: name one version`);
    }
  }
  if (!/^ignore-scripts=true$/m.test(npmrc)) problems.push('.npmrc must say ignore-scripts=true');
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === '') continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (entry.resolved !== undefined) problems.push(`${name} is bound to the address of a registry`);
    if (entry.integrity?.startsWith('sha512-') !== true) problems.push(`${name} has no SHA-512 that it is held to`);
    if (entry.hasInstallScript === true) {
      if (Object.hasOwn(allowed.installScripts, name)) used.add(name);
      else problems.push(`${name} wants to run a script when it is installed`);
    }
    if (!isAllowedLicence(entry.license ?? '', allowed.licences)) {
      if (Object.hasOwn(allowed.licenceExceptions, name)) used.add(name);
      else problems.push(`${name} has the licence ${entry.license ?? 'none'}`);
    }
  }
  return { problems, used };
}

/** An expression is allowed when one of its alternatives is; an alternative is allowed when all of its parts are. */
function isAllowedLicence(expression, licences) {
  const plain = expression.replace(/^\((.*)\)$/, '$1');
  return plain.split(' OR ').some((either) => either.split(' AND ').every((part) => licences.includes(part.trim())));
}
