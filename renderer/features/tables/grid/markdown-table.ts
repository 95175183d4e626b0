// Rows as a table in GitHub Flavored Markdown, which renders each text as it is stored. Pure.

export interface MarkdownColumn {
  readonly name: string;
  readonly align: 'start' | 'end';
}

/** The header row, and the row below it that aligns the columns. */
export function markdownHead(columns: readonly MarkdownColumn[]): readonly string[] {
  return [
    markdownRow(columns.map(({ name }) => name)),
    `| ${columns.map(({ align }) => (align === 'end' ? '---:' : '---')).join(' | ')} |`,
  ];
}

export function markdownRow(texts: readonly string[]): string {
  return `| ${texts.map(escaped).join(' | ')} |`;
}

/** An underscore between letters or digits marks no emphasis and stays readable in the source. */
function escaped(text: string): string {
  return text.replace(/[\\`*[\]<>|~&$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&').replace(/\r\n|[\r\n]/g, '<br>');
}
