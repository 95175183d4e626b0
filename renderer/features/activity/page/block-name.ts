// The name of a block: its position in the plan, and which part of it, if it was divided. Pure.
import { partOf } from '@shared/model/block-number';
import { t } from '@shared/strings/t';
import { formatCount } from '@shared/units';

/** `13`, or `13, part 2 of 4`. */
export function blockName(number: number): string {
  const { planned, part, parts } = partOf(number);
  const name = formatCount(planned + 1);
  return parts === 1 ? name : t`${name}, part ${formatCount(part + 1)} of ${formatCount(parts)}`;
}
