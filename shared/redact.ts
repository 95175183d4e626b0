// The last line of defence for foreign texts and for logged faults: removes anything that resembles a signature, a key
// or a password. Pure.

/**
 * Everything before the last `@` of the host part. If no port follows the first colon, that is a password, which may
 * contain any character, so everything before the last `@` of the URL.
 */
const login = /(:\/\/)(?:[^\s/:[]*:(?!\d+(?:[/?#]|\s|$))\S*|[^\s/]+)@/g;
/**
 * Without the header's name, a token is distinguished from a word by a digit, a symbol, or a capital that is not the
 * first letter.
 */
const besideHeader = /\b((?:Bearer|Basic|bearer|basic)\s+)(?=[\w+/~.-]*(?:\d|\B[A-Z]|[+/=_~]))[^\s"',]+/g;

/** JSON Web Tokens begin with an encoded brace, wherever they stand. */
const jsonWebToken = /\beyJ[\w-]{6,}\.[\w.-]+/g;
/** In a form or in JSON, as authorities send and receive them. */
const oauthSecret =
  /((?:access_token|refresh_token|id_token|device_code|client_secret|client_assertion|code_verifier)["']?\s*[:=]\s*["']?)[^\s"'&,;}]+/gi;
/** The answer of a sign-in page, in the address of the loopback. */
const oauthCode = /([?&](?:code|state|session_state)=)[^\s"'&]+/gi;
/** Tokens that only the authority can read have no form but their length. Blob names are shorter. */
const opaqueToken = /(?<![\w.~-])(?=[\w.~-]*\d)(?=[\w.~-]*[a-z])(?=[\w.~-]*[A-Z])[\w.~-]{200,}/g;

const longRun = /[A-Za-z0-9+/%]{40,}={0,2}/g;
/** A location in code, whose path would look like base64; no part of it is a secret. */
const frame = /^ {4}at .*:\d+:\d+\)?$/;
const longName = /[A-Za-z0-9+%]{40,}={0,2}/g;

/** Removes what follows the names of secrets in connection strings and SAS; everything else stays. */
export function withoutNamedSecrets(text: string): string {
  return text.replace(
    /(?<!\w)(sig|AccountKey|SharedAccessSignature|X-Amz-(?:Signature|Credential|Security-Token))=[^&;\s"'“”<>]*/gi,
    '$1=…',
  );
}

/** Removes SAS signatures, tokens and codes, authorisation values, logins in URLs and long base64 strings. */
export function redacted(text: string): string {
  return withoutNamedSecrets(text)
    .replace(jsonWebToken, '…')
    .replace(oauthSecret, '$1…')
    .replace(oauthCode, '$1…')
    .replace(opaqueToken, '…')
    .replace(/SharedKey(Lite)?\s+[^\s:]+:\S+/gi, 'SharedKey…')
    .replace(/(\bauthorization["']?\s*[:=]\s*["']?(?:bearer|basic)\s+)[^\s"',]+/gi, '$1…')
    .replace(besideHeader, '$1…')
    .replace(login, '$1…@')
    .replace(/.+/g, (line) => line.replace(frame.test(line) ? longName : longRun, '…'));
}
