import { resolve } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { againWith, claimLinks, parseArguments, resolverRules } from './arguments';

const cwd = resolve('/home/someone');
const parse = (argv: readonly string[], env = {}) => parseArguments(['electron', '.', ...argv], env, cwd);

describe('the app’s arguments', () => {
  it('request nothing by default, whatever other arguments there are', () => {
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

  it('end where a link or a file begins, so that neither can add one', () => {
    const brought = ['--state-dir=/evil', '--sample', '--tour=/evil'];
    for (const first of ['--', 'stowage://open/table?account=a', 'STOWAGE:x']) {
      expect(parse(['--sample', first, ...brought])).toEqual({ firstTour: 'if-new', loadSampleData: 'if-absent' });
    }
  });

  it('suppress the first tour when a state folder is named, unless it is requested', () => {
    expect(parse([], { STOWAGE_STATE_DIR: '/from/env' }).firstTour).toBe('never');
    expect(parse(['--state-dir=here']).firstTour).toBe('never');
    expect(parse(['--state-dir=here', '--first-tour']).firstTour).toBe('if-new');
  });

  it('include the sample data with a tour or on request', () => {
    expect(parse(['--sample'])).toEqual({ firstTour: 'if-new', loadSampleData: 'if-absent' });
    expect(parse(['--tour=out/tour'])).toEqual({
      tourDir: resolve(cwd, 'out/tour'),
      firstTour: 'never',
      loadSampleData: 'if-absent',
    });
  });
});

describe('the names that the window resolves', () => {
  it('are none, even when the argument is not an address', () => {
    for (const none of ['', 'nonsense', 'http://']) expect(resolverRules(none)).toBe('MAP * ~NOTFOUND');
  });

  it('resolve the server of a proxy script only', () => {
    expect(resolverRules('http://proxy.corp:8080/all.pac?x=*')).toBe('MAP * ~NOTFOUND , EXCLUDE proxy.corp');
    // No comma, blank or star of an address becomes a separate rule.
    expect(resolverRules('http://a%2CEXCLUDE%20b/x')).toBe('MAP * ~NOTFOUND');
  });
});

describe('the claim on links', () => {
  it('is registered by an installed app, when no package does it, with nothing of a link as an option', () => {
    const claim = vi.fn(() => true);
    claimLinks({ isPackaged: true, platform: 'win32', claim });
    claimLinks({ isPackaged: true, platform: 'darwin', claim });
    expect(claim.mock.calls).toEqual([
      ['stowage', ['--']],
      ['stowage', ['--']],
    ]);
  });

  it('is not registered otherwise', () => {
    const claim = vi.fn(() => true);
    claimLinks({ isPackaged: false, platform: 'win32', claim });
    claimLinks({ isPackaged: true, platform: 'linux', claim });
    expect(claim).not.toHaveBeenCalled();
  });
});

it('restart: has the same arguments, and opens what is requested now', () => {
  const argv = ['/opt/stowage', '/app', '--state-dir=/s', 'stowage://open/old', '/home/a/Late.stowage-query'];
  const here = { argv, env: {} };
  expect(againWith(['stowage://open/new'], here)).toEqual({ args: ['/app', '--state-dir=/s', 'stowage://open/new'] });
  const image = { ...here, argv: ['/tmp/.mount/stowage'], env: { APPIMAGE: '/home/a/Stowage.AppImage' } };
  expect(againWith([], image)).toEqual({ args: [], execPath: '/home/a/Stowage.AppImage' });
});
