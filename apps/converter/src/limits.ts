import { documentLimits } from '@sixpence/contracts/limits';

/** The limits of one conversion. Beyond a limit a document fails with a reason, in bounded time. */
export const limits = {
  /**
   * Processor time of all processes of a conversion, from the first byte that the process behind the fence
   * receives to its last answer.
   */
  conversionMs: 60_000,
  /** A document that takes longer continues with a lower CPU priority. */
  briefMs: 500,
  /** A document that takes longer than this gives its place up when another document needs it. */
  ordinaryMs: 3_000,
  /** Memory of all processes of a conversion together. */
  memoryBytes: 1.5 * 1024 ** 3,
  /**
   * The kernel refuses more than this to one process. It is above `memoryBytes`, so that the converter's own
   * check ends a document first.
   */
  processBytes: 3 * 1024 ** 3,
  /** The size of the temporary folder, which is in memory as well, in addition to `memoryBytes`. */
  workFolderBytes: 512 * 1024 ** 2,
  /** Processes of a conversion; LibreOffice and the converter's programs need a tenth of this number. */
  processes: 200,
  /**
   * The kernel starts no more processes and threads than this for all documents behind the fence together.
   */
  processesOfAll: 4_096,
  sourceBytes: 200 * 1024 ** 2,
  /** The entries of a zip package, and their unpacked size together. */
  zipEntries: 10_000,
  unpackedBytes: 200 * 1024 ** 2,
  normalisedBytes: 200 * 1024 ** 2,
  previewBytes: 4 * 1024 ** 2,
  /** All answers of a conversion together. */
  answerBytes: 512 * 1024 ** 2,
  pages: documentLimits.pages,
  /**
   * The largest distance of a page's corner from the origin, in points: poppler draws nothing beyond 2^23,
   * and pdfium computes with seven digits.
   */
  pagePoints: 1_000_000,
  imagePixels: 100_000_000,
} as const;

/**
 * The longer side of a page's image, in pixels. A tile's image is 300 pixels long, a quarter of this: two
 * image pixels for each of the 150 CSS pixels that it is shown with.
 */
export const pageImagePixels = 1_200;
