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
