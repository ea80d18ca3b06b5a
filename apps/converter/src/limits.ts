import { documentLimits } from '@sixpence/contracts/limits';

/** What one conversion may take, all in one place. Beyond a limit a document fails with a reason, in bounded time. */
export const limits = {
  /** Processor time of all processes of a conversion, from the first byte that its own one gets to its last answer. */
  conversionMs: 60_000,
  /** A document that takes longer goes on behind those that have just begun. */
  briefMs: 500,
  /** One that takes longer than this gives its place to another when that needs it. */
  ordinaryMs: 3_000,
  /** All processes of a conversion together. */
  memoryBytes: 1.5 * 1024 ** 3,
  /** The kernel refuses a process more than this. It is above `memoryBytes`, so that our own watch ends a document first. */
  processBytes: 3 * 1024 ** 3,
  /** Its temporary folder lies in memory as well; these bytes come on top of those above. */
  workFolderBytes: 512 * 1024 ** 2,
  /** All processes of a conversion together: LibreOffice and our own programs take a tenth of them. */
  processes: 200,
  /** The kernel starts no more processes and threads than this for whatever stands behind the fence, of all documents. */
  processesOfAll: 4_096,
  sourceBytes: 200 * 1024 ** 2,
  /** A package's entries, and all that they unpack to. */
  zipEntries: 10_000,
  unpackedBytes: 200 * 1024 ** 2,
  normalisedBytes: 200 * 1024 ** 2,
  previewBytes: 4 * 1024 ** 2,
  /** All that a conversion answers. */
  answerBytes: 512 * 1024 ** 2,
  pages: documentLimits.pages,
  /** How far from the origin a page may reach: poppler draws nothing beyond 2^23, and pdfium counts with seven digits. */
  pagePoints: 1_000_000,
  imagePixels: 100_000_000,
} as const;

/** The longer side of a page's image, in pixels; a tile has a quarter of it, twice the 150 CSS pixels it takes. */
export const pageImagePixels = 1_200;
