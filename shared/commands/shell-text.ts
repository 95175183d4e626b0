// Quotes text for POSIX shells and for URLs. Pure.

/** One argument, whatever it holds. */
export function shellQuoted(text: string): string {
  return /^[\w./:,@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Also what shells and markup take amiss, so that an address survives being pasted anywhere. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
