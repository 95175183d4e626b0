// Previewing blobs: the requests sent, the content shown, and that nothing in a blob is executed.
import { parquetWriteBuffer } from 'hyparquet-writer';
import { MiB } from '@shared/units';
import { serviceHeaders } from '../../electron/testing/faults';
import { bitmap, filmOf, silence } from '../fixtures/media-files';
import { expectNoViolation, openContainer, put, rangesOf } from '../fixtures/preview-blobs';
import { expect, test } from '../fixtures/stores';
import { openBlob } from '../pages/blob-tab';
import { ContainerTab } from '../pages/container-tab';

test('nothing in a blob comes alive', async ({ openApp, store }) => {
  const container = await store.newContainer();
  const script = '<script>window.cameAlive = true</script><img src=x onerror="window.cameAlive = true">';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="window.cameAlive = true">${script}</svg>`;
  await put(container, 'page.html', `<!doctype html><body>${script}`, 'text/html');
  await put(container, 'drawing.svg', svg, 'image/svg+xml');
  await put(container, 'claims.png', svg, 'image/png');
  await put(container, 'evil\u202egnp.txt', 'right\u202eto\u200bleft\u0007', 'text/plain');
  await put(container, 'one-line.txt', 'x'.repeat(10 * MiB), 'text/plain');
  await put(container, 'zeros.txt', Buffer.alloc(3 * MiB), 'text/plain');
  await put(container, 'broken.png', Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(500, 7)]));
  const running = await openApp();
  const { page } = running;
  await openContainer(running, store, container);
  const list = page.getByRole('tab', { name: container.containerName });

  for (const name of ['page.html', 'drawing.svg', 'claims.png']) {
    const blob = await openBlob(page, container.containerName, name);
    await expect(blob.text()).toContainText('<script>window.cameAlive = true</script>');
    await list.click();
  }
  const turned = new ContainerTab(page, container.containerName).rows.filter({ hasText: 'evil' });
  await turned.dblclick();
  await expect(page.getByRole('region', { name: 'Text of evil[invisible character U+202E]gnp.txt' })).toHaveText(
    '1rightU+202EtoU+200Bleft\u2407',
  );
  await list.click();

  const long = await openBlob(page, container.containerName, 'one-line.txt');
  await expect(long.text()).toContainText('\u21aaxxxxx');
  await long.panel.getByRole('button', { name: 'Wrap long lines' }).click();
  await long.turn('Next');
  await expect(long.place).toHaveText('Bytes 1,048,576 to 2,097,151 of 10,485,760');
  await list.click();

  const zeros = await openBlob(page, container.containerName, 'zeros.txt');
  await expect(zeros.text('Bytes')).toContainText('0000000000');
  await zeros.show('Text');
  await expect(zeros.text()).toContainText('\u2400\u2400\u2400');
  await list.click();
  const broken = await openBlob(page, container.containerName, 'broken.png');
  await expect(broken.panel).toContainText('Cannot be shown');

  expect(await page.evaluate(() => 'cameAlive' in window)).toBe(false);
  expect(running.pageErrors()).toEqual([]);
});

/** The members of an audio element used here. */
interface Player extends EventTarget {
  muted: boolean;
  currentTime: number;
  play: () => Promise<void>;
}

test('each kind of blob has its view', async ({ openApp, store }) => {
  const container = await store.newContainer();
  const ships = Array.from({ length: 300 }, (_, row) => `ship ${row}`);
  await put(
    container,
    'fleet.json',
    '{"ship":"Ada","tons":12345678901234567890,"ports":["Hull",null]}',
    'application/json',
  );
  await put(container, 'fleet.csv', `ship;note\n${ships.map((ship) => `${ship};"a;b"`).join('\n')}\n`, 'text/csv');
  await put(
    container,
    'fleet.parquet',
    new Uint8Array(parquetWriteBuffer({ columnData: [{ name: 'ship', data: ships, type: 'STRING' }] })),
  );
  await put(container, 'flag.bmp', bitmap(320, 200), 'image/bmp');
  await put(container, 'chart.bmp', bitmap(2000, 1200), 'image/bmp');
  await put(container, 'bell.wav', silence(3_000), 'audio/wav');
  await put(container, 'reel.mp4', filmOf('hvc1'), 'video/mp4');
  await put(container, 'flag.png', Buffer.alloc(64, 7), 'image/png');
  await put(container, 'blank', '');
  const running = await openApp();
  const { page } = running;
  await openContainer(running, store, container);
  const list = page.getByRole('tab', { name: container.containerName });
  const open = async (name: string): ReturnType<typeof openBlob> => {
    await list.click();
    return openBlob(page, container.containerName, name);
  };

  const json = await open('fleet.json');
  await expect(json.text('JSON')).toContainText('"tons": 12345678901234567890,');
  await expectNoViolation(running);
  await json.find('hull');
  await expect(json.search).toContainText('1 found');
  await expect(json.text()).toBeVisible();

  const csv = await open('fleet.csv');
  await expect(csv.rows().nth(1)).toHaveText('2ship 0a;b');
  await expect(csv.panel).toContainText('300 rows');
  await expectNoViolation(running);
  await csv.panel.getByRole('button', { name: 'Find', exact: true }).click();
  await csv.find('ship 29');
  await expect(csv.search).toContainText('11 found');

  const parquet = await open('fleet.parquet');
  await expect(parquet.rows().nth(2)).toHaveText('2ship 1');
  await expect(parquet.panel).toContainText('Rows 1 to 200 of 300');
  await parquet.panel.getByRole('button', { name: 'Next 200' }).press('Enter');
  await expect(parquet.rows().nth(1)).toHaveText('201ship 200');
  await expect(parquet.panel).toContainText('Rows 201 to 300 of 300');
  await parquet.panel.getByRole('button', { name: 'First rows' }).press('Enter');
  await expect(parquet.rows().nth(2)).toHaveText('2ship 1');
  await parquet.panel.getByText('Schema', { exact: true }).click();
  await expect(parquet.rows().nth(1)).toContainText('UTF8 as BYTE_ARRAY');
  await expectNoViolation(running);

  const flag = await open('flag.bmp');
  await expect(flag.panel).toContainText('320 × 200');
  await flag.show('Hex');
  await expect(flag.text('Bytes')).toContainText('BM');
  await expectNoViolation(running);

  const chart = await open('chart.bmp');
  await expect(chart.panel).toContainText('Only the first 1.0 MiB are fetched automatically.');
  await expectNoViolation(running);
  expect(rangesOf(store, 'chart.bmp')).toEqual([[0, MiB - 1]]);
  await chart.panel.getByRole('button', { name: 'Show image (9.2 MiB)' }).click();
  await expect(chart.panel).toContainText('2000 × 1200');
  for (const range of rangesOf(store, 'chart.bmp'))
    expect((range?.[1] ?? Infinity) - (range?.[0] ?? 0)).toBeLessThan(MiB);

  const bell = await open('bell.wav');
  const sound = bell.panel.locator('audio');
  await expect
    .poll(() => sound.evaluate((element) => (element as unknown as { readonly duration: number }).duration))
    .toBe(3_000);
  await expectNoViolation(running);
  await test.step('46 MiB of sound are played from anywhere, and most of them are never fetched', async () => {
    const position = await sound.evaluate(
      (element) =>
        new Promise<number>((resolve) => {
          const player = element as unknown as Player;
          player.muted = true;
          player.addEventListener('seeked', () => void player.play());
          player.addEventListener('timeupdate', () => {
            if (player.currentTime > 2_500.2) resolve(player.currentTime);
          });
          player.currentTime = 2_500;
        }),
    );
    expect(position).toBeLessThan(2_600);
    const spans = rangesOf(store, 'bell.wav').map((range) => ({ from: range?.[0] ?? 0, to: range?.[1] ?? Infinity }));
    const wanted = 44 + 2_500 * 16_000;
    expect(spans.some(({ from, to }) => from <= wanted && to >= wanted)).toBe(true);
    const fetched = spans.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    expect(fetched).toBeLessThan(24 * MiB);
  });

  const reel = await open('reel.mp4');
  await expect(reel.panel).toContainText('no decoder is available here, or it is damaged');
  await expectNoViolation(running);
  const claimed = await open('flag.png');
  await expect(claimed.panel.getByRole('note')).toHaveText(/^The content type is image\/png, but the content is not/);
  await expectNoViolation(running);

  const blank = await open('blank');
  await expect(blank.panel).toContainText('This blob is empty');
  expect(rangesOf(store, 'blank')).toEqual([]);
  expect(running.pageErrors()).toEqual([]);
});

test('a blob that cannot be previewed shows the reason', async ({ openApp, store }) => {
  const container = await store.newContainer();
  for (const name of ['cold.txt', 'sealed.txt', 'forbidden.txt']) await put(container, name, name);
  const answer = (name: string, status: number, headers: Readonly<Record<string, string>>): void => {
    store.blobProxy.inject({
      fault: { kind: 'answer', status, headers: serviceHeaders(headers) },
      when: ({ method, path }) => method === 'HEAD' && path.endsWith(name),
    });
  };
  answer('cold.txt', 200, {
    etag: '"0x1"',
    'content-length': '8',
    'x-ms-access-tier': 'Archive',
    'x-ms-blob-type': 'BlockBlob',
  });
  answer('sealed.txt', 409, { 'x-ms-error-code': 'BlobUsesCustomerSpecifiedEncryption' });
  answer('forbidden.txt', 403, { 'x-ms-error-code': 'AuthorizationPermissionMismatch' });
  const running = await openApp();
  await openContainer(running, store, container);
  const list = running.page.getByRole('tab', { name: container.containerName });
  for (const [name, text] of [
    ['cold.txt', 'This blob is archived'],
    ['sealed.txt', 'Encrypted with a customer-provided key'],
    ['forbidden.txt', 'Permission missing'],
  ] as const) {
    const blob = await openBlob(running.page, container.containerName, name);
    await expect(blob.panel.getByRole('alert')).toContainText(text);
    await expectNoViolation(running);
    expect(rangesOf(store, name)).toEqual([]);
    await list.click();
  }
});
