const signatureBytes = 8;
const grey = 0;
const rgb = 2;

/**
 * The compressed rows of a PNG that the converter encoded itself (8 bits, grey or RGB, not interlaced). PDF's
 * FlateDecode with PNG predictors uses them unchanged (ISO 32000-1, 7.4.4.4).
 */
export function pngRows(png: Buffer): { width: number; height: number; channels: 1 | 3; rows: Buffer } {
  const rows: Buffer[] = [];
  let width = 0;
  let height = 0;
  let channels: 1 | 3 = 3;
  for (let at = signatureBytes; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const content = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      width = content.readUInt32BE(0);
      height = content.readUInt32BE(4);
      const [depth, colorType, , , interlace] = content.subarray(8);
      const isExpected = depth === 8 && (colorType === grey || colorType === rgb) && interlace === 0;
      if (!isExpected) throw new Error('Not a PNG as we encode them');
      channels = colorType === grey ? 1 : 3;
    }
    if (type === 'IDAT') rows.push(content);
    at += 12 + length;
  }
  return { width, height, channels, rows: Buffer.concat(rows) };
}
