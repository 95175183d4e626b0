import { rootCertificates } from 'node:tls';
import { expect, it } from 'vitest';
import { directRoute } from '@shared/model/network-way';
import { trustedIn } from './trust';

it('trusted authorities: an added one joins the usual ones, and none leaves the choice to Node', () => {
  expect(trustedIn(undefined)).toBeUndefined();
  expect(trustedIn({ ...directRoute, authorities: [] })).toBeUndefined();
  const trusted = trustedIn({ ...directRoute, authorities: ['an authority of the company'] });
  expect(trusted).toContain('an authority of the company');
  expect(trusted).toEqual(expect.arrayContaining([...rootCertificates]));
  expect(rootCertificates.length).toBeGreaterThan(50);
});
