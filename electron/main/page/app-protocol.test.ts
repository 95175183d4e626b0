import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAppAddress } from './app-address';
import { appFileHandler, contentPolicy, resolveAppFile } from './app-protocol';
import { isWindowRequestAllowed } from './navigation-guard';

let parent = '';
let root = '';
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'stowage-protocol-'));
  root = join(parent, 'renderer');
  await mkdir(join(root, 'assets'), { recursive: true });
  await writeFile(join(root, 'index.html'), '<!doctype html>');
  await writeFile(join(root, 'assets', 'a b.js'), 'a');
  await writeFile(join(root, 'assets', 'notes.txt'), 'not ours');
  await writeFile(join(parent, 'secret.json'), '{}');
  await mkdir(join(parent, 'renderer-twin'));
  await writeFile(join(parent, 'renderer-twin', 'x.js'), 'x');
});
afterAll(() => rm(parent, { recursive: true, force: true }));

describe('finding files', () => {
  it('serves the page and the files that it loads', () => {
    expect(resolveAppFile(root, 'app://stowage/')?.path).toBe(join(root, 'index.html'));
    expect(resolveAppFile(root, 'app://stowage/index.html?x=1#y')?.path).toBe(join(root, 'index.html'));
    expect(resolveAppFile(root, 'app://stowage/assets/a%20b.js')).toEqual({
      path: join(root, 'assets', 'a b.js'),
      mimeType: 'text/javascript; charset=utf-8',
    });
  });

  it.each([
    'app://stowage/../secret.json',
    'app://stowage/%2e%2e/secret.json',
    'app://stowage/%2e%2e%2fsecret.json',
    'app://stowage/assets/..%2f..%2fsecret.json',
    'app://stowage/..%5csecret.json',
    'app://stowage/..%2frenderer-twin/x.js',
    'app://stowage/index.html%00.js',
    'app://stowage/%ff.js',
    'app://stowage/assets/notes.txt',
    'app://elsewhere/index.html',
    'app://stowage:8080/index.html',
    'app://user@stowage/index.html',
    'file:///etc/passwd',
    'https://stowage/index.html',
    'nonsense',
  ])('does not leave its folder for %s', (address) => {
    const found = resolveAppFile(root, address);
    expect(found === null || found.path.startsWith(`${root}/`)).toBe(true);
  });

  it('stays inside for any path', () => {
    const segment = fc.oneof(
      fc.constantFrom('..', '%2e%2e', '%2E.', '.', '', '%2f', '%5c', '..%2f', 'assets', 'secret.json', 'x.js', '%00'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 8 }), (segments) => {
        const found = resolveAppFile(root, `app://stowage/${segments.join('/')}`);
        expect(found === null || found.path.startsWith(`${root}/`)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('answering', () => {
  it('serves a file under the content policy', async () => {
    const { status, body, headers } = await appFileHandler(root)('app://stowage/');
    expect(status).toBe(200);
    expect(body.toString()).toBe('<!doctype html>');
    expect(headers).toMatchObject({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': contentPolicy,
      'X-Content-Type-Options': 'nosniff',
    });
  });

  it.each(['app://stowage/missing.js', 'app://stowage/%2e%2e%2fsecret.json', 'app://stowage/assets/notes.txt'])(
    'answers %s with 404',
    async (address) => {
      const { status, body } = await appFileHandler(root)(address);
      expect(status).toBe(404);
      expect(body).toHaveLength(0);
    },
  );

  it('allows nothing inline, no eval and no frame', () => {
    const allowed = new Map(
      contentPolicy.split('; ').map((rule) => /^(\S+) (.*)$/u.exec(rule)?.slice(1) as [string, string]),
    );
    for (const own of ['script-src', 'style-src', 'font-src', 'connect-src']) expect(allowed.get(own)).toBe("'self'");
    for (const none of ['default', 'worker', 'frame', 'object']) expect(allowed.get(`${none}-src`)).toBe("'none'");
    for (const none of ['base-uri', 'form-action', 'frame-ancestors']) expect(allowed.get(none)).toBe("'none'");
    expect(contentPolicy).not.toMatch(/unsafe|\*|https?:/);
    expect(allowed.get('sandbox')?.split(' ')).toEqual(['allow-scripts', 'allow-same-origin', 'allow-forms']);
  });
});

describe('network access of the window', () => {
  it.each([
    ['app://stowage/index.html', true],
    ['devtools://devtools/bundled/x.js', true],
    ['data:image/png;base64,AA', true],
    ['data:text/html,x', false],
    ['http://127.0.0.1/', false],
    ['https://example.com/', false],
    ['ws://127.0.0.1/', false],
    ['file:///etc/passwd', false],
    ['app://other/', false],
    ['blob:app://stowage/1', false],
    ['stowage-media://0f/', true],
    ['stowage-media:x', false],
  ])('%s: %s', (address, allowed) => {
    expect(isWindowRequestAllowed(address)).toBe(allowed);
  });

  it('recognises its own address only', () => {
    expect(isAppAddress('app://stowage/x')).toBe(true);
    expect(isAppAddress('app://stowage.evil/')).toBe(false);
    expect(isAppAddress('')).toBe(false);
  });
});
