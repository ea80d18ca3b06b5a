import { isUtf8 } from 'node:buffer';
import type { ByteReader } from './byte-reader.js';
import type { Value } from './message.js';
import { isCharacterString, valueTag } from './tags.js';

/**
 * Reads one value with its length prefix. Collections contain values, so `decodeMessage` reads them. A number
 * of the wrong size is refused, as CUPS does. Unknown tags are kept as bytes.
 * @throws IppError `garbage`
 */
export function decodeValue(tag: number, reader: ByteReader): Value {
  switch (tag) {
    case valueTag.integer:
    case valueTag.enum:
      expectLength(reader, 4);
      return { kind: 'integer', tag, value: reader.int32() };
    case valueTag.boolean:
      expectLength(reader, 1);
      return { kind: 'boolean', tag, value: reader.uint8() !== 0 };
    case valueTag.rangeOfInteger:
      expectLength(reader, 8);
      return { kind: 'range', tag, lower: reader.int32(), upper: reader.int32() };
    case valueTag.resolution:
      expectLength(reader, 9);
      return {
        kind: 'resolution',
        tag,
        crossFeed: reader.int32(),
        feed: reader.int32(),
        units: reader.uint8(),
      };
    case valueTag.dateTime:
      return dateTime(tag, reader);
    case valueTag.textWithLanguage:
    case valueTag.nameWithLanguage:
      return textWithLanguage(tag, reader);
    default: {
      const bytes = reader.takeField();
      return isCharacterString(tag) ? { kind: 'text', tag, ...text(bytes) } : { kind: 'octets', tag, bytes };
    }
  }
}

function expectLength(reader: ByteReader, length: number): void {
  if (reader.uint16() !== length) throw reader.garbage(`a value should have ${length} bytes`);
}

function dateTime(tag: number, reader: ByteReader): Value {
  expectLength(reader, 11);
  const fields = {
    year: reader.uint16(),
    month: reader.uint8(),
    day: reader.uint8(),
    hour: reader.uint8(),
    minute: reader.uint8(),
    second: reader.uint8(),
    deciseconds: reader.uint8(),
  };
  const sign = String.fromCharCode(reader.uint8());
  if (sign !== '+' && sign !== '-') throw reader.garbage('a date has no direction from UTC');
  return {
    kind: 'dateTime',
    tag,
    ...fields,
    utcSign: sign,
    utcHours: reader.uint8(),
    utcMinutes: reader.uint8(),
  };
}

/**
 * RFC 8010 prefixes `language-length language text-length text` with an outer length; some HP models omit it.
 * The outer length must be the sum of the parts. If it is not, it is the length of the language.
 */
function textWithLanguage(tag: number, reader: ByteReader): Value {
  const field = reader.takeField();
  const parts = splitParts(field);
  if (parts) return { kind: 'text-with-language', tag, ...parts };
  const rest = text(reader.takeField());
  return { kind: 'text-with-language', tag, language: latin1(field), ...rest, bare: true };
}

function splitParts(field: Uint8Array): { language: string; text: string; latin1?: true } | undefined {
  const view = new DataView(field.buffer, field.byteOffset, field.byteLength);
  if (field.length < 4) return undefined;
  const textAt = 2 + view.getUint16(0);
  if (textAt + 2 > field.length) return undefined;
  const textLength = view.getUint16(textAt);
  if (textAt + 2 + textLength !== field.length) return undefined;
  return { language: latin1(field.subarray(2, textAt)), ...text(field.subarray(textAt + 2)) };
}

/**
 * Decodes UTF-8, which every request asks for. Some firmware sends ISO 8859-1 instead, so bytes that are not
 * valid UTF-8 are read as such.
 */
function text(bytes: Uint8Array): { text: string; latin1?: true } {
  if (!isUtf8(bytes)) return { text: latin1(bytes), latin1: true };
  return { text: Buffer.from(bytes).toString('utf8') };
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
