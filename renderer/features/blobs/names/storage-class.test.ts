import { expect, it } from 'vitest';
import { isStorageClass, tierLabel } from './storage-class';

it('storage classes are spelled out, tiers stay as they are', () => {
  expect(['STANDARD', 'STANDARD_IA', 'GLACIER_IR', 'DEEP_ARCHIVE', 'Hot'].map(tierLabel)).toEqual([
    'Standard',
    'Standard IA',
    'Glacier IR',
    'Deep Archive',
    'Hot',
  ]);
  expect(['STANDARD', 'Archive', ''].map(isStorageClass)).toEqual([true, false, false]);
});
