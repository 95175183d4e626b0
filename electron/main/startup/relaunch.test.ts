import { expect, it } from 'vitest';
import { againWith } from './relaunch';

it('is as this time, and opens what is asked now', () => {
  const argv = ['/opt/stowage', '/app', '--state-dir=/s', 'stowage://open/old', '/home/a/Late.stowage-query'];
  const here = { argv, env: {} };
  expect(againWith(['stowage://open/new'], here)).toEqual({ args: ['/app', '--state-dir=/s', 'stowage://open/new'] });
  const image = { ...here, argv: ['/tmp/.mount/stowage'], env: { APPIMAGE: '/home/a/Stowage.AppImage' } };
  expect(againWith([], image)).toEqual({ args: [], execPath: '/home/a/Stowage.AppImage' });
});
