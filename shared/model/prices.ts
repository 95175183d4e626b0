// The prices that the user pays for requests under their contract and in their region. Empty until entered.
import { z } from 'zod';

/** For 10,000 operations; null where none was entered. */
const price = z.number().min(0).max(1_000_000).nullable();

export const prices = z.object({
  /** As the user writes it: `EUR`, `$`; may be empty. */
  currency: z.string().trim().max(3),
  perTenThousand: z.object({
    tableOperation: price,
    blobWrite: price,
    blobList: price,
    blobRead: price,
    blobOther: price,
  }),
});
export type Prices = z.infer<typeof prices>;
export type PricedClass = keyof Prices['perTenThousand'];

export const noPrices: Prices = {
  currency: '',
  perTenThousand: { tableOperation: null, blobWrite: null, blobList: null, blobRead: null, blobOther: null },
};
