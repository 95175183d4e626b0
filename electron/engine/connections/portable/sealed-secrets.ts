// Secrets encrypted with a passphrase: scrypt derives the key, AES-256-GCM encrypts. The rest of the file is
// authenticated too: a file in which an address was changed cannot be opened.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';
import { invalidInput } from '@shared/errors';
import type { SealedSecrets } from '@shared/model/portable';
import { t } from '@shared/strings/t';

/** 64 MiB and a few tenths of a second per guess. Fixed by the file's version, so that no file can demand more. */
const cost = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 1024 * 1024 } as const;
const keyBytes = 32;
const saltBytes = 16;
const nonceBytes = 12;
const secretList = z.array(z.string().nullable());

/**
 * One secret per connection, null where it has none. `bound`: data that must be unchanged when the secrets are opened.
 */
export async function sealSecrets(
  secrets: readonly (string | null)[],
  passphrase: string,
  bound: string,
): Promise<SealedSecrets> {
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt), nonce);
  cipher.setAAD(Buffer.from(bound, 'utf8'));
  const text = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
  const [saltText, nonceText, tag, sealed] = [salt, nonce, cipher.getAuthTag(), text].map((bytes) =>
    bytes.toString('base64'),
  ) as [string, string, string, string];
  return { salt: saltText, nonce: nonceText, tag, text: sealed };
}

/** Throws `invalid.input` when the passphrase is wrong or anything was changed. */
export async function openSecrets(
  sealed: SealedSecrets,
  passphrase: string,
  bound: string,
): Promise<readonly (string | null)[]> {
  const key = await keyOf(passphrase, Buffer.from(sealed.salt, 'base64'));
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(sealed.nonce, 'base64'), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(bound, 'utf8'));
    decipher.setAuthTag(Buffer.from(sealed.tag, 'base64'));
    const text = Buffer.concat([decipher.update(Buffer.from(sealed.text, 'base64')), decipher.final()]);
    return secretList.parse(JSON.parse(text.toString('utf8')));
  } catch {
    throw invalidInput(
      'Passphrase',
      t`does not decrypt the secrets of this file, or the file was changed.`,
      t`Enter the passphrase that was used for the export.`,
    );
  }
}

function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFC'), salt, keyBytes, cost, (error, key) =>
      error === null ? resolve(key) : reject(error),
    ),
  );
}
