// Names are rejected before the service would, each with its reason.
import { describe, expect, it } from 'vitest';
import { knownNameProblem, nameProblem } from './resource-name';

describe('nameProblem', () => {
  it.each(['Movies', 'abc', `T${'x'.repeat(62)}`, 'WADPerformanceCountersTable'])('lets %s be a table', (name) => {
    expect(nameProblem('tables', name)).toBeNull();
  });

  it.each([
    ['ab', /3 to 63 characters; this one has 2/],
    [`T${'x'.repeat(63)}`, /this one has 64/],
    ['1abc', /must start with a letter/],
    ['my-table', /remove “-”/],
    ['Tables', /is reserved/],
  ])('rejects %s as a table', (name, reason) => {
    expect(nameProblem('tables', name)).toMatch(reason);
  });

  it.each(['photos', 'a-b-c', '123', '$root', '$web'])('lets %s be a container', (name) => {
    expect(nameProblem('containers', name)).toBeNull();
  });

  it.each([
    ['Photos', /must be lowercase/],
    ['a--b', /two hyphens/],
    ['-ab', /must start and end/],
    ['ab-', /must start and end/],
    ['a_b', /remove “_”/],
    ['ab', /3 to 63/],
  ])('rejects %s as a container', (name, reason) => {
    expect(nameProblem('containers', name)).toMatch(reason);
  });
});

describe('knownNameProblem', () => {
  it.each([
    ['tables', '$MetricsHourPrimaryTransactionsBlob'],
    ['tables', 'Movies'],
    ['containers', '$blobchangefeed'],
    ['containers', '$logs'],
    ['containers', 'a-b'],
  ] as const)('lets %s be called %s', (resource, name) => {
    expect(knownNameProblem(resource, name)).toBeNull();
  });

  it.each([
    ['tables', 'my-table'],
    ['tables', '$'],
    ['containers', '$else'],
    ['containers', 'ab'],
    ['containers', 'a'.repeat(64)],
  ] as const)('lets no %s be called %s', (resource, name) => {
    expect(knownNameProblem(resource, name)).not.toBeNull();
  });
});
