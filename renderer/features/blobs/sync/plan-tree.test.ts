import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PlanItem } from '@shared/model/sync';
import { type PlanNode, planTree } from './plan-tree';

const item = (name: string, what: PlanItem['what'] = 'new'): PlanItem => ({ name, what, bytes: 0, message: '' });

const shown = (nodes: readonly PlanNode[]): unknown[] =>
  nodes.map((node) => (node.kind === 'file' ? node.name : [node.name, ...shown(node.children)]));

it('planTree: shows an empty folder as a leaf, and one that the other side fills as the folder', () => {
  const tree = planTree([item('a/b/'), item('c/', 'only there'), item('c/d', 'only there'), item('e')]);
  expect(shown(tree)).toEqual([['a', 'b/'], ['c', 'd'], 'e']);
  expect(tree[1]).toMatchObject({ extra: ['c/', 'c/d'], counts: { 'only there': 2 } });
});

it('planTree: gives every node a path of its own', () => {
  const name = fc
    .array(fc.constantFrom('a', 'b', 'a.b'), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join('/'));
  const names = fc.uniqueArray(
    fc.oneof(
      name,
      name.map((folder) => `${folder}/`),
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(names, (all) => {
      const paths: string[] = [];
      const collect = (nodes: readonly PlanNode[]): void => {
        for (const node of nodes) {
          paths.push(node.path);
          if (node.kind === 'folder') collect(node.children);
        }
      };
      collect(planTree(all.sort().map((one) => item(one))));
      expect(new Set(paths).size).toBe(paths.length);
    }),
  );
});
