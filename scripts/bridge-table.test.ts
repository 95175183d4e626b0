// The table in docs/security.md that lists for each call of the bridge what it can do and what bounds it.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { calls, streams } from '@shared/ipc/contract';
import { inProject } from './project.mjs';

it('security: lists every call and stream of the contract, and no other', () => {
  const text = readFileSync(inProject('docs/security.md'), 'utf8');
  const table = text.split('## Every call of the bridge')[1]?.split('\n## ')[0] ?? '';
  const rows = [...table.matchAll(/^\| `([^`]+)` *\| (main|engine) *\| ([^|]+)\| ([^|]+)\|$/gm)].map(
    ([, name = '', host = '', power = '', bound = '']) => ({ name, host, power: power.trim(), bound: bound.trim() }),
  );
  const declared = Object.entries({ ...calls, ...streams }).map(([name, { host }]) => `${name} ${host}`);
  expect(rows.map(({ name, host }) => `${name} ${host}`)).toEqual(declared.toSorted());
  for (const { name, power, bound } of rows) {
    expect(power, name).not.toBe('');
    expect(bound, name).not.toBe('');
  }
});
