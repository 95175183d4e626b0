// The contents of a prompt: texts of an untrusted page, shown as text; and how its answer is parsed.
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PromptRequest } from '@shared/model/prompt';
import { answerIn, createSettling, mustBeTyped, promptPage, settleMs } from './prompt-page';
import { promptFor } from './prompt-texts';

const appearance = { language: 'en', direction: 'ltr', theme: 'dark' } as const;
const hostile = '"><script>steal()</script><form action="https://evil.example">\u202e\n';
const facts = { connection: hostile, account: hostile, hosts: ['fleet.blob.core.windows.net'] };
const requests: readonly PromptRequest[] = [
  { kind: 'new-hosts', connection: hostile, hosts: [hostile] },
  { kind: 'unlock', ...facts },
  { kind: 'unmark-production', ...facts },
  {
    kind: 'create-sas',
    ...facts,
    production: 'yes',
    resource: hostile,
    resourceKind: 'container',
    rights: 'rl',
    expiresOn: '2099-01-01T00:00:00Z',
    policy: hostile,
  },
  { kind: 'published-key' },
  { kind: 'export-secrets', connections: 2 },
  {
    kind: 'import-connections',
    connections: [{ name: hostile, accountName: hostile, hosts: [hostile] }],
    secrets: 'sealed',
    passphrase: 'not tried',
  },
];

describe('a prompt', () => {
  afterEach(() => void vi.useRealTimers());

  it.each(requests)('prompt: shows every text as text, and invisible characters visibly: $kind', (request) => {
    const page = promptPage(promptFor(request), appearance, hostile);
    expect(page.match(/<script|<form/g)).toEqual(['<form']);
    expect(page).not.toContain('\u202e');
    expect(page).toContain("default-src 'none'");
    expect(page.match(/<button disabled /g)).toHaveLength(2);
  });

  it('prompt: names account, rights and end of a signature', () => {
    const { facts: shown } = promptFor(requests[3]!);
    expect(shown.map(({ value }) => value)).toEqual(expect.arrayContaining(['read, list', '2099-01-01 00:00:00 UTC']));
  });

  it('prompt: shows the rights of a signature before a name that could push them out of sight', () => {
    const labels = promptFor(requests[3]!).facts.map(({ label }) => label);
    expect(labels.indexOf('Permissions')).toBeLessThan(labels.indexOf('For'));
    expect(labels.indexOf('Expires')).toBeLessThan(labels.indexOf('For'));
  });

  it('prompt: breaks a long host at its dots, and names the kind of several hosts once', () => {
    const page = promptPage(
      promptFor({
        kind: 'new-hosts',
        connection: 'Quay',
        hosts: ['quay.blob.evil.example', 'quay.table.evil.example'],
      }),
      appearance,
      '',
    );
    expect(page).toContain('quay.<wbr>blob.<wbr>evil.<wbr>example');
    expect(page.match(/<dt>Host<\/dt>/g)).toHaveLength(1);
  });

  it('prompt: is confirmed without typing only when nothing has to be typed', () => {
    const typed = requests.filter((request) => mustBeTyped(promptFor(request))).map(({ kind }) => kind);
    expect(typed).toEqual(['unlock', 'export-secrets']);
  });

  it.each(requests.slice(1, 4))('prompt: shows the host of the account: $kind', (request) => {
    expect(promptFor(request).facts).toContainEqual({ label: 'Host', value: 'fleet.blob.core.windows.net' });
  });

  it('prompt: accepts no answer while keys are pressed, as when the user types into the window behind it', async () => {
    vi.useFakeTimers();
    const settling = createSettling();
    let isSettled = false;
    void settling.ended.then(() => (isSettled = true));
    for (let key = 0; key < 5; key += 1) {
      await vi.advanceTimersByTimeAsync(settleMs - 1);
      expect(isSettled).toBe(false);
      settling.beginAgain();
    }
    await vi.advanceTimersByTimeAsync(settleMs);
    expect(isSettled).toBe(true);
  });

  it('prompt: reads an answer from the address of its form only', () => {
    expect(answerIn('app://prompt/answer?text=lead+and+l%C3%AFne&again=x&answer=confirmed')).toEqual({
      answer: 'confirmed',
      text: 'lead and lïne',
      again: 'x',
    });
    expect(answerIn('app://prompt/answer?text=x')).toMatchObject({ answer: 'declined' });
    for (const other of ['app://prompt/answer', 'https://evil.example/?answer=confirmed', 'about:blank']) {
      expect(answerIn(other)).toBeNull();
    }
  });
});
