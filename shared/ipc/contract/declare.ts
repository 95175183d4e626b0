// How a call or a stream of the contract is declared, and the inputs that many of them share.
import { z } from 'zod';
import { idText, nameText } from '../../model/bounds';

/** The process that answers. */
export type Host = 'main' | 'engine';

export interface CallDeclaration<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  H extends Host = Host,
> {
  readonly host: H;
  readonly input: I;
  readonly output: O;
}
export interface StreamDeclaration<
  I extends z.ZodType = z.ZodType,
  E extends z.ZodType = z.ZodType,
  H extends Host = Host,
> {
  readonly host: H;
  readonly input: I;
  readonly event: E;
}

export const call = <H extends Host, I extends z.ZodType, O extends z.ZodType>(
  host: H,
  input: I,
  output: O,
): CallDeclaration<I, O, H> => ({
  host,
  input,
  output,
});
export const stream = <H extends Host, I extends z.ZodType, E extends z.ZodType>(
  host: H,
  input: I,
  event: E,
): StreamDeclaration<I, E, H> => ({
  host,
  input,
  event,
});

export const nothing = z.object({});
export const onConnection = z.object({ connectionId: idText });
export const onTable = onConnection.extend({ table: nameText });
export const onContainer = onConnection.extend({ container: nameText });
export const onJob = z.object({ jobId: idText });
