import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '@sixpence/sandbox/checkout';

const folder = join(checkout, 'test/fixtures/mails');

/** The names of the mails in test/fixtures/mails, which are built as by real mail programs. */
export const exampleMailNames: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.eml'))
  .map((name) => name.slice(0, -'.eml'.length))
  .sort();

/**
 * An example mail as it goes over the wire, from this address. In the file, lines end with a line feed. A
 * line such as `{{base64 essay 900 76}}` stands for 900 bytes that depend on the name, encoded in lines of 76
 * characters.
 * @returns the mail, and the decoded contents by name
 */
export function exampleMail(name: string, from: string): { data: string; contents: Map<string, Buffer> } {
  const contents = new Map<string, Buffer>();
  const data = readFileSync(join(folder, `${name}.eml`), 'utf8')
    .replaceAll('{{from}}', from)
    .replace(
      /^\{\{(base64|quoted-printable|uuencode) (\w+) (\d+)(?: (\d+))?\}\}$/gm,
      (_, encoding: string, key: string, byteLength: string, lineLength = '76') => {
        const content = contentOf(key, Number(byteLength));
        contents.set(key, content);
        if (encoding === 'uuencode') return uuencoded(content);
        return encoding === 'base64' ? base64(content, Number(lineLength)) : quotedPrintable(content);
      },
    )
    .replaceAll('\n', '\r\n');
  return { data, contents };
}

function contentOf(key: string, byteLength: number): Buffer {
  return Buffer.alloc(byteLength, `%PDF-1.7\r\n=\u00e9 ${key}.\n`);
}

function base64(content: Buffer, lineLength: number): string {
  return content
    .toString('base64')
    .match(new RegExp(`.{1,${lineLength}}`, 'g'))!
    .join('\n');
}

/** Encodes every byte in the form `=41`, with soft line breaks. */
function quotedPrintable(content: Buffer): string {
  const bytes = Array.from(content, (byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`);
  return bytes
    .join('')
    .match(/.{1,72}/g)!
    .join('=\n');
}

/** Encodes as uuencode does, but only the data lines, of 45 bytes each. */
function uuencoded(content: Buffer): string {
  const sign = (value: number) => String.fromCharCode(value === 0 ? 0x60 : value + 0x20);
  const lines: string[] = [];
  for (let at = 0; at < content.length; at += 45) {
    const piece = content.subarray(at, at + 45);
    const signs = Buffer.concat([piece, Buffer.alloc((3 - (piece.length % 3)) % 3)])
      .toString('hex')
      .replace(/.{6}/g, (three) =>
        [18, 12, 6, 0].map((bits) => sign((parseInt(three, 16) >> bits) & 63)).join(''),
      );
    lines.push(sign(piece.length) + signs);
  }
  return lines.join('\n');
}
