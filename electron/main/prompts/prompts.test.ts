// What a prompt shows: texts of a page that is not trusted, as text; and what is read from its answer.
import { describe, expect, it } from 'vitest';
import type { PromptRequest } from '@shared/model/prompt';
import { answerIn, promptPage } from './prompt-page';
import { promptFor } from './prompt-texts';

const look = { language: 'en', direction: 'ltr', theme: 'dark' } as const;
const hostile = '"><script>steal()</script><form action="https://evil.example">\u202e\n';
const facts = { connection: hostile, account: hostile };
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
  { kind: 'export-secrets', connections: 2 },
  {
    kind: 'import-connections',
    connections: [{ name: hostile, accountName: hostile, hosts: [hostile] }],
    secrets: 'sealed',
    passphrase: 'not tried',
  },
];

describe('a prompt', () => {
  it.each(requests)('prompt: shows every text as text, and what cannot be seen: $kind', (request) => {
    const page = promptPage(promptFor(request), look, hostile);
    expect(page.match(/<script|<form/g)).toEqual(['<form']);
    expect(page).not.toContain('\u202e');
    expect(page).toContain("default-src 'none'");
    expect(page.match(/<button disabled /g)).toHaveLength(2);
  });

  it('prompt: names account, rights and end of a signature', () => {
    const { facts: shown } = promptFor(requests[3]!);
    expect(shown.map(({ value }) => value)).toEqual(expect.arrayContaining(['read, list', '2099-01-01T00:00:00Z']));
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
