import { fileTypeOf, fileTypes } from '@sixpence/contracts/file-types';
import type { NotTakenReason } from '@sixpence/contracts/not-taken';
import type { Attachment } from './message.js';

/**
 * A smaller inline picture counts as a logo or as part of a signature. Such pictures weigh a few kilobytes,
 * rarely 20; the smallest photo of a phone weighs 40 or more.
 */
export const smallPictureBytes = 30 * 1024;

const longestName = 255;

/**
 * The treatment of a part: a document, a nested mail, a decoration that is ignored, or a reason in the
 * answer.
 */
export type PartKind = 'document' | 'mail' | 'decoration' | NotTakenReason;

/** Parts that mail programs add for other mail programs; people do not print them. */
const forPrograms =
  /^(?:application\/(?:x-)?pkcs7-signature|application\/pgp-(?:signature|encrypted|keys)|text\/(?:calendar|vcard|x-vcard)|application\/(?:ics|applefile))$/;

const unprintable: readonly { why: NotTakenReason; types: RegExp; endings: RegExp }[] = [
  { why: 'winmail', types: /^application\/(?:vnd\.)?ms-tnef$/, endings: /^winmail\.dat$/i },
  {
    why: 'encrypted',
    types: /^application\/(?:x-)?pkcs7-mime$/,
    endings: /\.(?:p7m|asc|pgp|gpg)$/i,
  },
  { why: 'heic', types: /^image\/hei[cf](?:-sequence)?$/, endings: /\.hei[cf]$/i },
  {
    why: 'archive',
    types: /^application\/(?:x-)?(?:zip|zip-compressed|7z-compressed|rar|rar-compressed|tar|gzip)$/,
    endings: /\.(?:zip|7z|rar|tar|gz|tgz)$/i,
  },
];

export function kindOf({ name, contentType }: Pick<Attachment, 'name' | 'contentType'>): PartKind {
  if (contentType === 'message/rfc822' || /\.eml$/i.test(name)) return 'mail';
  if (forPrograms.test(contentType)) return 'decoration';
  if (fileTypeOf(printedName({ name, contentType }, ''))) return 'document';
  const hindrance = unprintable.find(({ types, endings }) => types.test(contentType) || endings.test(name));
  return hindrance?.why ?? 'type';
}

/** Whether a printable part is a logo or a picture of a signature. */
export function isSmallPicture({ isInline, byteLength }: Attachment, name: string): boolean {
  return isInline && byteLength < smallPictureBytes && fileTypeOf(name)?.shownAs === 'pictures';
}

/**
 * The name of a document: without control characters, and with the extension of its type if its own extension
 * is unknown. `fallback` replaces an empty name.
 */
export function printedName(
  { name, contentType }: Pick<Attachment, 'name' | 'contentType'>,
  fallback: string,
): string {
  const cleaned = name.replace(/[\p{Cc}\p{Cs}]/gu, '').trim();
  const ending = fileTypeOf(cleaned) ? '' : endingOf(contentType);
  return shortened(cleaned === '' ? fallback : cleaned, longestName - ending.length) + ending;
}

function endingOf(contentType: string): string {
  const row = Object.entries(fileTypes).find(([, { mediaTypes }]) => mediaTypes.includes(contentType));
  return row ? `.${row[0]}` : '';
}

/** The end stays, because it names the type. */
function shortened(name: string, most: number): string {
  return name.length <= most ? name : name.slice(-most).replace(/\p{Cs}/gu, '');
}
