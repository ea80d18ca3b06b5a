const startsWith =
  (...beginnings: (string | Buffer)[]) =>
  (head: Buffer) =>
    beginnings.some((beginning) => {
      const bytes = typeof beginning === 'string' ? Buffer.from(beginning, 'latin1') : beginning;
      return head.subarray(0, bytes.length).equals(bytes);
    });

/** How a compound file begins ([MS-CFB] 2.2): office documents of before 2007, and locked ones of later. */
export const compoundBeginning = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const compound = startsWith(compoundBeginning);
const openDocument = startsWith('PK\x03\x04');
const openXml = startsWith('PK\x03\x04', compoundBeginning);

/** How files of a type begin. A PDF may have some bytes before its header, as every reader allows. */
const beginnings: Record<string, (head: Buffer) => boolean> = {
  'application/pdf': (head) => head.subarray(0, 1_024).includes('%PDF-'),
  'application/rtf': startsWith('{\\rtf'),
  'application/msword': compound,
  'application/vnd.ms-excel': compound,
  'application/vnd.ms-powerpoint': compound,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': openXml,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.template': openXml,
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': openXml,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': openXml,
  'application/vnd.oasis.opendocument.presentation': openDocument,
  'application/vnd.oasis.opendocument.spreadsheet': openDocument,
  'application/vnd.oasis.opendocument.text': openDocument,
  'image/bmp': startsWith('BM'),
  'image/gif': startsWith('GIF87a', 'GIF89a'),
  'image/jpeg': startsWith('\xff\xd8\xff'),
  'image/png': startsWith('\x89PNG\r\n\x1a\n'),
  // The last two are BigTIFF.
  'image/tiff': startsWith('II*\0', 'MM\0*', 'II+\0', 'MM\0+'),
  'image/webp': (head) =>
    startsWith('RIFF')(head) && head.subarray(8, 12).equals(Buffer.from('WEBP', 'latin1')),
};

/** Whether bytes begin like the type they are said to have. Nothing is parsed for it. */
export function isContentOf(mediaType: string, bytes: Buffer): boolean {
  return beginnings[mediaType]?.(bytes) ?? false;
}
