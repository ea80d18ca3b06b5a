import { z } from 'zod';
import { failureReasonNames } from '../printing/failure-reasons.js';
import { ordinalInAddress, plainText } from '../values.js';
import { personBudget, type Call } from './call.js';
import { previewSizeSchema } from './conversions.js';

/** Calls of specification §7 about documents. */

export const sideOptions = ['1-Sided', '2-Sided'] as const;
export const sideSchema = z.enum(sideOptions);
export type Side = z.infer<typeof sideSchema>;

const documentStatuses = ['processing', 'ready', 'failed'] as const;
const documentStatusSchema = z.enum(documentStatuses);
export type DocumentStatus = z.infer<typeof documentStatusSchema>;

export const failureReasonSchema = z.enum(failureReasonNames);
export type FailureReason = z.infer<typeof failureReasonSchema>;

/** A row of `GET /fetch-documents`; `orderId` is the specification's name for the document's id. */
export const documentRow = z.object({
  orderId: z.uuid(),
  fileName: z.string(),
  totalPages: z.int(),
  /** Addresses of page images, in page order; `?size=tile` and `?size=page` choose the size. */
  pagePreviews: z.array(z.string()),
  side: sideSchema,
  isColor: z.boolean(),
  status: documentStatusSchema,
  reason: failureReasonSchema.optional(),
  /** The current revision; page selection makes a new one. */
  revision: z.int(),
  /** ISO 8601, UTC; the end of the 72 hours. */
  expiresAt: z.string(),
  /** ISO 8601, UTC; absent until a job of this document has printed pages. */
  printedAt: z.string().optional(),
  /**
   * Present when printed pages were left out of the document. Page numbers are those of the original and
   * begin at 1.
   */
  rest: z
    .object({
      /** The pages that the document has now, in order. */
      pages: z.array(z.int()),
      /** Pages that were printed and paid for by jobs that ended early. */
      printed: z.array(z.int()),
      /** Printed pages that the document does not have now, with the addresses of their images. */
      leftOut: z.array(z.object({ page: z.int(), preview: z.string() })),
      /**
       * True when the document without its printed pages could not be prepared. It still has them, and the
       * user must choose its pages before it is printed.
       */
      failed: z.boolean().optional(),
    })
    .optional(),
});
export type DocumentRow = z.infer<typeof documentRow>;

const printOptionsSchema = z.object({ side: sideSchema, isColor: z.boolean() });
export type PrintOptions = z.infer<typeof printOptionsSchema>;

export const fetchDocumentsAnswer = z.object({
  documents: z.array(documentRow),
  /** The user's remaining quota; started uploads count as documents. */
  left: z.object({ documents: z.int().min(0), bytes: z.int().min(0) }),
  /** The options that the user chose last; the next document starts with them. */
  options: printOptionsSchema,
});
export type FetchDocumentsAnswer = z.infer<typeof fetchDocumentsAnswer>;

/** `GET /fetch-file-metadata?uid={orderId}` */
const fileMetadataRequest = z.object({ uid: z.uuid() });
export const fileMetadataAnswer = z.object({
  totalPages: z.int(),
  pagePreviews: z.array(z.string()),
  status: documentStatusSchema,
  reason: failureReasonSchema.optional(),
});
export type FileMetadataAnswer = z.infer<typeof fileMetadataAnswer>;

/** `POST /file-upload`; `fileSize` (bytes) is optional. If it is given, it is signed into the address. */
const fileUploadRequest = z.object({
  /** Unusual names are allowed. An impossible name is refused with the code `document.name`. */
  originalFileName: z.string(),
  fileType: plainText(255),
  fileSize: z.int().min(0).optional(),
});
export type FileUploadRequest = z.infer<typeof fileUploadRequest>;

export const fileUploadAnswer = z.object({ preSignedUrl: z.string(), orderId: z.uuid() });
export type FileUploadAnswer = z.infer<typeof fileUploadAnswer>;

/**
 * `POST /remove-pages`: the pages to keep, as 1-based numbers of the current revision. `put_back` contains
 * pages of the original that were left out because they were printed (`rest.leftOut`).
 */
