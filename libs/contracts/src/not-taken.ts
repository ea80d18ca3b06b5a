const sentences = {
  archive: 'Archives are not opened: unpack it, and attach the files.',
  winmail: 'Outlook has packed it as winmail.dat: send the mail as HTML or plain text, not as rich text.',
  encrypted: 'It is encrypted, or packed by its signature: send it without.',
  heic: 'HEIC pictures cannot be printed: send it as JPEG, or choose Most Compatible for the camera.',
  link: 'Files behind links are not fetched: download the file, and attach it.',
  empty: 'It is empty: check that it was saved, and send it again.',
  'too-many': 'A mail brings twenty documents at most: send it in another mail.',
  type: 'Files of this kind cannot be printed: save it as a PDF, and send that.',
} as const satisfies Record<string, string>;

export type NotTakenReason = keyof typeof sentences;

/**
 * Why a part of a mail is no document, and what to do about it: for the reply to the mail, and for the SMTP
 * response to a mail without any document. In ASCII, because an SMTP response is.
 */
export const notTakenBecause: Readonly<Record<NotTakenReason, string>> = sentences;

export const notTakenReasons = Object.keys(sentences) as [NotTakenReason, ...NotTakenReason[]];
