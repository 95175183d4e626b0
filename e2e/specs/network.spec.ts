// A user-defined proxy: set by hand, its denial reported in text, then every request of the window and of a transfer
// goes through it. And offline, when only this computer is contacted.
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startScriptServer, startWebProxy } from '../../electron/testing/web-proxy';
import { dropFiles } from '../fixtures/drop-files';
import { type PromptAnswer, confirmPrompt } from '../fixtures/prompts';
import { expect, test } from '../fixtures/stores';
import { addConnection } from '../pages/connections';
import { ContainerTab } from '../pages/container-tab';
import { ActivityDock } from '../pages/activity-dock';

test('everything goes through the proxy that the user set, and nothing while offline', async ({
  launchApp,
  newFolder,
  store,
}) => {
  const proxy = await startWebProxy({ login: 'ann:right' });
  const container = await store.newContainer();
  // The company's script names the proxy for the hosts of the service, and another one for everything else.
  const [named, other] = [await startWebProxy(), await startWebProxy()];
  const script = await startScriptServer(
    `function FindProxyForURL(url, host) {
      return dnsDomainIs(host, '.blob.core.windows.net') ? 'PROXY 127.0.0.1:${named.port}' : 'PROXY 127.0.0.1:${other.port}';
    }`,
  );
  const { page, prompts } = await launchApp({ args: [`--proxy-pac-url=${script.address}`] });
  const settings = page.getByRole('tabpanel', { name: 'Settings' });
  const change = async (act: () => Promise<void>): Promise<void> => {
    await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
    await act();
    await settings.getByRole('button', { name: 'Apply' }).click();
    await expect(settings.getByRole('button', { name: /^Apply/ })).toHaveCount(0, { timeout: 30_000 });
  };

  await test.step('the system’s script names the proxy', async () => {
    const navigator = await addConnection(page, 'By script', store.connectionString.replaceAll('127.0.0.1', 'quay'));
    await expect(navigator.item(container.containerName)).toBeVisible();
    expect(named.requested.some((line) => line.startsWith('GET http://quay:'))).toBe(true);
    await navigator.choose('By script', 'Remove…');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove By script' }).click();
  });

  await test.step('a proxy is set by hand, with a wrong password', () =>
    change(async () => {
      await settings.getByRole('radiogroup', { name: 'Proxy' }).getByText('Manual').click();
      await settings.getByLabel('Host').fill('127.0.0.1');
      await settings.getByLabel('Port').fill(String(proxy.port));
      await settings.getByLabel('User').fill('ann');
      prompts.answerWith(typing('wrong'));
    }));

  prompts.answerWith(confirmPrompt);
  // A name that only the proxy knows.
  const navigator = await addConnection(page, 'Away', store.connectionString.replaceAll('127.0.0.1', 'harbour'));
  await test.step('the refusal is said in words', () =>
    expect(navigator.tree.getByText('The proxy requires authentication').first()).toBeVisible());

  await test.step('with the right one names come through it, and the bytes of a transfer', async () => {
    await change(async () => {
      prompts.answerWith(typing('right'));
      await settings.getByText('Change password').click();
    });
    prompts.answerWith(confirmPrompt);
    await expect(navigator.item(container.containerName)).toBeVisible();
    await navigator.open(container.containerName);
    const tab = new ContainerTab(page, container.containerName);
    await expect(tab.panel).toContainText('This container is empty');
    const file = join(await newFolder('cargo'), 'cargo.bin');
    const bytes = randomBytes(3_000_000);
    await writeFile(file, bytes);
    await dropFiles(tab.panel, [file]);
    await new ActivityDock(page).finished('Upload of cargo.bin');
    expect((await container.getBlobClient('cargo.bin').downloadToBuffer()).equals(bytes)).toBe(true);
    const puts = proxy.requested.filter(
      (line) => line.startsWith('PUT http://harbour:') && line.includes('/cargo.bin'),
    );
    expect(puts.length).toBeGreaterThan(0);
  });

  await test.step('offline nobody is asked', async () => {
    await change(() =>
      settings.getByText('Work offline', { exact: true }).locator('xpath=../..').getByRole('switch').press('Space'),
    );
    const requestCount = proxy.requested.length;
    await page.getByRole('tab', { name: container.containerName }).click();
    await page.getByRole('button', { name: 'Refresh' }).first().click();
    await expect(new ContainerTab(page, container.containerName).panel).toContainText('Working offline');
    expect(proxy.requested.length).toBe(requestCount);
  });

  await test.step('the status bar says so, and leads to where it is changed', async () => {
    const sign = page.getByRole('contentinfo', { name: 'Status' }).getByRole('button', { name: 'Working offline' });
    await sign.click();
    await expect(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true');
    await change(() =>
      settings.getByText('Work offline', { exact: true }).locator('xpath=../..').getByRole('switch').press('Space'),
    );
    await expect(sign).toHaveCount(0);
  });
  // Chromium sent no request of its own either, to which a proxy would give access.
  expect([...named.requested, ...other.requested].filter((line) => !line.includes('http://quay:'))).toEqual([]);
  for (const each of [proxy, named, other, script]) await each.close();
});

function typing(password: string): PromptAnswer {
  return async (prompt) => {
    await prompt.getByLabel('Proxy password').fill(password);
    await prompt.getByRole('button', { name: 'Apply' }).click();
  };
}
