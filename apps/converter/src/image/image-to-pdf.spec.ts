import { expect, test } from '@jest/globals';
import { PDFDict, PDFDocument, PDFName, PDFStream, type PDFRawStream } from '../pdf/pdf-lib.js';
import { sharp } from '../sharp.js';
import { imageToPdf } from './image-to-pdf.js';

/** The picture of each page: its dictionary, and the numbers of its position. */
async function picturesOf(pdf: Buffer) {
  const document = await PDFDocument.load(pdf);
  return document.getPages().map((page) => {
    const pictures = page.node.Resources()!.lookup(PDFName.of('XObject'), PDFDict);
    const [[name, reference] = []] = pictures.entries();
    const picture = document.context.lookup(reference, PDFStream);
    const content = page.node.Contents() as unknown as PDFRawStream;
    const [, place = '', drawn] =
      /^q (.*) cm (\S+) Do Q$/.exec(Buffer.from(content.getContents()).toString()) ?? [];
    expect(drawn).toBe(name!.toString());
    const entry = (at: string) => picture.dict.lookup(PDFName.of(at))?.toString();
    const bytes = picture.getContents();
    return { page: page.getSize(), place: place.split(' ').map(Number), entry, bytes };
  });
}

const picture = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 200, g: 30, b: 40, alpha: 0.5 } } });

test('a drawing keeps its pixels, in the middle of its page, without any other data', async () => {
  const png = await picture(100, 50, 4)
    .withExif({ IFD0: { Copyright: 'canary' } })
    .png()
    .toBuffer();
  const { pdf, pageCount } = await imageToPdf('single', png);
  expect(pageCount).toBe(1);
  expect(pdf.includes('canary')).toBe(false);
  // The table of objects is plain, because simple readers, such as those of printers, unpack none.
  expect(pdf.includes('\nxref\n')).toBe(true);
  const [drawn] = await picturesOf(pdf);
  const { width, height } = drawn!.page;
  expect(drawn!.place).toEqual(
    [100, 0, 0, 50, (width - 100) / 2, (height - 50) / 2].map((at) => expect.closeTo(at)),
  );
  const { entry } = drawn!;
  expect([entry('Width'), entry('Height'), entry('ColorSpace')]).toEqual(['100', '50', '/DeviceRGB']);
  expect(entry('DecodeParms')?.replaceAll(/\s+/g, ' ')).toBe(
    '<< /Predictor 15 /Colors 3 /BitsPerComponent 8 /Columns 100 >>',
  );
});

test('a grey drawing keeps its one grey channel', async () => {
  const { pdf } = await imageToPdf('single', await picture(20, 10).toColourspace('b-w').png().toBuffer());
  const [{ entry } = { entry: () => '' }] = await picturesOf(pdf);
  expect([entry('ColorSpace'), entry('Width')]).toEqual(['/DeviceGray', '20']);
  expect(entry('DecodeParms')).toContain('/Colors 1');
});

// The two highest bits of zlib's second byte name the effort (RFC 1950, 2.2).
test.each([
  ['two million pixels is compressed with the default effort', 2_000, 2],
  ['more than two million pixels is compressed with less effort', 2_001, 1],
])('a drawing of %s', async (_, height, effort) => {
  const { pdf } = await imageToPdf('single', await picture(1_000, height).png().toBuffer());
  const [drawn] = await picturesOf(pdf);
  expect(drawn!.entry('Height')).toBe(String(height));
  expect(drawn!.bytes[1]! >> 6).toBe(effort);
});

test('a photo stays a JPEG with full colour, and is turned upright by its orientation tag', async () => {
  const photo = await picture(100, 50).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { pdf } = await imageToPdf('single', photo);
  const [{ entry, place } = { entry: () => '', place: [] }] = await picturesOf(pdf);
  expect([entry('Filter'), entry('Width'), entry('Height')]).toEqual(['/DCTDecode', '50', '100']);
  expect(place.slice(0, 4)).toEqual([50, 0, 0, 100]);
  const jpeg = pdf.subarray(pdf.indexOf(Buffer.from([0xff, 0xd8, 0xff])));
  expect(await sharp(jpeg).metadata()).toMatchObject({ chromaSubsampling: '4:4:4' });
  const alike = await sharp(photo).jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer();
  expect(quantisationOf(jpeg)).toEqual(quantisationOf(alike));
});

/** The first table by which a JPEG rounds its numbers (ITU-T T.81, B.2.4.1): it follows from the quality. */
function quantisationOf(jpeg: Buffer): Buffer {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xdb]));
  return jpeg.subarray(at, at + 67);
}

test.each<[string, () => Promise<Buffer> | Buffer, string]>([
  ['damaged', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'damaged'],
  [
    'too large',
    () =>
      sharp({ create: { width: 10_001, height: 10_000, channels: 3, background: '#fff' } })
        .png()
        .toBuffer(),
    'too-large',
  ],
])('a picture that is %s fails with its reason', async (_, make, reason) => {
  await expect(imageToPdf('single', await make())).rejects.toMatchObject({ reason });
});
