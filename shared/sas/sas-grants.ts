// The operations that a SAS certainly does not allow, according to its parameters. Anything that they leave open is
// assumed to be allowed, and the service reports missing permissions. Pure. See "Create an account SAS" and "Create a
// service SAS" in the service's documentation.
import type { SasRight, SasScope } from '../model/connection';

/** The cause: the kind of SAS, the resource types of an account SAS, or its permissions. */
export type SasLack = 'level' | 'type' | 'right';

/** A container or table itself, or its contents. */
export type SasSubject = 'container' | 'object';

/**
 * Null if nothing is known that prevents it.
 * @param rights any of them is enough
 */
export function sasLack(sas: SasScope | undefined, subject: SasSubject, rights: readonly SasRight[]): SasLack | null {
  if (sas === undefined) return null;
  // Only an account SAS covers containers and tables themselves, whatever permissions it names.
  if (subject === 'container' && sas.level !== 'account') return 'level';
  if (sas.resourceTypes !== undefined && !sas.resourceTypes.includes(subject)) return 'type';
  // A stored access policy may grant what the SAS does not name.
  if (sas.policy !== undefined) return null;
  return rights.some((right) => sas.rights.includes(right)) ? null : 'right';
}
