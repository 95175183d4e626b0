// What a page that has gone bad could do: nothing. Each attempt is made from inside the real window.
import { createSocket } from 'node:dgram';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { type Page, type RunningApp, expect, projectDir, test } from '../fixtures/app';
import { type Listener, startListener } from '../fixtures/listener';

let running: RunningApp;
let page: Page;
let listener: Listener;
let address = '';

test.beforeEach(async ({ launchApp }) => {
  listener = await startListener();
  address = `127.0.0.1:${listener.port}`;
  running = await launchApp();
  page = running.page;
});
test.afterEach(() => listener.close());

/** The page is still itself, alone, and nobody was visited. */
async function expectNothingHappened(): Promise<void> {
  await page.evaluate(() => new Promise((settle) => setTimeout(settle, 250)));
  expect(page.url()).toMatch(/^app:\/\/stowage\//);
  expect(running.app.windows()).toHaveLength(1);
  expect(await page.evaluate(() => window.frames.length)).toBe(0);
  expect(listener.takeVisits()).toBe(0);
}

test('the listener notices visitors', async () => {
  await new Promise((resolve) => get(`http://${address}/`, (response) => response.resume().on('end', resolve)));
  expect(listener.takeVisits()).toBe(1);
  const socket = createSocket('udp4');
  const heard = expect.poll(() => listener.takeVisits()).toBe(1);
  socket.send('x', listener.port, '127.0.0.1');
  await heard;
  socket.close();
});

test('the page has three functions and nothing of Node', async () => {
  expect(await page.evaluate(() => Object.keys(window.stowage).sort())).toEqual([
    'connectEngine',
    'invoke',
    'registerDroppedFiles',
  ]);
  const reachable = await page.evaluate(() =>
    ['require', 'process', 'module', 'exports', 'Buffer', 'global', '__dirname', 'setImmediate', 'electron'].filter(
      (name) => name in window,
    ),
  );
  expect(reachable).toEqual([]);
  const replaced = await page.evaluate(() => {
    const original = window.stowage.invoke;
    try {
      Object.assign(window.stowage, { invoke: () => Promise.resolve({ t: 'done', id: 0, value: 'forged' }) });
    } catch {
      return 'refused';
    }
    return window.stowage.invoke === original ? 'ignored' : 'replaced';
  });
  expect(replaced).not.toBe('replaced');
});

test('the window is locked down in every setting', async () => {
  const preferences = await running.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => {
      const contents = window.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> };
      return contents.getLastWebPreferences();
    }),
  );
  expect(preferences).toHaveLength(1);
  expect(preferences[0]).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  });
});

test('nothing can be fetched', async () => {
  const answers = await page.evaluate(async (host) => {
    const outcome = (attempt: () => Promise<unknown>): Promise<string> =>
      attempt().then(
        () => 'allowed',
        () => 'refused',
      );
    const socket = (open: () => WebSocket | EventSource): Promise<string> =>
      new Promise((resolve) => {
        try {
          const opened = open();
          opened.onopen = () => resolve('allowed');
          opened.onerror = () => resolve('refused');
        } catch {
          resolve('refused');
        }
      });
    const load = (tag: 'img' | 'script' | 'link' | 'audio', url: string): Promise<string> =>
      new Promise((resolve) => {
        const element = document.createElement(tag);
        element.onload = () => resolve('allowed');
        element.onerror = () => resolve('refused');
        element.addEventListener('loadeddata', () => resolve('allowed'));
        if (element instanceof HTMLLinkElement) {
          element.rel = 'stylesheet';
          element.href = url;
        } else element.src = url;
        document.body.append(element);
      });
    const request = new XMLHttpRequest();
    return Promise.all([
      outcome(() => fetch(`http://${host}/`)),
      outcome(() => fetch(`http://${host}/`, { mode: 'no-cors' })),
      outcome(() => fetch('https://example.com/')),
      outcome(() => fetch('file:///etc/hostname')),
      outcome(() => fetch('data:text/plain,x')),
      outcome(
        () =>
          new Promise((resolve, reject) => {
            request.onload = resolve;
            request.onerror = reject;
            request.open('GET', `http://${host}/`);
            request.send();
          }),
      ),
      socket(() => new WebSocket(`ws://${host}/`)),
      socket(() => new EventSource(`http://${host}/`)),
      load('img', `http://${host}/x.png`),
      load('img', 'file:///usr/share/pixmaps/debian-logo.png'),
      load('script', `http://${host}/x.js`),
      load('script', 'data:text/javascript,window.broken=1'),
      load('link', `http://${host}/x.css`),
      load('audio', `http://${host}/x.wav`),
    ]);
  }, address);
  expect(new Set(answers)).toEqual(new Set(['refused']));
  await expectNothingHappened();
});

