// The backstop for texts that others wrote, and for what is kept of a fault: whatever looks like a signature, a key or a
// login is taken out. Pure.

/**
 * All before the last `@` of the host's part; and where no port stands behind the first colon, as it is a password then, all
 * before the last one of the address: a password may hold every letter.
 */
const login = /(:\/\/)(?:[^\s/:[]*:(?!\d+(?:[/?#]|\s|$))\S*|[^\s/]+)@/g;
/** Without its header's name a token is told from a word by a digit, a sign, or a capital that is not the first letter. */
const besideHeader = /\b((?:Bearer|Basic|bearer|basic)\s+)(?=[\w+/~.-]*(?:\d|\B[A-Z]|[+/=_~]))[^\s"',]+/g;

const longRun = /[A-Za-z0-9+/%]{40,}={0,2}/g;
/** A place in the code. Its path is a long run of the letters of base64, and no name in it is. */
const frame = /^ {4}at .*:\d+:\d+\)?$/;
const longName = /[A-Za-z0-9+%]{40,}={0,2}/g;

/** The text without what stands behind the names of secrets in connection strings and SAS; everything else stays. */
export function withoutNamedSecrets(text: string): string {
  return text.replace(/(?<!\w)(sig|AccountKey|SharedAccessSignature)=[^&;\s"'“”<>]*/gi, '$1=…');
}

/** The text without SAS signatures, authorisation values, logins in addresses and long base64 runs. */
export function redacted(text: string): string {
  return withoutNamedSecrets(text)
    .replace(/SharedKey(Lite)?\s+[^\s:]+:\S+/gi, 'SharedKey…')
    .replace(/(\bauthorization["']?\s*[:=]\s*["']?(?:bearer|basic)\s+)[^\s"',]+/gi, '$1…')
    .replace(besideHeader, '$1…')
    .replace(login, '$1…@')
    .replace(/.+/g, (line) => line.replace(frame.test(line) ? longName : longRun, '…'));
}
