// Faults leave a trace: main, the engine and the window log them on this machine, without secrets, and About shows the
// log.
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures/stores';
import { killEngine } from '../fixtures/processes';
import { goTo } from '../pages/by-keyboard';

test('the fault log records faults of main, the engine and the window, and not the thrown text', async ({
  launchApp,
  newFolder,
}) => {
  const stateDir = await newFolder('state');
  const { app, page } = await launchApp({ stateDir });
  const about = page.getByRole('dialog', { name: 'About Stowage' });
  const log = about.getByRole('region', { name: 'Contents of the fault log' });
  const showLog = (): Promise<void> => goTo(page, 'fault log', 'Show the fault log');

  await test.step('nothing went wrong, and nothing is written', async () => {
    await expect(page.getByText('Local store running')).toBeVisible();
    await showLog();
    await expect(about.getByRole('status')).toHaveText('No faults have been recorded on this computer.');
    await page.keyboard.press('Escape');
    expect(await readdir(stateDir)).not.toContain('fault-log');
  });

  await test.step('a layout that takes two rounds is no fault', async () => {
    const notice = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          window.addEventListener('error', ({ message }) => resolve(message), { once: true });
          const box = document.body.appendChild(document.createElement('div'));
          const observer = new ResizeObserver(() => {
            box.style.width = `${box.offsetWidth + 1}px`;
            if (box.offsetWidth > 110) observer.disconnect();
          });
          box.style.width = '100px';
          observer.observe(box);
        }),
    );
    expect(await notice).toMatch(/^ResizeObserver loop /);
  });

  await test.step('each process fails in its own way', async () => {
    await app.evaluate(() => void Promise.reject(new RangeError('canary of main')));
    await page.evaluate(() => {
      setTimeout(() => {
        throw new TypeError('canary of the window');
      });
      void Promise.reject(new SyntaxError('canary of a promise'));
    });
    await killEngine(app);
    await expect(page.getByText('Local store running')).toBeVisible();
  });

  await test.step('the log says what, where and in which version, and has the keyboard', async () => {
    // It is read when it is shown.
    const noted = [/RangeError/, /TypeError/, /SyntaxError/, /The engine stopped/];
    await expect
      .poll(async () => {
        await showLog();
        const text = await log.innerText();
        await page.keyboard.press('Escape');
        return noted.every((fault) => fault.test(text));
      })
      .toBe(true);
    await showLog();
    await expect(log).toBeFocused();
    const version = await app.evaluate(
      ({ app: main }) => `Stowage ${main.getVersion()}, Electron ${process.versions.electron}`,
    );
    await expect(log).toContainText(
      new RegExp(`^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z main \\d+ · ${version.replaceAll('.', '\\.')}`),
    );
    await expect(log).toContainText(/unforeseen: An unexpected RangeError was thrown\.\n\s+at /);
    await expect(log).toContainText(/window 1: unforeseen: An unexpected TypeError was thrown\.\n\s+at /);
    await expect(log).toContainText(/The engine stopped with code .+; starting it again/);
    await expect(log).not.toContainText('canary');
    await expect(log).not.toContainText('unexpected object');
  });

  await test.step('it is copied, and shown where it lies', async () => {
    await about.getByRole('button', { name: 'Copy the fault log' }).click();
    await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toContain('RangeError');
    await app.evaluate(({ shell }) => {
      Object.assign(shell, { showItemInFolder: (path: string) => Object.assign(globalThis, { shown: path }) });
    });
    await about.getByRole('button', { name: 'Show files' }).click();
    await expect
      .poll(() => app.evaluate(() => (globalThis as unknown as { shown?: string }).shown))
      .toBe(join(stateDir, 'fault-log', 'main.log'));
  });
});

test('notes of the engine about itself are in the fault log of the next run too', async ({ launchApp, newFolder }) => {
  const stateDir = await newFolder('state');
  await mkdir(stateDir, { recursive: true });
  await writeFile(join(stateDir, 'connections.json'), '{"version":1,"connections":[');
  const first = await launchApp({ stateDir });
  await expect(first.page.getByText('Local store running')).toBeVisible();
  await first.close();
  const { page } = await launchApp({ stateDir });
  await expect(page.getByText('Local store running')).toBeVisible();
  await goTo(page, 'about', 'About Stowage');
  const about = page.getByRole('dialog', { name: 'About Stowage' });
  await about.getByRole('button', { name: 'Show the fault log' }).click();
  await expect(about.getByRole('region', { name: 'Contents of the fault log' })).toContainText(
    /engine \d+ · Stowage [^]+The file of saved connections was damaged; a copy is at/,
  );
});
