import { describe, expect, it } from 'vitest';
import { resolverRules } from './resolver-rules';

describe('the names that the window resolves', () => {
  it('are none, also where what was given is no address', () => {
    for (const none of ['', 'nonsense', 'http://']) expect(resolverRules(none)).toBe('MAP * ~NOTFOUND');
  });

  it('are that of the server of a proxy script only', () => {
    expect(resolverRules('http://proxy.corp:8080/all.pac?x=*')).toBe('MAP * ~NOTFOUND , EXCLUDE proxy.corp');
    // No comma, blank or star of an address becomes a rule of its own.
    expect(resolverRules('http://a%2CEXCLUDE%20b/x')).toBe('MAP * ~NOTFOUND');
  });
});
