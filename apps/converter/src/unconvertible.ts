import type { FailureReason } from '@sixpence/contracts/http/documents';

/** The document itself is the reason; trying again would end the same way. */
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
 * A program or library that worked on the document was ended, or gave up, and left no word why. Whether it was for want
 * of memory those say who measured it, from outside of the fence (`ranOutOfMemory` in `cell/bounds.ts`).
 */
export class GaveUp extends Error {
  override readonly name = 'GaveUp';
}

/** A program that the converter should have is not on this machine: its own fault, the document may do better elsewhere. */
export class MissingProgram extends Error {
  override readonly name = 'MissingProgram';
}
