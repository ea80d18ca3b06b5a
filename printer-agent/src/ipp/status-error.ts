import { groupsOf } from './codec/attributes.js';
import { IppError, type IppErrorKind } from './errors.js';
import { status } from './operations.js';
import type { Reply } from './reply.js';
import { groupTag } from './codec/tags.js';

const kinds = new Map<number, IppErrorKind>([
  [status.forbidden, 'auth'],
  [status.notAuthenticated, 'auth'],
  [status.notAuthorized, 'auth'],
  [status.timeout, 'timeout'],
  [status.notFound, 'not-found'],
  [status.gone, 'not-found'],
  [status.requestEntityTooLarge, 'too-large'],
  [status.documentFormatNotSupported, 'unsupported-format'],
  [status.documentFormatError, 'unsupported-format'],
  [status.attributesOrValuesNotSupported, 'unsupported-option'],
  [status.conflictingAttributes, 'unsupported-option'],
  [status.serviceUnavailable, 'busy'],
  [status.temporaryError, 'busy'],
  [status.busy, 'busy'],
  [status.deviceError, 'aborted'],
  [status.jobCanceled, 'aborted'],
  [status.notAcceptingJobs, 'not-accepting'],
  [status.printerIsDeactivated, 'not-accepting'],
]);

/** The unsupported attributes that a reply lists, as far as they are keywords. */
export function unsupportedOf(reply: Reply): string[] {
  return groupsOf(reply.message, groupTag.unsupported)
    .flatMap((group) => group.attributes.map(({ name }) => name))
    .filter((name) => /^[a-z][a-z0-9.-]{0,63}$/.test(name))
    .slice(0, 20);
}

/** Maps a reply with a status of 0x0400 and above to an `IppError`. */
export function statusError(reply: Reply): IppError {
  const { code } = reply.message;
  const attributes = unsupportedOf(reply);
  // CUPS 2.4 answers "unsupported value" where RFC 8011 has a separate status for document formats.
  const isFormat = code === status.attributesOrValuesNotSupported && attributes.includes('document-format');
  const kind = isFormat ? 'unsupported-format' : (kinds.get(code) ?? 'refused');
  const named = attributes.length > 0 ? ` about ${attributes.join(', ')}` : '';
  return new IppError(kind, `the printer answered 0x${code.toString(16).padStart(4, '0')}${named}`, {
    status: code,
    reply: reply.bytes,
    attributes,
  });
}
