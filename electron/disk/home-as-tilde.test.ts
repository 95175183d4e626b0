import { describe, expect, it } from 'vitest';
import { homeAsTilde } from './home-as-tilde';

describe('a home folder in a text, where letters count', () => {
  const shorten = homeAsTilde(['/home/ann/', '/data/users/ann'], 'letters-count');

  it.each([
    ['/home/ann', '~'],
    ['/home/ann/a/b.txt', '~/a/b.txt'],
    ["ENOENT: open '/home/ann'", "ENOENT: open '~'"],
    ['at /home/ann/a.js:1:2, and (file:///home/ann/b.js:3:4).', 'at ~/a.js:1:2, and (file://~/b.js:3:4).'],
    ['It is in /home/ann.', 'It is in ~.'],
    ['/data/users/ann/a', '~/a'],
    ['/home//ann/a', '~/a'],
    ['/var/lib/home/ann/a', '/var/lib~/a'],
  ])('%s is %s', (text, safe) => {
    expect(shorten(text)).toBe(safe);
  });

  it.each(['/home/anna/a', '/home/ann.smith/a', '/home/ann-old', '/home/ann_1', '/home/annü', '/HOME/ANN/a'])(
    'the folder of another one stays: %s',
    (text) => {
      expect(shorten(text)).toBe(text);
    },
  );

  it('letters that an address cannot have are found in it', () => {
    const odd = homeAsTilde(['/home/änn (1)+b'], 'letters-count');
    expect(odd('file:///home/%C3%A4nn%20(1)+b/x /home/änn (1)+b/y')).toBe('file://~/x ~/y');
  });
});

it('a home folder of Windows is found in each way to write it', () => {
  const shorten = homeAsTilde(['C:\\Users\\Ann Lee'], 'any-case');
  expect(shorten('C:\\Users\\Ann Lee\\a.txt')).toBe('~\\a.txt');
  expect(shorten('c:\\users\\ANN LEE')).toBe('~');
  expect(shorten('file:///C:/Users/Ann%20Lee/a.js:1:2')).toBe('file:///~/a.js:1:2');
  expect(shorten('C:/Users/Ann Lee/a')).toBe('~/a');
  expect(shorten(JSON.stringify('C:\\Users\\Ann Lee\\a'))).toBe('"~\\\\a"');
  expect(shorten('C:\\Users\\Ann Leeds\\a')).toBe('C:\\Users\\Ann Leeds\\a');
});

it('a root is no home folder, and none may be known', () => {
  expect(homeAsTilde(['/', ''], 'letters-count')('/a b')).toBe('/a b');
  expect(homeAsTilde(['C:\\'], 'any-case')('C:\\a')).toBe('C:\\a');
});
