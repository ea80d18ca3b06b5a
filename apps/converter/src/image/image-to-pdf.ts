import { PDFDocument, PDFName, type PDFRef } from '@cantoo/pdf-lib';
import sharp, { type Sharp } from 'sharp';
import { limits } from '../limits.js';
import type { NormalisedPdf } from '../pdf/normalise.js';
import { Unconvertible } from '../unconvertible.js';
import { placeOnA4 } from './placement.js';
import { pngRows } from './png-rows.js';

/**
 * An image as a PDF of one A4 page, upright as its camera noted, transparent parts white. The pixels are encoded anew:
 * nothing else of the file, such as where a photo was taken, comes along.
 * @throws Unconvertible `too-large` by pixels, before they are unpacked; `damaged`
 */
export async function imageToPdf(bytes: Buffer): Promise<NormalisedPdf> {
  const image = sharp(bytes, { limitInputPixels: limits.imagePixels, failOn: 'error' });
  try {
    return await onOnePage(image);
  } catch (cause) {
    const isTooLarge = cause instanceof Error && cause.message.includes('pixel limit');
    throw new Unconvertible(isTooLarge ? 'too-large' : 'damaged', { cause });
  }
}

async function onOnePage(image: Sharp): Promise<NormalisedPdf> {
  const { autoOrient, format, space } = await image.metadata();
  const { page, box, pixels } = placeOnA4(autoOrient);
  const upright = image
    .autoOrient()
    .flatten({ background: 'white' })
    .resize(pixels.width, pixels.height, { fit: 'fill' })
    .toColourspace(space === 'b-w' || space === 'grey16' ? 'b-w' : 'srgb');
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const picture = format === 'jpeg' ? await embedJpeg(pdf, upright) : await embedLossless(pdf, upright);
  const sheet = pdf.addPage([page.width, page.height]);
  const name = sheet.node.newXObject('Image', picture);
  const content = `q ${box.width} 0 0 ${box.height} ${box.x} ${box.y} cm ${name.toString()} Do Q`;
  sheet.node.set(PDFName.of('Contents'), pdf.context.register(pdf.context.stream(content)));
  return { pdf: Buffer.from(await pdf.save({ useObjectStreams: false })), pageCount: 1 };
}

/** Photos stay what they are; a second JPEG at this quality cannot be told from the first on paper. */
async function embedJpeg(pdf: PDFDocument, image: Sharp): Promise<PDFRef> {
  const bytes = await image.jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer();
  const embedded = await pdf.embedJpg(bytes);
  await embedded.embed();
  return embedded.ref;
}

/** Drawings and screenshots keep every pixel. */
async function embedLossless(pdf: PDFDocument, image: Sharp): Promise<PDFRef> {
  const png = await image.png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
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