test('nothing leaves by the side doors: hints, beacons, pings, sockets for calls', async () => {
  await page.evaluate(async (host) => {
    for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'preload', 'modulepreload', 'prerender', 'icon']) {
      const link = document.createElement('link');
      link.rel = rel;
      link.setAttribute('as', 'script');
      link.href = `http://${host}/${rel}`;
      document.head.append(link);
    }
    try {
      navigator.sendBeacon(`http://${host}/beacon`, 'x');
    } catch {
      // refused before it was sent
    }
    const anchor = document.createElement('a');
    anchor.href = '#here';
    anchor.ping = `http://${host}/ping`;
    document.body.append(anchor);
    anchor.click();
    const call = new RTCPeerConnection({
      iceServers: [
        { urls: `stun:${host}` },
        { urls: `turn:${host}?transport=tcp`, username: 'u', credential: 'c' },
        { urls: `turn:${host}?transport=udp`, username: 'u', credential: 'c' },
      ],
    });
    call.createDataChannel('x');
    const gathered = new Promise<void>((resolve) => {
      call.onicegatheringstatechange = () => {
        if (call.iceGatheringState === 'complete') resolve();
      };
    });
    await call.setLocalDescription(await call.createOffer());
    await gathered;
    call.close();
  }, address);
  await expectNothingHappened();
});

