// What hangs keeps no window open without a word: the engine that is to keep what is staged.
import { engineName, pidsOf } from '../fixtures/processes';
import { fillShips, openShips } from '../fixtures/ships';
import { expect, test } from '../fixtures/stores';

test('an engine that hangs while a cell is edited: closing the window asks what becomes of the change', async ({
  launchApp,
  store,
}) => {
  const table = await store.newTable();
  await fillShips(table);
  const { app, page } = await launchApp();
  const rows = await openShips(page, store, table);
  await rows.cellOf('Bea', 2).dblclick();
  await page.keyboard.type('17');
  const child = app.process();
  const gone = new Promise((resolve) => child.once('exit', (code) => resolve(code)));
  for (const pid of await pidsOf(app, engineName)) process.kill(pid, 'SIGSTOP');
  await app.evaluate(({ BrowserWindow }) => void setImmediate(() => BrowserWindow.getAllWindows()[0]?.close()));
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard 1 change' }).click();
  expect(await gone).toBe(0);
});
