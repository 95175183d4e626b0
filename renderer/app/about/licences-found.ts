// Filters packages: every word must occur in the name, the version or the licence. Pure.
import type { ShippedPackage } from '@shared/ipc/contract/main';

/** In the order given, what is shipped more than once a single time; all of them while nothing is typed. */
export function licencesFound(packages: readonly ShippedPackage[], typed: string): readonly ShippedPackage[] {
  const terms = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = new Set<string>();
  return packages.filter(({ name, version, licence }) => {
    const text = `${name} ${version} ${licence}`.toLowerCase();
    if (shown.has(text) || !terms.every((term) => text.includes(term))) return false;
    shown.add(text);
    return true;
  });
}
