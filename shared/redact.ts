// The backstop for texts that others wrote, and for what is kept of a fault: whatever looks like a signature, a key or a
// login is taken out. Pure.

/** The text without SAS signatures, authorisation values, logins in addresses and long base64 runs. */
export function redacted(text: string): string {
  return text
    .replace(/([?&;]|^|\s)(sig|AccountKey|SharedAccessSignature)=[^&;\s"'<>]*/gi, '$1$2=…')
    .replace(/SharedKey(Lite)?\s+[^\s:]+:\S+/gi, 'SharedKey…')
    .replace(/(:\/\/)[^\s/@]+@/g, '$1…@')
    .replace(/[A-Za-z0-9+/%]{40,}={0,2}/g, '…');
}
