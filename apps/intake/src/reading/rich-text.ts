import { limits } from '../limits.js';

/** A4 with margins of 2 cm (in twentieths of a point), and a font of eleven points that the converter has. */
const beginning =
  String.raw`{\rtf1\ansi\deff0{\fonttbl{\f0\fswiss Liberation Sans;}}\paperw11906\paperh16838` +
  String.raw`\margl1134\margr1134\margt1134\margb1134\f0\fs22 `;

/**
 * A rich text file (RTF 1.9.1) of plain text. It holds lines of characters, and nothing that could refer to a
 * file or an address.
 */
export function richText(text: string): string {
  const written = text
    .slice(0, limits.textCharacters)
    .replace(/\r\n?/g, '\n')
    .replace(/[\\{}]/g, String.raw`\$&`)
    .replace(/\t/g, String.raw`\tab `)
    .replace(/\n/g, '\\par\n')
    .replace(/[^\n\x20-\x7e]/g, (sign) => {
      const code = sign.charCodeAt(0);
      // Control characters are removed.
      return code < 0xa0 ? '' : String.raw`\u${code > 0x7fff ? code - 0x1_0000 : code}?`;
    });
  return `${beginning}${written}\\par\n}`;
}
