// Ids of a tab and its panel in the page. A blob's name may contain spaces, which references to an id do not allow.

export function tabElementId(id: string): string {
  return `tab-${encodeURIComponent(id)}`;
}

export function panelElementId(id: string): string {
  return `panel-${encodeURIComponent(id)}`;
}
