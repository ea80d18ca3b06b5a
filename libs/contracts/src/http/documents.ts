import { z } from 'zod';

/** Calls of specification §7 about documents. */

export const sideOptions = ['1-Sided', '2-Sided'] as const;
export const sideSchema = z.enum(sideOptions);
export type Side = z.infer<typeof sideSchema>;

export const documentStatuses = ['processing', 'ready', 'failed'] as const;
export const documentStatusSchema = z.enum(documentStatuses);
export type DocumentStatus = z.infer<typeof documentStatusSchema>;

/** Why a document could not be prepared. */
export const failureReasons = [
  'empty',
  'damaged',
  'type-mismatch',
  'password-protected',
  'too-large',
  'too-many-pages',
  'timeout',
] as const;
export const failureReasonSchema = z.enum(failureReasons);
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
  /** Current revision; page selection makes a new one. */
  revision: z.int(),
  /** ISO 8601, UTC; the end of the 72 hours. */
  expiresAt: z.string(),
  /** ISO 8601, UTC; absent until a job of this document has printed pages. */
  printedAt: z.string().optional(),
});
export type DocumentRow = z.infer<typeof documentRow>;

export const printOptionsSchema = z.object({ side: sideSchema, isColor: z.boolean() });
export type PrintOptions = z.infer<typeof printOptionsSchema>;

export const fetchDocumentsAnswer = z.object({
  documents: z.array(documentRow),
  /** How much more the person can have; uploads that have begun count as documents. */
  left: z.object({ documents: z.int().min(0), bytes: z.int().min(0) }),
  /** What the person chose last: the next document begins with it. */
  options: printOptionsSchema,
});
export type FetchDocumentsAnswer = z.infer<typeof fetchDocumentsAnswer>;

/** `GET /fetch-file-metadata?uid={orderId}` */
export const fileMetadataAnswer = z.object({
  totalPages: z.int(),
  pagePreviews: z.array(z.string()),
  status: documentStatusSchema,
  reason: failureReasonSchema.optional(),
});
export type FileMetadataAnswer = z.infer<typeof fileMetadataAnswer>;

/** `POST /file-upload`; `fileSize` (bytes) is optional and is then signed into the address. */
export const fileUploadRequest = z.object({
  originalFileName: z.string(),
  fileType: z.string().max(255),
  fileSize: z.int().min(0).optional(),
});
export type FileUploadRequest = z.infer<typeof fileUploadRequest>;

export const fileUploadAnswer = z.object({ preSignedUrl: z.string(), orderId: z.uuid() });
export type FileUploadAnswer = z.infer<typeof fileUploadAnswer>;

/** `POST /remove-pages`: 1-based page numbers of the current revision to keep. */
export const removePagesRequest = z.object({ uid: z.uuid(), pages_to_extract: z.array(z.int()) });
export type RemovePagesRequest = z.infer<typeof removePagesRequest>;
export const removePagesAnswer = z.object({ status: z.string() });
export type RemovePagesAnswer = z.infer<typeof removePagesAnswer>;

/** `POST /delete-document` */
export const deleteDocumentRequest = z.object({
  documents: z.array(z.object({ orderId: z.uuid() })).max(500),
});

/** `POST /set-print-sides`: `no` is 1-Sided, `yes` is 2-Sided. */
export const setPrintSidesRequest = z.object({ sideOption: z.enum(['no', 'yes']) });
/** `POST /set-print-color` */
export const setPrintColorRequest = z.object({ colorOption: z.enum(['Color', 'Black-White']) });

/** Extensions the dashboard accepts (specification §5); their media types stand in `file-types.ts`. */
export const acceptedExtensions = [
  'jpg', 'jpeg', 'png', 'gif', 'pdf', 'doc', 'docx', 'ppt', 'pptx', 'odp', 'ods', 'dot', 'odt', 'bmp',
  'tiff', 'tif', 'xls', 'xlsx', 'rtf', 'dotx', 'webp',
] as const; // prettier-ignore
