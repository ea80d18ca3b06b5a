import { fileTypeOf, fileTypes } from '@sixpence/contracts/file-types';
import type { NotTakenReason } from '@sixpence/contracts/not-taken';
import type { Attachment } from './message.js';

/**
 * An inline picture of fewer bytes is a logo or the picture of a signature. Those are drawn for screens and weigh a few
 * kilobytes, seldom 20; a photo that a phone has made as small as it can weighs 40 and more.
 */
export const smallPictureBytes = 30 * 1024;

const longestName = 255;

/** What becomes of a part: a document, a mail to be looked into, a word in the answer, or nothing at all. */
export type PartKind = 'document' | 'mail' | 'decoration' | NotTakenReason;

/** Parts that mail programs add for each other, and that nobody thinks of printing. */
const forPrograms =
  /^(?:application\/(?:x-)?pkcs7-signature|application\/pgp-(?:signature|encrypted|keys)|text\/(?:calendar|vcard|x-vcard)|application\/(?:ics|applefile))$/;

const hindrances: readonly { why: NotTakenReason; types: RegExp; endings: RegExp }[] = [
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
  const told = hindrances.find(({ types, endings }) => types.test(contentType) || endings.test(name));
  return told?.why ?? 'type';
}

/** Whether a part that could be printed is a logo, or the picture of a signature. */
export function isSmallPicture({ isInline, byteLength }: Attachment, name: string): boolean {
  return isInline && byteLength < smallPictureBytes && fileTypeOf(name)?.shownAs === 'pictures';
}

/** With the ending of its type, where its own says none; without signs that no name can have. `otherwise`: for no name. */
export function printedName(
  { name, contentType }: Pick<Attachment, 'name' | 'contentType'>,
  otherwise: string,
): string {
  const given = name.replace(/[\p{Cc}\p{Cs}]/gu, '').trim();
  const ending = fileTypeOf(given) ? '' : endingOf(contentType);
  return shortened(given === '' ? otherwise : given, longestName - ending.length) + ending;
}

function endingOf(contentType: string): string {
  const row = Object.entries(fileTypes).find(([, { mediaTypes }]) => mediaTypes.includes(contentType));
  return row ? `.${row[0]}` : '';
}

/** Its end stays, because it says the type. */
function shortened(name: string, most: number): string {
  return name.length <= most ? name : name.slice(-most).replace(/\p{Cs}/gu, '');
}
