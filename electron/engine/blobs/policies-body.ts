// Parses and renders stored access policies in the service's format, for containers and tables alike.
import { invalidInput } from '@shared/errors';
import type { StoredPolicy } from '@shared/model/container-details';
import { hasPolicyProblems, policyProblems } from '@shared/sas/stored-policies';
import { t } from '@shared/strings/t';
import { type XmlElement, child, childText, escapeXml, parseXml } from './xml';

/** Throws `invalid.input` for values that the service would reject. */
export function assertPolicies(policies: readonly StoredPolicy[]): void {
  const problems = policyProblems(policies);
  if (!hasPolicyProblems(problems)) return;
  const row = problems.rows.find((one) => Object.keys(one).length > 0) ?? {};
  throw invalidInput('Stored policies', t`cannot be stored.`, Object.values(row)[0] ?? problems.list ?? '');
}

export function policiesIn(body: Buffer): StoredPolicy[] {
  const root = parseXml(body.toString('utf8'));
  const list = root.name === 'SignedIdentifiers' ? root : child(root, 'SignedIdentifiers');
  return (list?.children ?? []).map(readPolicy);
}

function readPolicy(identifier: XmlElement): StoredPolicy {
  const policy = child(identifier, 'AccessPolicy');
  return {
    id: childText(identifier, 'Id'),
    rights: childText(policy, 'Permission'),
    startsOn: wholeSeconds(childText(policy, 'Start')),
    expiresOn: wholeSeconds(childText(policy, 'Expiry')),
  };
}

/** The service adds seven zeros to every time. */
function wholeSeconds(time: string): string {
  return time.replace(/\.0+Z$/u, 'Z');
}

export function policiesBody(policies: readonly StoredPolicy[]): Buffer {
  const entries = policies.map(({ id, startsOn, expiresOn, rights }) => {
    const parts = [optional('Start', startsOn), optional('Expiry', expiresOn), optional('Permission', rights)].join('');
    return `<SignedIdentifier><Id>${escapeXml(id)}</Id><AccessPolicy>${parts}</AccessPolicy></SignedIdentifier>`;
  });
  const list = `<SignedIdentifiers>${entries.join('')}</SignedIdentifiers>`;
  return Buffer.from(`<?xml version="1.0" encoding="utf-8"?>${list}`, 'utf8');
}

function optional(element: string, text: string): string {
  return text === '' ? '' : `<${element}>${escapeXml(text)}</${element}>`;
}
