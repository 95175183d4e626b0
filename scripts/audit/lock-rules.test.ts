import { describe, expect, it } from 'vitest';
import { auditLock } from './lock-rules.mjs';

const allowed = { licences: ['MIT', 'ISC'], licenceExceptions: { odd: 'why' }, installScripts: { scripted: 'why' } };
const npmrc = 'fund=false\nignore-scripts=true\n';
const good = { version: '1.0.0', integrity: 'sha512-abc', license: 'MIT' };

const audit = (entry: object, manifest = {}, name = 'some', settings = npmrc) =>
  auditLock({ manifest, lock: { packages: { '': {}, [`node_modules/${name}`]: entry } }, npmrc: settings, allowed });

describe('the audit of a lock file', () => {
  it('accepts a lock file that follows the rules', () => {
    const manifest = { dependencies: { some: '1.0.0' }, overrides: { other: '2.3.4' } };
    expect(audit(good, manifest)).toEqual({ problems: [], used: new Set() });
  });

  it('takes one version of a package under another name', () => {
    expect(audit(good, { devDependencies: { some: 'npm:@scope/other@1.0.0' } }).problems).toEqual([]);
  });

  it.each([
    ['a range of a package under another name', good, { devDependencies: { some: 'npm:other@^1.0.0' } }],
    ['a range', good, { devDependencies: { some: '^1.0.0' } }],
    ['an address', { ...good, resolved: 'file:x' }, {}],
    ['a missing hash', { license: 'MIT' }, {}],
    ['a weak hash', { ...good, integrity: 'sha1-abc' }, {}],
    ['an install script', { ...good, hasInstallScript: true }, {}],
    ['a licence that is not on the list', { ...good, license: 'GPL-3.0' }, {}],
    ['a part of a licence that is not on the list', { ...good, license: 'MIT AND GPL-3.0' }, {}],
    ['no licence', { integrity: 'sha512-abc' }, {}],
  ])('names %s', (_what, entry, manifest) => {
    const { problems } = audit(entry, manifest);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^some /);
  });

  it('takes one of two licences', () => {
    expect(audit({ ...good, license: '(GPL-3.0 OR MIT)' }).problems).toEqual([]);
  });

  it('reports which exceptions were needed, also below another package', () => {
    const script = audit({ ...good, hasInstallScript: true }, {}, 'other/node_modules/scripted');
    expect(script).toEqual({ problems: [], used: new Set(['scripted']) });
    expect(audit({ ...good, license: 'see file' }, {}, 'odd').used).toEqual(new Set(['odd']));
  });

  it('requires settings that hold back install scripts', () => {
    expect(audit(good, {}, 'some', 'fund=false\n').problems).toEqual(['.npmrc must say ignore-scripts=true']);
  });
});
