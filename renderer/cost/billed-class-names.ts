// The names of the billed classes of operations, as on a bill.
import type { BilledClass } from '@shared/cost/billed-class';
import { t } from '@shared/strings/t';

export const billedClassNames: Readonly<Record<BilledClass, string>> = {
  tableOperation: t`Table operations`,
  blobWrite: t`Blob write operations`,
  blobList: t`List and create container`,
  blobRead: t`Blob read operations`,
  blobOther: t`Other blob operations`,
  free: t`Deletion, free`,
};
