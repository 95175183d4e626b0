// Explains at a field what the service would refuse, before anything is staged.
import { type EntityProblem, keyProblems, nameProblems, propertyProblems } from '@shared/edit/entity-rules';
import type { EntityKeys } from '@shared/model/edit';
import type { EdmValue } from '@shared/model/entity';
import { t } from '@shared/strings/t';
import { isTaken } from '../staging/property-changes';
import type { ShownRow } from '../staging/staged-rows';

export function valueProblemOf(name: string, value: EdmValue): string | undefined {
  return sentence(propertyProblems({ name, value }, 'known')[0]);
}

/** As `valueProblemOf`, for a sentence that has named the property already. */
export function storedValueProblemOf(name: string, value: EdmValue): string | undefined {
  const [first] = propertyProblems({ name, value }, 'known');
  return first === undefined ? undefined : `${first.problem} ${first.fix}`;
}

export function keyProblemOf(name: 'PartitionKey' | 'RowKey', keys: EntityKeys): string | undefined {
  return sentence(keyProblems(keys).find(({ field }) => field === name));
}

/** Why a property of the row cannot be called so. `name`: what it is called now; empty for a new one. */
export function nameProblemOf({ entity, read, edit }: ShownRow, name: string, to: string): string | undefined {
  if (to === name) return undefined;
  const problem = sentence(nameProblems(to)[0]);
  if (problem !== undefined) return problem;
  const changes = edit?.kind === 'update' || edit?.kind === 'change-keys' ? edit.changes : [];
  const isHeld =
    entity.properties.some((property) => property.name === to) || isTaken(read?.properties ?? [], changes, name, to);
  return isHeld ? t`The entity has, or had when it was read, a property ${to}. Choose another name.` : undefined;
}

function sentence(problem: EntityProblem | undefined): string | undefined {
  return problem === undefined ? undefined : `${problem.field}: ${problem.problem} ${problem.fix}`;
}
