// One line of CSV (RFC 4180).

/** Ends with the line end. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(field).join(',')}\r\n`;
}

function field(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
