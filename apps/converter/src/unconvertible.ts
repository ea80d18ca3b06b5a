import type { FailureReason } from '@sixpence/contracts/http/documents';

/** The document itself is the reason; a retry would end in the same way. */
export class Unconvertible extends Error {
  override readonly name = 'Unconvertible';

  constructor(
    readonly reason: FailureReason,
    options?: ErrorOptions,
  ) {
    super(`The document cannot be converted: ${reason}`, options);
  }
}

/**
 * A program or library that worked on the document ended without a reason. Code outside the fence finds out
 * whether memory was the reason (`ranOutOfMemory` in `fenced-process/bounds.ts`).
 */
export class GaveUp extends Error {
  override readonly name = 'GaveUp';
}

/** A program is missing on this machine. The document may succeed at another converter. */
export class MissingProgram extends Error {
  override readonly name = 'MissingProgram';
}
