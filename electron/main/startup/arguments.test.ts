import { resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { againWith, claimLinks, parseArguments, resolverRules } from './arguments';

const cwd = resolve('/home/someone');
const parse = (argv: readonly string[], env = {}) => parseArguments(['electron', '.', ...argv], env, cwd);

describe('the app’s arguments', () => {
  it('ask for nothing by default, whatever else is on the line', () => {
    expect(parse(['--no-sandbox', '--inspect=0', 'file.txt'])).toEqual({
      firstTour: 'if-new',
      loadSampleData: 'never',
    });
  });

  it('name the state folder, before the environment does', () => {
    const env = { STOWAGE_STATE_DIR: '/from/env' };
    expect(parse([], env).stateDir).toBe(resolve('/from/env'));
    expect(parse(['--state-dir=here'], env).stateDir).toBe(resolve(cwd, 'here'));
    expect(parse(['--state-dir='], {}).stateDir).toBeUndefined();
  });

  it('end where a link or a file begins, so that neither can bring one', () => {
    const brought = ['--state-dir=/evil', '--sample', '--tour=/evil'];
    for (const first of ['--', 'stowage://open/table?account=a', 'STOWAGE:x']) {
      expect(parse(['--sample', first, ...brought])).toEqual({ firstTour: 'if-new', loadSampleData: 'if-absent' });
    }
  });

  it('keep the first tour from whoever names a state folder, unless it is asked for', () => {
    expect(parse([], { STOWAGE_STATE_DIR: '/from/env' }).firstTour).toBe('never');
    expect(parse(['--state-dir=here']).firstTour).toBe('never');
    expect(parse(['--state-dir=here', '--first-tour']).firstTour).toBe('if-new');
  });

  it('bring the sample data with a tour or when asked', () => {
    expect(parse(['--sample'])).toEqual({ firstTour: 'if-new', loadSampleData: 'if-absent' });
    expect(parse(['--tour=out/tour'])).toEqual({
      tourDir: resolve(cwd, 'out/tour'),
      firstTour: 'never',
      loadSampleData: 'if-absent',
    });
  });
});

describe('the names that the window resolves', () => {
  it('are none, also where what was given is no address', () => {
    for (const none of ['', 'nonsense', 'http://']) expect(resolverRules(none)).toBe('MAP * ~NOTFOUND');
  });

  it('are that of the server of a proxy script only', () => {
    expect(resolverRules('http://proxy.corp:8080/all.pac?x=*')).toBe('MAP * ~NOTFOUND , EXCLUDE proxy.corp');
    // No comma, blank or star of an address becomes a rule of its own.
    expect(resolverRules('http://a%2CEXCLUDE%20b/x')).toBe('MAP * ~NOTFOUND');
  });
});

describe('the claim on links', () => {
  it('is made by an installed app, where no package makes it, with nothing of a link as an option', () => {
    const claim = vi.fn(() => true);
    claimLinks({ isPackaged: true, platform: 'win32', claim });
    claimLinks({ isPackaged: true, platform: 'darwin', claim });
    expect(claim.mock.calls).toEqual([
      ['stowage', ['--']],
      ['stowage', ['--']],
    ]);
  });

  it('is not made otherwise', () => {
    const claim = vi.fn(() => true);
    claimLinks({ isPackaged: false, platform: 'win32', claim });
    claimLinks({ isPackaged: true, platform: 'linux', claim });
    expect(claim).not.toHaveBeenCalled();
  });
});

it('is as this time, and opens what is asked now', () => {
  const argv = ['/opt/stowage', '/app', '--state-dir=/s', 'stowage://open/old', '/home/a/Late.stowage-query'];
  const here = { argv, env: {} };
  expect(againWith(['stowage://open/new'], here)).toEqual({ args: ['/app', '--state-dir=/s', 'stowage://open/new'] });
  const image = { ...here, argv: ['/tmp/.mount/stowage'], env: { APPIMAGE: '/home/a/Stowage.AppImage' } };
  expect(againWith([], image)).toEqual({ args: [], execPath: '/home/a/Stowage.AppImage' });
});