test('the page cannot be led away, framed or doubled', async () => {
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

test('a file dropped beside the drop zones does not replace the page', async ({ newFolder }) => {
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

test('no text becomes code or style', async () => {
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
          // refused
        }
        try {
          const { constructor: make } = Object.getPrototypeOf(() => 1) as {
            constructor: (text: string) => () => void;
          };
          make('mark("function")')();
        } catch {
          // refused
        }
        try {
          setTimeout('mark("timer text")' as unknown as () => void, 0);
        } catch {
          // refused
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
      // refused
    }
    await new Promise((settle) => setTimeout(settle, 300));
    if (getComputedStyle(document.body).outlineWidth === '7px') marks.push('style element');
    if (getComputedStyle(markup.firstElementChild!).outlineWidth === '7px') marks.push('style attribute');
    return marks;
  });
  expect(ran).toEqual([]);
});

test('only files of the built page are served', async ({ newFolder }) => {
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

test('no permission is ever granted', async () => {
  const granted = await page.evaluate(async () => {
    const wishes: Record<string, () => Promise<unknown>> = {
      geolocation: () => new Promise((yes, no) => navigator.geolocation.getCurrentPosition(yes, no, { timeout: 2000 })),
      notifications: async () => {
        if ((await Notification.requestPermission()) !== 'granted') throw new Error('denied');
      },
      clipboard: () => navigator.clipboard.readText(),
      camera: () => navigator.mediaDevices.getUserMedia({ video: true }),
      microphone: () => navigator.mediaDevices.getUserMedia({ audio: true }),
      screen: () => navigator.mediaDevices.getDisplayMedia(),
      midi: () => navigator.requestMIDIAccess({ sysex: true }),
      persistence: async () => {
        if (!(await navigator.storage.persist())) throw new Error('denied');
      },
      'file system': () => (window as unknown as { showOpenFilePicker(): Promise<unknown> }).showOpenFilePicker(),
      usb: () =>
        (navigator as unknown as { usb: { requestDevice(o: object): Promise<unknown> } }).usb.requestDevice({
          filters: [],
        }),
      serial: () => (navigator as unknown as { serial: { requestPort(): Promise<unknown> } }).serial.requestPort(),
      bluetooth: () =>
        (navigator as unknown as { bluetooth: { requestDevice(o: object): Promise<unknown> } }).bluetooth.requestDevice(
          {
            acceptAllDevices: true,
          },
        ),
    };
    const outcomes = await Promise.all(
      Object.entries(wishes).map(async ([name, wish]) => {
        try {
          const late = new Promise((_yes, no) => setTimeout(() => no(new Error('no answer')), 3000));
          await Promise.race([wish(), late]);
          return name;
        } catch {
          return null;
        }
      }),
    );
    return outcomes.filter((name) => name !== null);
  });
  expect(granted).toEqual([]);
  const states = await page.evaluate(() =>
    Promise.all(
      ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read'].map(async (name) => {
        const { state } = await navigator.permissions.query({ name: name as PermissionName });
        return `${name} ${state}`;
      }),
    ),
  );
  for (const state of states) expect(state).not.toContain('granted');
});

test('nothing is downloaded', async () => {
  await running.app.evaluate(({ session }) => {
    Object.assign(globalThis, { downloads: [] as string[] });
    session.defaultSession.on('will-download', (event) => {
      (globalThis as unknown as { downloads: string[] }).downloads.push(String(event.defaultPrevented));
    });
  });
  await page.evaluate(() => {
    const anchor = document.createElement('a');
    anchor.href = URL.createObjectURL(new Blob(['x']));
    anchor.download = 'x.txt';
    document.body.append(anchor);
    anchor.click();
  });
  await expectNothingHappened();
  const downloads = await running.app.evaluate(() => (globalThis as unknown as { downloads: string[] }).downloads);
  for (const prevented of downloads) expect(prevented).toBe('true');
  expect((await readdir(running.stateDir)).filter((name) => name.includes('x.txt'))).toEqual([]);
});

test('main answers its own half of the contract, in contract, and nothing else', async () => {
  const ask = (name: unknown, input: unknown) =>
    page.evaluate(([asked, given]) => window.stowage.invoke(asked as string, given), [name, input]);
  expect(await ask('app.info', {})).toMatchObject({ t: 'done' });
  for (const name of [
    'nothing',
    'toString',
    '__proto__',
    'constructor',
    'tables.list',
    'secrets.read',
    'sources.resolve',
    '',
  ]) {
    expect(await ask(name, { connectionId: 'local', id: 'local', token: 'x' })).toMatchObject({ t: 'failed' });
  }
  for (const name of [7, null, { toString: 1 }, ['app.info']]) {
    expect(await ask(name, {})).toMatchObject({ t: 'failed', error: { code: 'invalid.refused' } });
  }
  const malformed: readonly (readonly [string, unknown])[] = [
    ['settings.write', { theme: 'plaid' }],
    ['settings.write', { pageSize: 1e9 }],
    ['clipboard.write', { text: 7 }],
    ['clipboard.write', null],
    ['dialogs.pick-upload-sources', { kind: 'everything' }],
    ['tour.capture', { index: 1, of: 1, id: '../../x', title: '', text: '' }],
  ];
  for (const [name, input] of malformed) {
    expect(await ask(name, input)).toMatchObject({ t: 'failed', error: { code: 'invalid.input' } });
  }
});

test('a page cannot make up dropped files', async ({ newFolder }) => {
  const path = join(await newFolder('forged'), 'secret.txt');
  await writeFile(path, 'x');
  const registered = await page.evaluate(
    (forged) =>
      window.stowage.registerDroppedFiles([
        { path: forged, name: 'secret.txt', size: 1 },
        Object.defineProperty(new File(['x'], 'secret.txt'), 'path', { value: forged }),
        Object.setPrototypeOf({ path: forged }, File.prototype) as object,
      ]),
    path,
  );
  expect(registered).toEqual([]);
});

test('other contents and other origins are not heard', async () => {
  const answers = await running.app.evaluate(
    async ({ BrowserWindow }, preload) => {
      const stranger = new BrowserWindow({ show: false, webPreferences: { preload } });
      const heard: unknown[] = [];
      for (const url of ['app://stowage/index.html', 'about:blank']) {
        await stranger.loadURL(url);
        const ask = 'window.stowage ? window.stowage.invoke("app.info", {}) : null';
        heard.push(await stranger.webContents.executeJavaScript(ask));
      }
      stranger.destroy();
      return heard;
    },
    join(projectDir, 'out', 'preload', 'index.js'),
  );
  expect(answers[0]).toMatchObject({ t: 'failed', error: { code: 'invalid.refused' } });
  if (answers[1] !== null) expect(answers[1]).toMatchObject({ t: 'failed', error: { code: 'invalid.refused' } });
});
