import { z } from 'zod';

/**
 * `POST /storage/conversions` with the service's bearer token: a converter asks for the addresses of one revision's
 * files. It never sees a key, and the addresses end by themselves after minutes.
 */
export const conversionRequest = z.object({ documentId: z.uuid(), revision: z.int().min(1) });
export type ConversionRequest = z.infer<typeof conversionRequest>;

/** Paths below core's address. 404 means that nothing is left to convert: the revision is settled or gone. */
export const conversionAnswer = z.object({
  /** Names this conversion's files; goes back in `print.document.converted`. */
  conversionId: z.uuid(),
  /** GET: the original of a first revision, or the normalised PDF that a later one selects pages from. */
  source: z.string(),
  /** PUT `application/pdf` */
  normalised: z.string(),
  /** PUT `application/octet-stream`: of each page in order the tile and then the larger image, as JPEG, end to end */
  images: z.string(),
});
export type ConversionAnswer = z.infer<typeof conversionAnswer>;

export const previewSizes = ['tile', 'page'] as const;
export const previewSizeSchema = z.enum(previewSizes);
export type PreviewSize = z.infer<typeof previewSizeSchema>;
