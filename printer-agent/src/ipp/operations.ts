/** Operations of RFC 8011 §4.3 and §4.4 that the agent uses. */
export const operation = {
  validateJob: 0x0004,
  createJob: 0x0005,
  sendDocument: 0x0006,
  cancelJob: 0x0008,
  getJobAttributes: 0x0009,
  getJobs: 0x000a,
  getPrinterAttributes: 0x000b,
} as const;
export type OperationId = (typeof operation)[keyof typeof operation];

/** Status codes of RFC 8011 appendix B that the agent distinguishes. */
export const status = {
  ok: 0x0000,
  okIgnoredOrSubstituted: 0x0001,
  okConflicting: 0x0002,
  badRequest: 0x0400,
  forbidden: 0x0401,
  notAuthenticated: 0x0402,
  notAuthorized: 0x0403,
  notPossible: 0x0404,
  timeout: 0x0405,
  notFound: 0x0406,
  gone: 0x0407,
  requestEntityTooLarge: 0x0408,
  documentFormatNotSupported: 0x040a,
  attributesOrValuesNotSupported: 0x040b,
  conflictingAttributes: 0x040e,
  documentFormatError: 0x0411,
  internalError: 0x0500,
  operationNotSupported: 0x0501,
  serviceUnavailable: 0x0502,
  versionNotSupported: 0x0503,
  deviceError: 0x0504,
  temporaryError: 0x0505,
  notAcceptingJobs: 0x0506,
  busy: 0x0507,
  jobCanceled: 0x0508,
  multipleDocumentJobsNotSupported: 0x0509,
  printerIsDeactivated: 0x050a,
} as const;

/** Below 0x0100 the printer executed the operation, perhaps with substitutions. */
export function isSuccess(code: number): boolean {
  return code < 0x0100;
}
