import { documentLimits } from '@sixpence/contracts/limits';

/** What one conversion may take, all in one place. Beyond a limit a document fails with a reason, in bounded time. */
export const limits = {
  /** From the first byte a document's process gets to its last answer. */
  conversionMs: 60_000,
  /** All processes of a conversion together. */
  memoryBytes: 1.5 * 1024 ** 3,
  /** What the kernel refuses one process. More than all may take, so that too much is seen, and named, before. */
  processBytes: 3 * 1024 ** 3,
  /** Its temporary folder, which is memory too and is not counted above. */
  workFolderBytes: 512 * 1024 ** 2,
  sourceBytes: 200 * 1024 ** 2,
  /** A package's entries, and all that they unpack to. */
  zipEntries: 10_000,
  unpackedBytes: 200 * 1024 ** 2,
  normalisedBytes: 200 * 1024 ** 2,
  previewBytes: 4 * 1024 ** 2,
  /** All that a conversion answers. */
  answerBytes: 512 * 1024 ** 2,
  pages: documentLimits.pages,
  imagePixels: 100_000_000,
} as const;

/** The longer side of a page's image, in pixels; a tile has a quarter of it, twice the 150 CSS pixels it takes. */
export const pageImagePixels = 1_200;
