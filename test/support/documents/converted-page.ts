import type { ConvertedPage } from '@sixpence/contracts/events/events';

/** A converter's report of an upright A4 page in black and white, with the smallest possible images. */
export const convertedPage: ConvertedPage = {
  widthPoints: 595,
  heightPoints: 842,
  hasColor: false,
  isBlank: false,
  tileBytes: 1,
  imageBytes: 1,
};
