// The storage classes of S3, which stand where Azure has access tiers, as their documentation spells them.

/** Azure writes `Hot`; S3 writes `STANDARD_IA`. */
export function isStorageClass(tier: string): boolean {
  return /^[A-Z][A-Z_]+$/.test(tier);
}

/** Unknown classes of other services are readable too. */
export function tierLabel(tier: string): string {
  if (!isStorageClass(tier)) return tier;
  return tier
    .split('_')
    .map((word) => (word === 'IA' || word === 'IR' ? word : `${word.charAt(0)}${word.slice(1).toLowerCase()}`))
    .join(' ');
}
