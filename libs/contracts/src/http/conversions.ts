import { z } from 'zod';
import { ordinal } from '../values.js';
import type { Call } from './call.js';

/**
 * `POST /storage/conversions` with the service's bearer token: a converter asks for the addresses of one
 * revision's files. A converter never sees a key, and the addresses expire after minutes.
 */
const conversionRequest = z.object({ documentId: z.uuid(), revision: ordinal });
export type ConversionRequest = z.infer<typeof conversionRequest>;

/**
 * Paths below core's address. 404 means that the conversion is not needed: the revision is done or deleted.
 */
export const conversionAnswer = z.object({
  /** The id of this conversion's files; the converter returns it in `print.document.converted`. */
  conversionId: z.uuid(),
  /**
   * The file's name as its owner sees it, for pages that print it. It may contain anything: it is not a path.
   */
  fileName: z.string(),
  /**
   * GET: the original of a first revision, or the normalised PDF from which a later revision selects pages.
   */
  source: z.string(),
  /** PUT `application/pdf` */
  normalised: z.string(),
  /**
   * PUT `application/octet-stream`: for each page in order the tile and then the larger image, as JPEG,
   * concatenated
   */
  images: z.string(),
});
export type ConversionAnswer = z.infer<typeof conversionAnswer>;

const previewSizes = ['tile', 'page'] as const;
export const previewSizeSchema = z.enum(previewSizes);

/** An address that core signed: its token says which action is allowed, on which file, and until when. */
const signedAddress = z.object({ token: z.string().max(2_000) });
const exampleToken = { token: 'claims.signature' };

export const storageCalls = {
  prepareConversion: {
    method: 'POST',
    path: '/storage/conversions',
    summary: "Addresses of one revision's files, for a converter",
    proof: 'service token',
    request: conversionRequest,
    example: { documentId: '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70', revision: 1 },
    answer: conversionAnswer,
    refusals: ['storage.unknown'],
  },
  readSource: {
    method: 'GET',
    path: '/storage/conversions/:token',
    summary: "A converter's source, or a range of it",
    proof: 'signed address',
    request: signedAddress,
    example: exampleToken,
    malformed: 'storage.signature',
    answer: 'application/octet-stream',
    refusals: ['storage.signature', 'storage.unknown'],
  },
  sendConverted: {
    method: 'PUT',
    path: '/storage/conversions/:token',
    summary: 'A file that a converter made',
    proof: 'signed address',
    body: 'file',
    request: signedAddress,
    example: exampleToken,
    malformed: 'storage.signature',
    refusals: [
      'storage.signature',
      'storage.too-large',
      'storage.full',
      'storage.displaced',
      'storage.unknown',
    ],
  },
  sendFile: {
    method: 'PUT',
    path: '/storage/:token',
    summary: "The bytes of a person's file",
    proof: 'signed address',
    body: 'file',
    request: signedAddress,
    example: exampleToken,
    malformed: 'storage.signature',
    refusals: [
      'storage.signature',
      'storage.too-large',
      'storage.full',
      'storage.displaced',
      'storage.differs',
      'storage.unknown',
      'document.quota',
    ],
  },
} as const satisfies Record<string, Call>;
