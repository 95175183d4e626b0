import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inProject } from './project.mjs';

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly version?: string;
  readonly resolved?: string;
}

const { packages } = JSON.parse(readFileSync(inProject('package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

/** Where Node would find it from there, nearest first. */
function pathsOf(name: string, from: string): readonly string[] {
  const steps = from.split('/node_modules/');
  const nested = steps.map(
    (_, index) => `${steps.slice(0, steps.length - index).join('/node_modules/')}/node_modules/${name}`,
  );
  return [...nested, `node_modules/${name}`];
}

describe('the lock file', () => {
  it('has every package of every platform, without which npm ci rejects it', () => {
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !pathsOf(name, path).some((at) => packages[at]?.version !== undefined),
      ),
    );
    expect(missing).toEqual([]);
  });

  it('names no address', () => {
    expect(Object.values(packages).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
  });
});
