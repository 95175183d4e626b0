// A hang never leaves a window open without a message: the engine that should save staged edits, and the page itself.
import { engineName, pidsOf, watchEnd } from '../fixtures/processes';
import { newShips, openShips } from '../fixtures/ships';
import { expect, test } from '../fixtures/stores';

test('an engine that hangs while a cell is edited: closing the window prompts for what to do with the change', async ({
  launchApp,
  store,
}) => {
  const table = await newShips(store);
  const running = await launchApp();
  const { app, page } = running;
  const rows = await openShips(page, store, table);
  await rows.cellOf('Bea', 2).dblclick();
  await page.keyboard.type('17');
  const { gone } = await watchEnd(running);
  for (const pid of await pidsOf(app, engineName)) process.kill(pid, 'SIGSTOP');
  await app.evaluate(({ BrowserWindow }) => void setImmediate(() => BrowserWindow.getAllWindows()[0]?.close()));
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard 1 change' }).click();
  await gone;
});

test('a page that hangs: quitting prompts whether to wait for it', async ({ launchApp }) => {
  const running = await launchApp();
  const { app, page } = running;
  await expect(page.getByText('Local store running')).toBeVisible();
  const { gone } = await watchEnd(running);
  await app.evaluate(({ dialog }) => {
    Object.assign(dialog, {
      showMessageBox: (_window: unknown, { message }: { readonly message: string }) => {
        process.stderr.write(`Asked: ${message}\n`);
        return Promise.resolve({ response: message === 'The window does not respond' ? 0 : 1, checkboxChecked: false });
      },
    });
  });
  await page.evaluate(
    () =>
      void setTimeout(() => {
        for (;;);
      }),
  );
  await app.evaluate(({ app: main }) => void setImmediate(() => main.quit()));
  await gone;
  expect(running.output()).toContain('Asked: The window does not respond');
});
