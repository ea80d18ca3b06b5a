/**
 * Names of a document's files in the store. Each conversion has its own folder, so that files of two attempts
 * never mix.
 */
export const fileNames = {
  conversion: (revision: number, conversionId: string) => `${revision}/${conversionId}`,
  original: (revision: number) => `${revision}/original`,
  normalised: (revision: number, conversionId: string) => `${revision}/${conversionId}/normalised`,
  images: (revision: number, conversionId: string) => `${revision}/${conversionId}/images`,
};
