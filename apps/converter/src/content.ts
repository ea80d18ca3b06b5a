/** How files of a type begin. A PDF may have some bytes before its header, as every reader allows. */
const beginnings: Record<string, (head: Buffer) => boolean> = {
  'application/pdf': (head) => head.subarray(0, 1_024).includes('%PDF-'),
  'image/jpeg': (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  'image/png': (head) => head.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')),
};

/** Whether bytes begin like the type they are said to have. Nothing is parsed for it. */
export function isContentOf(mediaType: string, bytes: Buffer): boolean {
  return beginnings[mediaType]?.(bytes) ?? false;
}
