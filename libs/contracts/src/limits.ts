/** What one person may have at a time, and one document may be. The site says these before they are reached. */
export const documentLimits = {
  fileBytes: 50 * 1024 ** 2,
  pages: 500,
  activeDocuments: 100,
  activeBytes: 500 * 1024 ** 2,
} as const;
