// Properties of a blob that are lost when it is replaced: as journals write them down, and in words.
import { t } from '@shared/strings/t';

/** Properties of a replaced blob that the new one does not have. Journals contain these names. */
export const droppedProperties = [
  'content type',
  'content encoding',
  'content language',
  'content disposition',
  'cache control',
  'metadata',
  'tags',
  'tier',
] as const;
export type DroppedProperty = (typeof droppedProperties)[number];

/** As people know it. */
export function propertyName(property: DroppedProperty): string {
  switch (property) {
    case 'content type':
      return 'Content-Type';
    case 'content encoding':
      return 'Content-Encoding';
    case 'content language':
      return 'Content-Language';
    case 'content disposition':
      return 'Content-Disposition';
    case 'cache control':
      return 'Cache-Control';
    case 'metadata':
      return t`metadata`;
    case 'tags':
      return t`tags`;
    case 'tier':
      return t`access tier`;
  }
}
