// A group of property conditions, one level deep: any, all, none or not all of them must hold.
import type { FilterNode } from '@shared/model/table-query';
import { type GroupMatch, type PropertyTest, groupNode } from '@shared/query/to-builder';
import { t } from '@shared/strings/t';
import type { ConditionProblem } from './key-problem';
import { type PropertyDraft, propertyTests } from './property-draft';

export interface GroupDraft {
  readonly id: string;
  readonly match: GroupMatch;
  readonly conditions: readonly PropertyDraft[];
}

export const groupLabels: Readonly<Record<GroupMatch, string>> = {
  any: t`any of`,
  all: t`all of`,
  none: t`none of`,
  'not-all': t`not all of`,
};

export type GroupResult =
  | { readonly state: 'ready'; readonly node: FilterNode }
  | {
      readonly state: 'problem';
      readonly problems: readonly { readonly part: string; readonly problem: ConditionProblem }[];
    };

/** The filter node of the group, or what is wrong with which of its conditions. */
export function groupFilter(group: GroupDraft): GroupResult {
  const tests: PropertyTest[] = [];
  const problems: { readonly part: string; readonly problem: ConditionProblem }[] = [];
  for (const condition of group.conditions) {
    const result = propertyTests(condition);
    if (result.state === 'ready') tests.push(...result.tests);
    else problems.push({ part: condition.id, problem: result.problem });
  }
  if (problems.length > 0) return { state: 'problem', problems };
  const node = groupNode({ match: group.match, tests });
  if (node !== null) return { state: 'ready', node };
  const sentence = t`A group holds no condition yet. Add one, or remove the group.`;
  return { state: 'problem', problems: [{ part: group.id, problem: { kind: 'unfinished', sentence } }] };
}
