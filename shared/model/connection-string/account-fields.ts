// Checks the name, the key and the cloud of an account, each entered as a separate text or as a part of a connection
// string. Errors give the field, the problem and the fix.
import { type CreateInputError, isPort, readAddress } from '../endpoint-address';
import { t } from '../../strings/t';

/** Accounts of emulators may have any name and any key. */
export type AccountRule = 'cloud' | 'any';

/** Without surrounding blanks. Throws an `inputError` for an invalid value, as all of these do. */
export function checkedAccountName(
  text: string,
  field: string,
  inputError: CreateInputError,
  rule: AccountRule = 'cloud',
): string {
  const name = text.trim();
  if (name === '') throw inputError(field, t`contains no account name.`, t`Enter the name of the storage account.`);
  // Emulators may be started with accounts of any name.
  const fits = rule === 'any' ? /^[A-Za-z0-9][A-Za-z0-9-]{0,62}$/ : /^[a-z0-9]{3,24}$/;
  if (fits.test(name)) return name;
  throw inputError(
    field,
    t`is not a valid storage account name.`,
    t`Account names have 3 to 24 lowercase letters and digits.`,
  );
}

/** In base64, without blanks around it. */
export function checkedKey(
  text: string,
  field: string,
  inputError: CreateInputError,
  rule: AccountRule = 'cloud',
): string {
  const key = text.trim();
  if (key === '') throw inputError(field, t`is empty.`, t`Copy the key from the account’s Access keys page.`);
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(key) || key.length % 4 !== 0) {
    throw inputError(field, t`is not valid base64.`, t`Copy the whole key, including the trailing =.`);
  }
  const bytes = (key.length / 4) * 3 - (/=*$/.exec(key)?.[0].length ?? 0);
  if (rule === 'cloud' && bytes !== 64) {
    throw inputError(field, t`has ${bytes} bytes; account keys have 64.`, t`Copy the whole key (88 characters).`);
  }
  return key;
}

/** The domain in lower case. */
export function checkedSuffix(text: string, field: string, inputError: CreateInputError): string {
  const suffix = text.trim().toLowerCase();
  if (suffix === '') throw inputError(field, t`is empty.`, t`Enter core.windows.net for the public cloud.`);
  if (!/^[a-z0-9][a-z0-9-]*(\.[a-z0-9-]+)+(:\d{1,5})?$/.test(suffix)) {
    throw inputError(field, t`is not a domain.`, t`Enter core.windows.net for the public cloud.`);
  }
  const address = readAddress(`https://account.blob.${suffix}`);
  if (address === null || (address.port !== '' && !isPort(Number(address.port)))) {
    throw inputError(
      field,
      t`is not a domain that an account name can be part of.`,
      t`For an IP address, use a connection string with BlobEndpoint and TableEndpoint.`,
    );
  }
  return suffix;
}

/** Where the services of an account are on a cloud. */
export function suffixEndpoints(
  protocol: string,
  accountName: string,
  suffix: string,
): { blob: string; table: string } {
  return {
    blob: `${protocol}://${accountName}.blob.${suffix}`,
    table: `${protocol}://${accountName}.table.${suffix}`,
  };
}
