// Reads connection strings, SAS URLs, account keys and emulator addresses into one form, and rejects malformed ones
// with a sentence that names the part, the problem and the fix. Never repeats a value: it may be a secret.
import type { ConnectionInput, SasScope } from './connection';
import { checkedAccountName, checkedKey, checkedSuffix, suffixEndpoints } from './connection-string/account-fields';
import {
  basesOf,
  derivedEndpoints,
  dfsBaseOf,
  explicitEndpoints,
  partsOf,
  required,
  unquotedValue,
} from './connection-string/connection-parts';
import { developmentStorage, emulatorAccount, parseEmulator } from './connection-string/emulator';
import type { ParsedConnection } from './connection-string/parsed-connection';
import { parseS3 } from './connection-string/s3-fields';
import { parseSasUrl, sasString } from './connection-string/sas-connection';
import { invalidInputAs } from './endpoint-address';
import { parseSasToken } from './sas-token';
import { t } from '../strings/t';

export { amazonEndpoint } from './connection-string/s3-fields';
export type { S3Secret } from './connection-string/parsed-connection';
export { type ParsedConnection, checkedKey, emulatorAccount, parseEmulator };

/** An input whose account is known from itself; that of a connection that signs in depends on its cloud. */
export type SecretInput = Exclude<ConnectionInput, { readonly kind: 'sign-in' }>;

/** Any way of entering a connection with a secret. Throws `invalid.connection-string`, `invalid.sas` or `invalid.input`. */
export function parseConnectionInput(input: SecretInput): ParsedConnection {
  switch (input.kind) {
    case 'emulator':
      return parseEmulator(input);
    case 'connection-string':
      return parseConnectionString(input.connectionString);
    case 'account-key':
      return parseAccountKey(input);
    case 'sas':
      return parseSas(input.sas);
    case 's3':
      return parseS3(input);
  }
}

/** A SAS URL, or a connection string that carries a SAS. @throws StowageError `invalid.sas`, `invalid.connection-string` */
export function parseSas(text: string): ParsedConnection {
  const trimmed = withoutWrapping(text);
  const inputError = invalidInputAs('invalid.sas');
  if (trimmed === '') {
    throw inputError('SAS', t`is empty.`, t`Paste a SAS URL or a connection string with SharedAccessSignature.`);
  }
  if (/^https?:\/\//i.test(trimmed)) return parseSasUrl(trimmed);
  if (/(^|;)\s*SharedAccessSignature\s*=/i.test(trimmed)) return parseConnectionString(trimmed);
  if (/(^|[?&])sig=/.test(trimmed)) {
    throw inputError('SAS', t`has no URL.`, t`Copy the SAS URL, which starts with https:// and the account.`);
  }
  if (/(^|;)\s*(AccountKey|UseDevelopmentStorage)\s*=/i.test(trimmed)) {
    throw inputError('SAS', t`is a connection string without a SAS.`, t`Add it as a “Connection string” connection.`);
  }
  throw inputError(
    'SAS',
    t`is neither a SAS URL nor a SAS connection string.`,
    t`Copy it again from where it was created.`,
  );
}

/** Whether a text is to be read by `parseSas`: a SAS URL or a connection string with a SAS. */
export function carriesSas(text: string): boolean {
  return /^https?:|SharedAccessSignature\s*=/iu.test(withoutWrapping(text));
}

/** Level, rights and validity of a SAS, from its query string. */
export function sasScope(token: string): SasScope {
  return parseSasToken(token).scope;
}

/** Account and key as separate fields, on a service cloud named by its suffix. */
export function parseAccountKey(input: {
  readonly accountName: string;
  readonly accountKey: string;
  readonly endpointSuffix: string;
}): ParsedConnection {
  const inputError = invalidInputAs('invalid.input');
  const accountName = checkedAccountName(input.accountName, 'Account name', inputError);
  const accountKey = checkedKey(input.accountKey, 'Account key', inputError);
  const suffix = checkedSuffix(input.endpointSuffix, 'Endpoint suffix', inputError);
  return {
    accountName,
    endpoints: suffixEndpoints('https', accountName, suffix),
    credential: { kind: 'key', accountKey },
  };
}

/** A connection string: with a key, with a SAS, or of the emulator. */
export function parseConnectionString(text: string): ParsedConnection {
  const inputError = invalidInputAs('invalid.connection-string');
  const parts = partsOf(withoutWrapping(text), inputError);
  if (parts.has('usedevelopmentstorage')) return developmentStorage(parts, inputError);
  const sas = parts.get('sharedaccesssignature');
  if (sas !== undefined) return sasString(parts, sas, inputError);

  const explicit = explicitEndpoints(parts, inputError);
  const hasExplicit = explicit.blob !== undefined || explicit.table !== undefined;
  const rule = hasExplicit ? 'any' : 'cloud';
  const accountName = checkedAccountName(required(parts, 'AccountName', inputError), 'AccountName', inputError, rule);
  const accountKey = checkedKey(required(parts, 'AccountKey', inputError), 'AccountKey', inputError, rule);
  const credential = { kind: 'key', accountKey } as const;
  if (!hasExplicit) {
    const endpoints = { ...derivedEndpoints(parts, accountName, inputError), ...dfsBaseOf(explicit.dfs) };
    return { accountName, endpoints, credential };
  }
  const endpoints = {
    ...(parts.has('endpointsuffix') ? derivedEndpoints(parts, accountName, inputError) : {}),
    ...basesOf(explicit),
  };
  return { accountName, endpoints, credential };
}

/**
 * Without blanks around it and without what came along: quotation marks or the angle brackets of a mail, the name of a
 * variable, the semicolon behind an address, ampersands as web pages write them.
 */
function withoutWrapping(text: string): string {
  const trimmed = text.trim().replace(/^(?:export\s+)?[A-Z_][A-Z0-9_]*=(?=["']|[A-Z][A-Za-z]+=|https?:)/u, '');
  const inner = unquotedValue(/^<[^<>]*>$/u.test(trimmed) ? trimmed.slice(1, -1).trim() : trimmed);
  const plain = inner.replaceAll(/&amp;/giu, '&');
  return /^https?:\/\//iu.test(plain) ? plain.replace(/[;\s]+$/u, '') : plain;
}