const removePagesRequest = z.object({
  uid: z.uuid(),
  pages_to_extract: z.array(z.int()),
  put_back: z.array(z.int()).default([]),
});
const removePagesAnswer = z.object({ status: z.string(), success: z.boolean() });
export type RemovePagesAnswer = z.infer<typeof removePagesAnswer>;

/** `POST /delete-document` */
const deleteDocumentRequest = z.object({
  documents: z.array(z.object({ orderId: z.uuid() })).max(500),
});

/** `GET /document-pages/<orderId>/<revision>/<page>?size=`: the picture of one page */
const documentPageRequest = z.object({
  orderId: z.uuid(),
  revision: ordinalInAddress,
  page: ordinalInAddress,
  size: previewSizeSchema.default('page'),
});

/** `POST /set-print-sides`: `no` is 1-Sided, `yes` is 2-Sided. */
const setPrintSidesRequest = z.object({ sideOption: z.enum(['no', 'yes']) });
/** `POST /set-print-color` */
const setPrintColorRequest = z.object({ colorOption: z.enum(['Color', 'Black-White']) });

const someId = '0198c2f0-7d5e-4c3a-9b1f-2e6d8a4b5c70';

export const documentCalls = {
  fetchDocuments: {
    method: 'GET',
    path: '/fetch-documents',
    summary: "The person's documents and remaining quota",
    proof: 'session',
    budget: personBudget,
    answer: fetchDocumentsAnswer,
  },
  fetchFileMetadata: {
    method: 'GET',
    path: '/fetch-file-metadata',
    summary:
      'Pages of one document; waits while the document is being prepared, and answers 409 when that takes too long',
    proof: 'session',
    budget: personBudget,
    request: fileMetadataRequest,
    example: { uid: someId },
    malformed: 'document.unknown',
    answer: fileMetadataAnswer,
    refusals: ['document.unknown', 'document.processing'],
  },
  fileUpload: {
    method: 'POST',
    path: '/file-upload',
    summary: 'A signed address, to which the client sends one file by PUT',
    proof: 'session',
    budget: personBudget,
    request: fileUploadRequest,
    example: { originalFileName: 'essay.pdf', fileType: 'application/pdf', fileSize: 48_213 },
    answer: fileUploadAnswer,
    refusals: [
      'document.name',
      'document.type',
      'document.quota',
      'storage.too-large',
      'storage.full',
      'account.unknown',
    ],
  },
  removePages: {
    method: 'POST',
    path: '/remove-pages',
    summary: 'Keep these pages (1-based) and leave out the others',
    proof: 'session',
    budget: personBudget,
    request: removePagesRequest,
    example: { uid: someId, pages_to_extract: [1, 3] },
    answer: removePagesAnswer,
    refusals: [
      'document.unknown',
      'document.processing',
      'document.not-ready',
      'pages.none-left',
      'pages.out-of-range',
    ],
  },
  deleteDocument: {
    method: 'POST',
    path: '/delete-document',
    summary: 'Delete documents at once',
    proof: 'session',
    budget: personBudget,
    request: deleteDocumentRequest,
    example: { documents: [{ orderId: someId }] },
    refusals: ['document.unknown'],
  },
  setPrintSides: {
    method: 'POST',
    path: '/set-print-sides',
    summary: 'One or two sides, for all documents',
    proof: 'session',
    budget: personBudget,
    request: setPrintSidesRequest,
    example: { sideOption: 'yes' },
  },
  setPrintColor: {
    method: 'POST',
    path: '/set-print-color',
    summary: 'Colour or black-and-white, for all documents',
    proof: 'session',
    budget: personBudget,
    request: setPrintColorRequest,
    example: { colorOption: 'Color' },
  },
  documentPage: {
    method: 'GET',
    path: '/document-pages/:orderId/:revision/:page',
    summary: 'The picture of one page',
    proof: 'session',
    // A user who scrolls through hundreds of pages loads one picture for each.
    budget: { person: { points: 12_000, seconds: 60 } },
    request: documentPageRequest,
    example: { orderId: someId, revision: '1', page: '1', size: 'tile' },
    malformed: 'document.unknown',
    answer: 'image/jpeg',
    cacheable: true,
    refusals: ['document.unknown', 'storage.unknown'],
  },
} as const satisfies Record<string, Call>;
