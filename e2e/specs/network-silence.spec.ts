// The app contacts the account's endpoints and no other server. The tour's journey checks this for the tour; this one
// checks that the measure would notice a violation.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { electronEnvironment } from '../fixtures/app';
import { expect, test } from '../fixtures/stores';
import { quietNetworkObstacle, runInQuietNetwork } from '../fixtures/quiet-network';

const obstacle = quietNetworkObstacle();
test.skip(obstacle !== null, obstacle ?? '');

const electron = (): string => join(electronEnvironment().ELECTRON_OVERRIDE_DIST_PATH ?? '', 'electron');

/** An app whose engine-like process does what ours must never do, or nothing, and ends. */
const appFiles = {
  'package.json': '{ "name": "talkative", "version": "1.0.0", "main": "main.js" }',
  'main.js': `const { app, utilityProcess } = require('electron');
app.whenReady().then(() => {
  utilityProcess.fork(require('node:path').join(__dirname, 'engine.js')).on('exit', () => app.exit(0));
});`,
} as const;
const engines = {
  'says nothing': `process.exit(0);`,
  'asks for a name': `require('node:dns').lookup('telemetry.example', () => process.exit(0));`,
  'connects by IPv4': `require('node:net').connect(443, '192.0.2.1').on('error', () => process.exit(0));`,
  'connects by IPv6': `require('node:net').connect(443, '2001:db8::1').on('error', () => process.exit(0));`,
  'sends a datagram': `require('node:dgram').createSocket('udp4').send('x', 53, '192.0.2.1', () => process.exit(0));`,
} as const;

for (const [what, engine] of Object.entries(engines)) {
  test(`the measure is right for an app that ${what}`, async ({ newFolder }) => {
    const folder = await newFolder('talkative');
    const appDir = join(folder, 'app');
    await mkdir(appDir);
    for (const [name, text] of Object.entries({ ...appFiles, 'engine.js': engine })) {
      await writeFile(join(appDir, name), text);
    }
    const run = await runInQuietNetwork(
      folder,
      [electron(), '--no-sandbox', appDir, `--user-data-dir=${join(folder, 'state')}`],
      electronEnvironment(),
    );
    expect(run.code, run.output).toBe(0);
    if (what === 'says nothing') expect(run.attemptsOut).toBe(0);
    else expect(run.attemptsOut).toBeGreaterThan(0);
  });
}
