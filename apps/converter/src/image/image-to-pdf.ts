import { PDFDocument, PDFName, type PDFRef } from '../pdf/pdf-lib.js';
import type { PictureDecoder } from '@sixpence/contracts/file-types';
import type { Sharp } from 'sharp';
import type { NormalisedPdf } from '../pdf/normalise.js';
import { Unconvertible } from '../unconvertible.js';
import { decoders } from './decoders.js';
import { placeOnA4 } from './placement.js';
import { pngRows } from './png-rows.js';

/**
 * Above this many pixels a page is compressed with less effort: more effort saves a few percent and takes
 * minutes.
 */
const manyPixels = 2_000_000;

/**
 * Converts a file's pictures to a PDF. Each picture is on its own A4 page, rotated as the camera recorded.
 * Transparent parts become white. The pixels are encoded again, so that no other data of the file, such as
 * the location of a photo, is kept.
 * @throws Unconvertible `too-large` (thrown before pixels are unpacked), `too-many-pages`, `damaged`
 */
export async function imageToPdf(decoder: PictureDecoder, bytes: Buffer): Promise<NormalisedPdf> {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  let pageCount = 0;
  try {
    for await (const image of decoders[decoder](bytes)) {
      await addPage(pdf, image);
      pageCount += 1;
    }
  } catch (cause) {
    if (cause instanceof Unconvertible) throw cause;
    const isTooLarge = cause instanceof Error && cause.message.includes('pixel limit');
    throw new Unconvertible(isTooLarge ? 'too-large' : 'damaged', { cause });
  }
  return { pdf: Buffer.from(await pdf.save({ useObjectStreams: false })), pageCount };
}

async function addPage(pdf: PDFDocument, image: Sharp): Promise<void> {
  const { autoOrient, format, space } = await image.metadata();
  const { page, box, pixels } = placeOnA4(autoOrient);
  const upright = image
    .autoOrient()
    .flatten({ background: 'white' })
    .resize(pixels.width, pixels.height, { fit: 'fill' })
    .toColourspace(space === 'b-w' || space === 'grey16' ? 'b-w' : 'srgb');
  const picture =
    format === 'jpeg' ? await embedJpeg(pdf, upright) : await embedLossless(pdf, upright, pixels);
  const sheet = pdf.addPage([page.width, page.height]);
  const name = sheet.node.newXObject('Image', picture);
  const content = `q ${box.width} 0 0 ${box.height} ${box.x} ${box.y} cm ${name.toString()} Do Q`;
  sheet.node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.stream(content)));
}

/** Photos are encoded as JPEG again, because at this quality the loss is not visible on paper. */
async function embedJpeg(pdf: PDFDocument, image: Sharp): Promise<PDFRef> {
  const bytes = await image.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer();
  const embedded = await pdf.embedJpg(bytes);
  await embedded.embed();
  return embedded.ref;
}

/** Drawings and screenshots keep every pixel. */
async function embedLossless(
  pdf: PDFDocument,
  image: Sharp,
  size: { width: number; height: number },
): Promise<PDFRef> {
  const compressionLevel = size.width * size.height > manyPixels ? 2 : 6;
  const png = await image.png({ compressionLevel, adaptiveFiltering: true }).toBuffer();
  const { width, height, channels, rows } = pngRows(png);
  const picture = pdf.context.stream(rows, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: channels === 1 ? 'DeviceGray' : 'DeviceRGB',
    BitsPerComponent: 8,
    Filter: 'FlateDecode',
    DecodeParms: { Predictor: 15, Colors: channels, BitsPerComponent: 8, Columns: width },
  });
  return pdf.context.register(picture);
}
