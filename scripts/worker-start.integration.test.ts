// What every worker thread of a transfer or an import reads at its start, in the build that is there.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inProject } from './project.mjs';

/** Each of four or five threads reads and compiles it for itself. */
const maxBytes = 178_000;

it('the program of a transfer worker brings no schemas, and no more than it needs', () => {
  const program = readFileSync(inProject('out/main/transfer-worker.js'), 'utf8');
  // What its messages and its requests are made with is there; the checker of what strangers send is not.
  expect(program).toContain('x-ms-version');
  expect(program).not.toContain('ZodType');
  expect(program.length).toBeLessThan(maxBytes);
});

it('the program of a thread that reads an import brings no schemas either', () => {
  const program = readFileSync(inProject('out/main/import-worker.js'), 'utf8');
  expect(program).toContain('Edm.DateTime');
  expect(program).not.toContain('ZodType');
});
