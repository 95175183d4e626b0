// Divides the folders that a part of a plan leaves among further parts.

/** How many parts they become, where there are as many folders, so that several workers plan. */
const minParts = 16;
const maxInPart = 250;

/** In parts of about equal length, in an order that depends on nothing else. */
export function divided<T>(items: readonly T[]): T[][] {
  const size = Math.max(1, Math.ceil(items.length / Math.max(minParts, Math.ceil(items.length / maxInPart))));
  return Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  );
}
