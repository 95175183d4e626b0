// What a page that has gone bad could become: nothing but itself.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures/bad-page';

test('the page cannot be led away, framed or doubled', async ({ bad: { page, address, expectNothingHappened } }) => {
  const leave: readonly ((host: string) => void)[] = [
    (host) => location.assign(`http://${host}/`),
    (host) => location.replace(`http://${host}/`),
    () => location.assign('file:///etc/hostname'),
    () => location.assign('app://elsewhere/index.html'),
    () => location.assign('data:text/html,<title>elsewhere</title>'),
    () => location.assign('javascript:void(document.title="broken")'),
    (host) => void window.open(`http://${host}/`),
    () => void window.open('app://stowage/index.html'),
    () => void window.open('about:blank'),
    (host) => {
      const form = document.createElement('form');
      form.method = 'post';
      form.action = `http://${host}/`;
      document.body.append(form);
      form.submit();
    },
    (host) => {
      const anchor = document.createElement('a');
      anchor.href = `http://${host}/`;
      anchor.target = '_blank';
      document.body.append(anchor);
      anchor.click();
    },
    (host) => {
      const refresh = document.createElement('meta');
      refresh.httpEquiv = 'refresh';
      refresh.content = `0;url=http://${host}/`;
      document.head.append(refresh);
    },
  ];
  for (const attempt of leave) {
    await page.evaluate(attempt, address);
    await expectNothingHappened();
  }
  expect(await page.evaluate(() => document.title)).toBe('Stowage');

  const framed = await page.evaluate(async (host) => {
    const titles: string[] = [];
    for (const url of [`http://${host}/`, 'app://stowage/index.html', 'file:///etc/hostname']) {
      for (const tag of ['iframe', 'object', 'embed', 'webview'] as const) {
        const element = document.createElement(tag);
        element.setAttribute(tag === 'object' ? 'data' : 'src', url);
        document.body.append(element);
        await new Promise((settle) => setTimeout(settle, 60));
        const inner = (element as HTMLIFrameElement).contentDocument;
        if (inner && inner.URL !== 'about:blank' && inner.body.childElementCount > 0)
          titles.push(`${tag} ${inner.URL}`);
        element.remove();
      }
    }
    return titles;
  }, address);
  expect(framed).toEqual([]);
  await expectNothingHappened();
});

test('a file dropped beside the drop zones does not replace the page', async ({
  bad: { page, expectNothingHappened },
  newFolder,
}) => {
  const file = join(await newFolder('drop'), 'evil.html');
  await writeFile(file, '<title>elsewhere</title>');
  const session = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', {
      type,
      x: 5,
      y: 5,
      data: { items: [], files: [file], dragOperationsMask: 1 },
    });
  }
  await expectNothingHappened();
});

test('no text becomes code or style', async ({ bad: { page } }) => {
  const ran = await page.evaluate(async () => {
    const marks: string[] = [];
    Object.assign(window, { mark: (name: string) => marks.push(name) });
    const script = document.createElement('script');
    script.textContent = 'mark("inline script")';
    document.body.append(script);
    const image = document.createElement('img');
    image.setAttribute('onerror', 'mark("event attribute")');
    image.src = 'app://stowage/no-such.png';
    document.body.append(image);
    const anchor = document.createElement('a');
    anchor.href = 'javascript:mark("javascript address")';
    document.body.append(anchor);
    anchor.click();
    // In a timer, out of reach of what the test's own driver may do.
    await new Promise<void>((resolve) =>
      setTimeout(() => {
        try {
          (0, eval)('mark("eval")');
        } catch {
          // denied
        }
        try {
          const { constructor: make } = Object.getPrototypeOf(() => 1) as {
            constructor: (text: string) => () => void;
          };
          make('mark("function")')();
        } catch {
          // denied
        }
        try {
          setTimeout('mark("timer text")' as unknown as () => void, 0);
        } catch {
          // denied
        }
        resolve();
      }),
    );
    const style = document.createElement('style');
    style.textContent = 'body { outline: 7px solid red }';
    document.head.append(style);
    const markup = document.createElement('div');
    markup.innerHTML = '<b style="outline: 7px solid red">x</b>';
    document.body.append(markup);
    try {
      const worker = new Worker(URL.createObjectURL(new Blob(['postMessage(1)'])));
      worker.onmessage = () => marks.push('worker');
    } catch {
      // denied
    }
    await new Promise((settle) => setTimeout(settle, 300));
    if (getComputedStyle(document.body).outlineWidth === '7px') marks.push('style element');
    if (getComputedStyle(markup.firstElementChild!).outlineWidth === '7px') marks.push('style attribute');
    return marks;
  });
  expect(ran).toEqual([]);
});

test('only files of the built page are served', async ({ bad: { page }, newFolder }) => {
  await mkdir(join(await newFolder('x'), 'y'));
  const statuses = await page.evaluate(() =>
    Promise.all(
      [
        'app://stowage/index.html',
        'app://stowage/../package.json',
        'app://stowage/%2e%2e/main/index.js',
        'app://stowage/..%2fmain/index.js',
        'app://stowage/..%5cmain%5cindex.js',
        'app://stowage//etc/hostname',
        'app://stowage/index.html%00.js',
      ].map((url) =>
        fetch(url).then(
          (response) => response.status,
          () => 0,
        ),
      ),
    ),
  );
  expect(statuses[0]).toBe(200);
  for (const status of statuses.slice(1)) expect([0, 404]).toContain(status);
});

test('the page cannot open any system dialog: no message box, no printing, no file picker', async ({
  bad: { page, running },
}) => {
  // System dialogs cannot be observed from here; Chromium logs the ones it ignored.
  const ignored: string[] = [];
  page.on('console', (message) => ignored.push(message.text()));
  const shown: string[] = [];
  page.on('dialog', (dialog) => {
    shown.push(dialog.message());
    void dialog.dismiss();
  });
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    for (const from of [window, frame.contentWindow as Window]) {
      from.alert('Main asks: type your key');
      from.confirm('Main asks: type your key');
      from.print();
    }
    // The command is the second way to the system's print dialog.
    (document as { execCommand: (command: string) => boolean }).execCommand('print');
    frame.remove();
  });
  for (const [what, times] of Object.entries({ alert: 2, confirm: 2, print: 3 })) {
    await expect
      .poll(() => ignored.filter((text) => text.startsWith(`Ignored call to '${what}()'`)))
      .toHaveLength(times);
  }
  expect(shown).toEqual([]);
  const pickers = ['showOpenFilePicker', 'showSaveFilePicker', 'showDirectoryPicker'];
  expect(await page.evaluate((names) => names.filter((name) => name in window), pickers)).toEqual([]);
  expect(running.app.windows()).toHaveLength(1);
});
