// Ids of a tab and its panel in the page. The name of a blob may hold spaces, which no reference to an id survives.

export function tabElementId(id: string): string {
  return `tab-${encodeURIComponent(id)}`;
}

export function panelElementId(id: string): string {
  return `panel-${encodeURIComponent(id)}`;
}
