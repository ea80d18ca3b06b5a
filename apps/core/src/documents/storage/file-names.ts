/** Names of a document's files in the store. Each conversion has a folder, so that two tries never mix. */
export const fileNames = {
  /** The folder of one conversion. */
  conversion: (revision: number, conversionId: string) => `${revision}/${conversionId}`,
  original: (revision: number) => `${revision}/original`,
  normalised: (revision: number, conversionId: string) => `${revision}/${conversionId}/normalised`,
  images: (revision: number, conversionId: string) => `${revision}/${conversionId}/images`,
};
