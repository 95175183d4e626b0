// What a compromised page could reach: no server, nothing on the disk, no device.
import { createSocket } from 'node:dgram';
import { readdir } from 'node:fs/promises';
import { get } from 'node:http';
import { expect, test } from '../fixtures/bad-page';

test('the listener notices visitors', async ({ bad: { listener, address } }) => {
  await new Promise((resolve) => get(`http://${address}/`, (response) => response.resume().on('end', resolve)));
  expect(listener.takeVisits()).toBe(1);
  const socket = createSocket('udp4');
  const visited = expect.poll(() => listener.takeVisits()).toBe(1);
  socket.send('x', listener.port, '127.0.0.1');
  await visited;
  socket.close();
});

test('nothing can be fetched', async ({ bad: { page, address, expectNothingHappened } }) => {
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

test('the network stack of the window fetches nothing, whatever the page requests', async ({
  bad: { running, address, expectNothingHappened },
}) => {
  // Past the page and its content policy, in the very session.
  const fetchUrl = (url: string): Promise<string> =>
    running.app.evaluate(
      ({ net, session }, target) =>
        new Promise<string>((resolve) => {
          const request = net.request({ url: target, session: session.defaultSession });
          request.on('response', () => resolve('answered'));
          request.on('error', ({ message }) => resolve(message));
          request.end();
        }),
      url,
    );
  expect(await fetchUrl(`http://${address}/`)).toContain('ERR_BLOCKED_BY_CLIENT');
  await expectNothingHappened();
});

test('nothing leaves by the side doors: hints, beacons, pings, sockets for calls', async ({
  bad: { page, address, expectNothingHappened },
}) => {
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
      // denied before it was sent
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

test('no permission is ever granted', async ({ bad: { page } }) => {
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

test('nothing is downloaded', async ({ bad: { running, page, expectNothingHappened } }) => {
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
