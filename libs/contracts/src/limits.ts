/**
 * The limits of one user's documents at a time, and of one document. The site states them before they are
 * reached.
 */
export const documentLimits = {
  fileBytes: 50 * 1024 ** 2,
  pages: 500,
  activeDocuments: 100,
  activeBytes: 500 * 1024 ** 2,
} as const;
